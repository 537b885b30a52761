import { type Database, prismaOf } from '../client.ts';

/** Receivers of a program who owe something, or have a draw that was begun and not finished. */
export async function receiversToDraw(database: Database, whitelabel: string): Promise<string[]> {
  const rows = await prismaOf(database).$queryRaw<{ id: string }[]>`
    SELECT id FROM receiver
    WHERE whitelabel = ${whitelabel} AND (
      EXISTS (SELECT 1 FROM ledger_balance balance WHERE balance.receiver_id = receiver.id AND account = 'owed' AND balance_cents > 0)
      OR EXISTS (SELECT 1 FROM draw WHERE draw.receiver_id = receiver.id AND status IN ('planned', 'sending', 'unknown'))
    )`;
  return rows.map(({ id }) => id);
}
