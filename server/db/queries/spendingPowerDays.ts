import { prismaOf, type Transaction } from '../client.ts';
import type { SpendingPowerSnapshot } from '../generated/client.ts';
import type { ReceiverScope } from '../scope.ts';

/**
 * Reads the newest run of the spending power rule and the last run of each earlier UTC day, newest first: at most
 * `days` of them. Days without a run are skipped.
 */
export async function readSpendingPowerDays(transaction: Transaction, { receiverId }: ReceiverScope, days: number): Promise<SpendingPowerSnapshot[]> {
  // Each step reads one row of the index, so a busy day costs no more than a quiet one.
  return prismaOf(transaction).$queryRaw<SpendingPowerSnapshot[]>`
    WITH RECURSIVE day AS (
      (SELECT snapshot.*, 1 AS number FROM spending_power_snapshot snapshot
      WHERE receiver_id = ${receiverId}::uuid ORDER BY taken_at DESC, id DESC LIMIT 1)
      UNION ALL
      SELECT before.* FROM day CROSS JOIN LATERAL (
        SELECT snapshot.*, day.number + 1 FROM spending_power_snapshot snapshot
        WHERE receiver_id = day.receiver_id AND taken_at < date_trunc('day', day.taken_at, 'UTC')
        ORDER BY taken_at DESC, id DESC LIMIT 1
      ) before WHERE day.number < ${days}
    )
    SELECT receiver_id, id, total_cents, outstanding_cents, available_cents, inputs, terms, cause, taken_at FROM day ORDER BY number`;
}
