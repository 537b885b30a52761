import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';
import { recordTimeline } from '../receiver/timeline.ts';

/**
 * Records that a connected store was read for the first time, once, with the number of its transactions. Two readings of one store may
 * end at the same time, so the stored row decides which of them is the first.
 */
export async function noteFirstReading(
  deps: Deps,
  transaction: Transaction,
  scope: ReceiverScope,
  { linkId, count }: { linkId: string; count: number },
): Promise<void> {
  const { count: first } = await databaseOf(transaction, scope).commerceLink.updateMany({
    where: { id: linkId, unlinked_at: null, last_synced_at: null },
    data: { last_synced_at: deps.clock() },
  });
  if (first === 1) await recordTimeline(deps, scope, 'store_synced', { transactions: count }, transaction);
}
