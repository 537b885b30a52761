import { prismaOf, type Transaction } from '../client.ts';
import { receiversAtOnce } from './plannerRuns.ts';

/** Returns the ids of the next receivers, after one and ordered by id, with alerts that have waited until now. */
export async function receiversWithDueAlerts(transaction: Transaction, now: Date, after: string): Promise<string[]> {
  const rows = await prismaOf(transaction).$queryRaw<{ receiver_id: string }[]>`
    SELECT DISTINCT receiver_id FROM alert_sent
    WHERE receiver_id > ${after}::uuid AND due_at <= ${now} AND sent_at IS NULL AND dropped_at IS NULL
    ORDER BY receiver_id LIMIT ${receiversAtOnce}`;
  return rows.map(({ receiver_id }) => receiver_id);
}
