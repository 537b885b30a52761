import { type Database, prismaOf } from '../client.ts';

/** Returns the ids of a program's receivers who have a card or owe something: the possible recipients of mail. */
export async function receiversToWrite(database: Database, whitelabel: string): Promise<string[]> {
  const rows = await prismaOf(database).$queryRaw<{ id: string }[]>`
    SELECT id FROM receiver
    WHERE whitelabel = ${whitelabel} AND (
      EXISTS (SELECT 1 FROM card WHERE card.receiver_id = receiver.id AND card.state <> 'CLOSED')
      OR EXISTS (SELECT 1 FROM ledger_balance balance WHERE balance.receiver_id = receiver.id AND account = 'owed' AND balance_cents > 0)
    )`;
  return rows.map(({ id }) => id);
}
