import { setTimeout as pause } from 'node:timers/promises';
import type { CommerceLink } from '../../../db/rows.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import { Refused, Unavailable } from '../../../providers/failure.ts';
import type { ShopMovement } from '../../../providers/ports/shopPlatform.ts';
import type { Deps } from '../../deps.ts';
import { storeSales, updateAppLink } from '../appStore.ts';

/** How a reading ended: all was read, the shop is no longer connected, or it goes on after a wait. */
export type Progress = 'read' | 'ended' | { waitMs: number };

/** Waits between two looks at an export within one job, in milliseconds; then a later job looks again. */
const looks = [150, 250, 500, 1_000];
const laterMs = 5_000;
/** Payments that are stored together. */
const batch = 500;

interface Reading {
  link: CommerceLink;
  shop: string;
  accessToken: string;
}

/**
 * Reads all orders of a shop from an export that the platform makes in the background: pages would cost more than the platform
 * allows. The export's id and how many lines are stored are kept with the connection, so that an interrupted job goes on. An
 * export that has ended without a file, or is too old, is given up: the next attempt starts another. Throws the provider's failure.
 */
export async function readAllOrders(deps: Deps, scope: ReceiverScope, reading: Reading): Promise<Progress> {
  const { link, shop, accessToken } = reading;
  const { shopPlatform } = deps.providers;
  if (link.sync_cursor === allStored) return 'read';
  let exported = exportOf(link.sync_cursor);
  if (!exported) {
    const id = await shopPlatform.startOrdersExport(shop, accessToken);
    if (id === null) return { waitMs: laterMs };
    exported = { id, lines: 0 };
    await updateAppLink(deps.database, scope, link, { sync_cursor: cursorOf(exported) });
  }
  for (const waitMs of looks) {
    await pause(waitMs);
    const found = await shopPlatform.readOrdersExport(shop, accessToken, exported.id);
    if (found.state === 'done') return found.file === null ? 'read' : storeFile(deps, scope, link, { ...exported, file: found.file });
    if (found.state === 'gone') {
      await updateAppLink(deps.database, scope, link, { sync_cursor: null });
      const facts = { provider: 'shopify', call: 'read_orders_export', message: 'the export of orders ended without a file' };
      throw found.isDenied ? new Refused({ ...facts, code: 'access_denied' }) : new Unavailable({ ...facts, code: 'export_failed' });
    }
  }
  return { waitMs: laterMs };
}

/** The cursor when every line is stored, while payouts and chargebacks are not. */
const allStored = 'exported';

interface Exported {
  id: string;
  /** The lines of its file that are stored. */
  lines: number;
}

const cursorOf = ({ id, lines }: Exported) => `export ${lines} ${id}`;

/** Returns the export that an interrupted reading left; null without one. */
function exportOf(cursor: string | null): Exported | null {
  const [, lines, id] = /^export (\d+) (.+)$/.exec(cursor ?? '') ?? [];
  return lines === undefined || id === undefined ? null : { id, lines: Number(lines) };
}

async function storeFile(deps: Deps, scope: ReceiverScope, link: CommerceLink, exported: Exported & { file: string }): Promise<Progress> {
  let line = 0;
  let items: ShopMovement[] = [];
  const store = async (cursor: string) => {
    const isConnected = await storeSales(deps, scope, link, { items }, { sync_cursor: cursor });
    items = [];
    return isConnected;
  };
  for await (const movements of deps.providers.shopPlatform.readExportFile(exported.file)) {
    line += 1;
    if (line <= exported.lines) continue;
    items.push(...movements);
    if (items.length >= batch && !(await store(cursorOf({ id: exported.id, lines: line })))) return 'ended';
  }
  return (await store(allStored)) ? 'read' : 'ended';
}
