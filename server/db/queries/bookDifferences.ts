import type { Cents } from '../../domain/basics/money.ts';
import { storedCents } from '../cents.ts';
import { Prisma, prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import { failedPayouts, settled } from './statusLists.ts';
import { differingSums } from './sums.ts';

/** The booked and the correct amount of one item. */
export interface BookDifference {
  subject: string;
  external_id: string;
  booked_cents: Cents;
  wanted_cents: Cents;
}

type Row = Record<'booked' | 'wanted', bigint> & { subject: string; external_id: string };

/**
 * Returns the contradictions in a receiver's books, none in sound ones: an account's balance is not the sum of its
 * transfers; a card transaction, repayment, manual row or due date's cashback is booked wrongly; an entry belongs to none
 * of these; a day's sum is not the sum of its purchases.
 */
export async function findBookDifferences(transaction: Transaction, { receiverId }: ReceiverScope): Promise<BookDifference[]> {
  const rows = await prismaOf(transaction).$queryRaw<Row[]>`
    WITH movement AS (
      SELECT subject_id, debit_account AS account, amount_cents FROM ledger_transfer WHERE receiver_id = ${receiverId}::uuid
      UNION ALL
      SELECT subject_id, credit_account, -amount_cents FROM ledger_transfer WHERE receiver_id = ${receiverId}::uuid
    ), position AS (
      SELECT subject_id, account, sum(amount_cents)::bigint AS cents FROM movement WHERE account IN ('owed', 'pending') GROUP BY subject_id, account
    ), wanted AS (
      -- A refund counts when it has settled.
      SELECT token AS subject_id, 'pending' AS account, CASE WHEN is_counted THEN greatest(pending_cents, 0) ELSE 0 END AS cents, 'card_transaction' AS subject
      FROM card_transaction WHERE receiver_id = ${receiverId}::uuid
      UNION ALL
      SELECT token, 'owed', CASE WHEN is_counted THEN settled_cents ELSE 0 END, 'card_transaction'
      FROM card_transaction WHERE receiver_id = ${receiverId}::uuid
      UNION ALL
      SELECT provider_transfer_id, 'owed', CASE WHEN status IN ${settled} THEN -amount_cents ELSE 0 END, 'repayment'
      FROM bank_transfer WHERE receiver_id = ${receiverId}::uuid AND NOT is_manual AND payout_id IS NULL
      UNION ALL
      SELECT 'payout:' || id, 'owed', CASE WHEN status IN ${failedPayouts} THEN 0 ELSE amount_cents END, 'credit_payout'
      FROM credit_payout WHERE receiver_id = ${receiverId}::uuid
      UNION ALL
      SELECT id::text, 'owed', -amount_cents, 'manual'
      FROM bank_transfer WHERE receiver_id = ${receiverId}::uuid AND is_manual AND cashback_due_date IS NULL
      UNION ALL
      SELECT 'cashback:' || cashback_due_date, 'owed', -sum(amount_cents)::bigint, 'cashback'
      FROM bank_transfer WHERE receiver_id = ${receiverId}::uuid AND cashback_due_date IS NOT NULL GROUP BY cashback_due_date
    )
    SELECT subject, external_id, booked, wanted FROM ${differingSums(Prisma.sql`receiver_id = ${receiverId}::uuid`)} sums WHERE booked <> wanted
    UNION ALL
    SELECT coalesce(wanted.subject, 'unknown'), subject_id || ' ' || account, coalesce(position.cents, 0), coalesce(wanted.cents, 0)
    FROM wanted FULL JOIN position USING (subject_id, account)
    WHERE coalesce(position.cents, 0) <> coalesce(wanted.cents, 0)`;
  return rows.map(({ subject, external_id, booked, wanted }) => ({
    subject,
    external_id,
    booked_cents: storedCents(booked),
    wanted_cents: storedCents(wanted),
  }));
}
