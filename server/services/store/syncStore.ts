import { inTransaction } from '../../db/database.ts';
import { type ChangesOf, databaseOf } from '../../db/databaseOf.ts';
import { type StoreTransactionRow, upsertStoreTransactions } from '../../db/queries/storeTransactions.ts';
import type { CommerceLink } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { countedCurrency, typeByGateway } from '../../domain/store/sales.ts';
import { storeErrorOf } from '../../domain/store/storeErrors.ts';
import { inCurrency } from '../../domain/table/activity.ts';
import { searchText, tabs } from '../../domain/table/table.ts';
import { Refused, Unavailable } from '../../providers/failure.ts';
import type { StoreTransaction } from '../../providers/ports/storeData.ts';
import type { Deps } from '../deps.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';
import { noteFirstReading } from './noteFirstReading.ts';
import { noteMonthsRead } from './noteMonthsRead.ts';
import { refreshStore } from './refreshStore.ts';
import { readSince, storeAccessToken } from './storeLink.ts';

/** Shortest wait before a store that is not ready is asked again, in milliseconds. The wait grows with the time since linking. */
const minimumWaitMs = 2_000;
const maximumWaitMs = 15 * 60_000;

/** Converts a store's transaction to our row; null when the store does not report its amount. */
function storeTransactionRow(transaction: StoreTransaction, storeCurrency: string): StoreTransactionRow | null {
  const { transactionId, status, amountCents, createdAt } = transaction;
  if (amountCents === null) return null;
  const type = typeByGateway(transaction.type, transaction.gateway);
  const currency = transaction.currency ?? storeCurrency;
  return {
    external_id: transactionId,
    order_id: transaction.orderId,
    type,
    status,
    payment_method_type: transaction.paymentMethodType,
    gateway: transaction.gateway,
    amount_cents: BigInt(amountCents),
    currency,
    search_text: searchText(tabs.receivables, { id: transactionId, type, status, amount_cents: amountCents, created_at: createdAt, ...inCurrency(currency) }),
    created_at: createdAt,
    updated_at: transaction.updatedAt,
  };
}

/** Updates a link that is still connected. Returns false when another store has replaced it. */
async function updateLink({ database }: Deps, scope: ReceiverScope, linkId: string, data: ChangesOf<'commerceLink'>): Promise<boolean> {
  const { count } = await databaseOf(database, scope).commerceLink.updateMany({ where: { id: linkId, unlinked_at: null }, data });
  return count === 1;
}

type Reading = 'read' | 'not_ready' | 'replaced';

/** Reads all changes since the last sync, one page at a time, and continues where an interrupted sync stopped. */
async function readChanges(deps: Deps, scope: ReceiverScope, link: CommerceLink, token: string): Promise<Reading> {
  const since = readSince(link);
  let storeCurrency: string | undefined;
  for (let after = link.sync_cursor; ; ) {
    const page = await deps.providers.storeData.listTransactions(token, since, after);
    if (!page.isReady) return 'not_ready';
    // A store need not name the currency of each transaction.
    if (page.items.some(({ currency }) => currency === null)) storeCurrency ??= (await deps.providers.storeData.getStore(token))?.currency ?? countedCurrency;
    const rows = page.items.flatMap((item) => storeTransactionRow(item, storeCurrency ?? countedCurrency) ?? []);
    const isCurrent = await inTransaction(deps.database, async (transaction) => {
      const where = { id: link.id, unlinked_at: null };
      const own = databaseOf(transaction, scope);
      const { count } = await own.commerceLink.updateMany({ where, data: { sync_cursor: page.next } });
      if (count === 0) return false;
      await upsertStoreTransactions(transaction, scope, link.source, rows);
      const synced_count = await own.storeTransaction.count({ where: { source: link.source } });
      await own.commerceLink.updateMany({ where, data: { synced_count, is_ready: true } });
      await noteMonthsRead(transaction, scope, link);
      return true;
    });
    if (!isCurrent) return 'replaced';
    if (page.next === null) return 'read';
    after = page.next;
  }
}

/** Queues a later sync for a store that the provider has not read yet; a webhook event may come sooner. */
async function waitForStore(deps: Deps, scope: ReceiverScope, link: CommerceLink): Promise<void> {
  const waitedMs = deps.clock().getTime() - link.linked_at.getTime();
  const waitMs = Math.min(maximumWaitMs, Math.max(minimumWaitMs, waitedMs / 2));
  await updateLink(deps, scope, link.id, { sync_state: 'waiting', is_ready: false });
  await deps.queue.send('sync-store', { receiver_id: scope.receiverId, link_id: link.id }, { singletonKey: `${link.id}:later`, delayMs: waitMs });
}

/** Returns the instant from which the next sync reads. After an interruption, rows read before it may have changed since. */
function syncedUntil(link: CommerceLink, startedAt: Date): Date {
  return link.sync_cursor === null ? startedAt : (link.synced_until ?? link.linked_at);
}

async function finish(deps: Deps, scope: ReceiverScope, link: CommerceLink, { syncedUntil, freshAt }: { syncedUntil: Date; freshAt: Date }): Promise<void> {
  await inTransaction(deps.database, async (transaction) => {
    const own = databaseOf(transaction, scope);
    const count = await own.storeTransaction.count({ where: { source: link.source } });
    await noteFirstReading(deps, transaction, scope, { linkId: link.id, count });
    const { count: current } = await own.commerceLink.updateMany({
      where: { id: link.id, unlinked_at: null },
      data: {
        sync_state: 'done',
        sync_cursor: null,
        synced_count: count,
        months_read: link.months_wanted,
        expected_count: count,
        synced_until: syncedUntil,
        fresh_at: freshAt,
        last_synced_at: deps.clock(),
        last_error: null,
      },
    });
    if (current === 0) return;
    await requestSpendingPower(deps, transaction, scope, 'store synced');
  });
}

/**
 * Reads and stores what changed in a connected store, then updates spending power. Waits for a store that the provider
 * has not read yet; leaves a store that needs a new sign-in, or was switched off, until a webhook event reports a
 * change. May be repeated and interrupted. Throws the provider's failure, so that the job tries again.
 */
export async function syncStore(deps: Deps, scope: ReceiverScope, linkId: string): Promise<void> {
  const startedAt = deps.clock();
  const connection = await refreshStore(deps, scope, linkId);
  const link = await databaseOf(deps.database, scope).commerceLink.findUnique({ where: { receiver_id_id: { id: linkId } } });
  const token = link && storeAccessToken(deps, scope, link);
  if (!token || !connection || link.unlinked_at !== null || link.needs_update || link.is_disabled) return;
  if (!(await updateLink(deps, scope, linkId, { sync_state: 'running' }))) return;
  try {
    const reading = await readChanges(deps, scope, link, token);
    if (reading === 'not_ready') await waitForStore(deps, scope, link);
    if (reading === 'read')
      await finish(deps, scope, link, { syncedUntil: syncedUntil(link, startedAt), freshAt: connection.lastSyncCompletedAt ?? startedAt });
  } catch (failure) {
    // The cursor may be stale at the provider: after a refusal the next attempt starts at the first page.
    const isRefused = failure instanceof Refused;
    const code = storeErrorOf(failure instanceof Refused || failure instanceof Unavailable ? failure.code : 'failed');
    await updateLink(deps, scope, linkId, { sync_state: 'failed', last_error: code, ...(isRefused && { sync_cursor: null }) });
    throw failure;
  }
}
