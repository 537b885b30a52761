import { keepDoing, type Load } from './load.ts';
import type { SoakedProduct } from './product.ts';

/**
 * The calls that a provider refused for being too many, by its own quota and not by a fault that was switched on. Alerts are left out:
 * nobody waits for them, and Slack takes one a second of a channel.
 */
export interface QuotaRefusals {
  /** How many of each, such as `lithic GET /v1/cards`. */
  counted: ReadonlyMap<string, number>;
  watch: (load: Load) => Promise<void>;
}

interface Row {
  id: bigint;
  call: string;
}

/** More often than the sandbox forgets the calls that it received. */
const betweenLooksMs = 1_000;

export function createQuotaRefusals(): QuotaRefusals {
  const counted = new Map<string, number>();
  let last = 0n;
  async function look({ deps }: SoakedProduct): Promise<void> {
    const rows = await deps.database.$queryRaw<Row[]>`
      SELECT id, stand_in || ' ' || method || ' ' || regexp_replace(split_part(path, '?', 1), '[0-9a-f-]{36}', ':id') AS call
      FROM sandbox.journal WHERE id > ${last} AND status = 429 AND fault IS NULL AND stand_in NOT IN ('slack', 'push') ORDER BY id`;
    for (const { id, call } of rows) {
      counted.set(call, (counted.get(call) ?? 0) + 1);
      last = id;
    }
  }
  return { counted, watch: (load) => keepDoing(load, betweenLooksMs, () => look(load.product)) };
}
