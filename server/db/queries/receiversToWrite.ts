import { prismaOf, type Transaction } from '../client.ts';
import { receiversAtOnce } from './plannerRuns.ts';

/** Returns the ids of the next receivers of a program, after one and ordered by id, who have a card or owe something: the possible recipients of mail. */
export async function receiversToWrite(transaction: Transaction, whitelabel: string, after: string): Promise<string[]> {
  const rows = await prismaOf(transaction).$queryRaw<{ id: string }[]>`
    SELECT id FROM receiver
    WHERE whitelabel = ${whitelabel} AND id > ${after}::uuid AND (
      EXISTS (SELECT 1 FROM card WHERE card.receiver_id = receiver.id AND card.state <> 'CLOSED')
      OR EXISTS (SELECT 1 FROM ledger_balance balance WHERE balance.receiver_id = receiver.id AND account = 'owed' AND balance_cents > 0)
    )
    ORDER BY id LIMIT ${receiversAtOnce}`;
  return rows.map(({ id }) => id);
}
