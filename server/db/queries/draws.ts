import { type Database, prismaOf } from '../client.ts';

/**
 * Returns the ids of a program's receivers who owe something, or have an unfinished draw; and of those on the fixed plan,
 * whose cashback may become final on a day on which they owe nothing.
 */
export async function receiversToDraw(database: Database, whitelabel: string): Promise<string[]> {
  const rows = await prismaOf(database).$queryRaw<{ id: string }[]>`
    SELECT id FROM receiver
    WHERE whitelabel = ${whitelabel} AND (
      payment_plan = 'fixed_pay'
      OR EXISTS (SELECT 1 FROM ledger_balance balance WHERE balance.receiver_id = receiver.id AND account = 'owed' AND balance_cents > 0)
      OR EXISTS (SELECT 1 FROM draw WHERE draw.receiver_id = receiver.id AND status IN ('planned', 'sending', 'unknown'))
    )`;
  return rows.map(({ id }) => id);
}
