import { utcDate } from '../../domain/basics/dates.ts';
import type { Cents } from '../../domain/basics/money.ts';
import { storedCents } from '../cents.ts';
import { prismaOf, type Transaction } from '../client.ts';
import type { CardTransaction } from '../generated/client.ts';
import type { ReceiverScope } from '../scope.ts';

type Place = Pick<CardTransaction, 'token' | 'repayment_date' | 'created_at'>;

/** Returns the cents of all purchases that are due before a given one: due on earlier days, or due on the same day and made earlier. */
export async function readDuesBefore(transaction: Transaction, { receiverId }: ReceiverScope, { token, repayment_date, created_at }: Place): Promise<Cents> {
  const dueOn = utcDate(repayment_date);
  const [row] = await prismaOf(transaction).$queryRaw<{ cents: bigint }[]>`
    SELECT (
      (SELECT coalesce(sum(bought_cents), 0) FROM card_day WHERE receiver_id = ${receiverId}::uuid AND repayment_date < ${dueOn}::date)
      + (SELECT coalesce(sum(amount_cents), 0) FROM card_transaction
        WHERE receiver_id = ${receiverId}::uuid AND is_counted AND amount_cents > 0 AND repayment_date = ${dueOn}::date
          AND (created_at, token) < (${created_at}, ${token}))
    )::bigint AS cents`;
  return storedCents(row?.cents ?? 0n);
}
