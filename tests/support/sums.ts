import type { PrismaDatabase } from '../../server/db/client.ts';

/** One statement that makes the sums of the ledger and of card transactions anew from all rows. */
export const sumAnewSql = `DO $$ BEGIN
  LOCK TABLE card_transaction, ledger_transfer IN SHARE MODE;
  DELETE FROM ledger_balance;
  INSERT INTO ledger_balance (receiver_id, account, balance_cents)
  SELECT receiver_id, account, sum(cents) FROM (
    SELECT receiver_id, debit_account AS account, amount_cents AS cents FROM ledger_transfer
    UNION ALL SELECT receiver_id, credit_account, -amount_cents FROM ledger_transfer) movement GROUP BY 1, 2;
  DELETE FROM card_transaction_count;
  INSERT INTO card_transaction_count (receiver_id, counted) SELECT receiver_id, count(*) FROM card_transaction WHERE is_counted GROUP BY 1;
  DELETE FROM card_day;
  INSERT INTO card_day (receiver_id, card_token, made_on, repayment_date, first_due_date, instalments, cashback_basis_points, bought_cents, returned_cents)
  SELECT receiver_id, card_token, (created_at AT TIME ZONE 'UTC')::date, repayment_date, coalesce(first_instalment_date, repayment_date), instalments,
    cashback_basis_points, sum(greatest(amount_cents, 0)), sum(greatest(-amount_cents, 0))
  FROM card_transaction WHERE is_counted GROUP BY 1, 2, 3, 4, 5, 6, 7;
END $$`;

/** Makes the sums anew after a test has written rows by itself: the product keeps them by the statement that writes the rows. */
export async function sumAnew(database: Pick<PrismaDatabase, '$executeRawUnsafe'>): Promise<void> {
  await database.$executeRawUnsafe(sumAnewSql);
}
