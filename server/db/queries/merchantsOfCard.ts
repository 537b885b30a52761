import { prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import { isCardCheck } from './activityTables.ts';

/** The most merchants listed for a card that was replaced. */
const maximumListed = 50;

/** Returns the merchants that charged a card at least so often, those that did last first: they have its number stored. */
export async function merchantsOfCard(
  transaction: Transaction,
  { receiverId }: ReceiverScope,
  cardToken: string,
  times: number,
): Promise<{ merchant: string; times: number; last_at: Date }[]> {
  const rows = await prismaOf(transaction).$queryRaw<{ merchant: string; times: bigint; last_at: Date }[]>`
    SELECT max(merchant_descriptor) AS merchant, count(*) AS times, max(created_at) AS last_at FROM card_transaction
    WHERE receiver_id = ${receiverId}::uuid AND card_token = ${cardToken} AND is_counted AND NOT is_refund AND NOT (${isCardCheck})
    GROUP BY merchant_key HAVING count(*) >= ${times} ORDER BY max(created_at) DESC LIMIT ${maximumListed}`;
  return rows.map((row) => ({ ...row, times: Number(row.times) }));
}
