import type { IsoDate } from '../../domain/basics/dates.ts';
import { cents } from '../../domain/basics/money.ts';
import type { CardMovement } from '../../domain/repayment/refundedPurchases.ts';
import { Prisma, type Reading, readMany } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';

/** How many purchases before a refund are looked at: it is nearly always about the newest. */
const purchasesBefore = 20;

type Row = Omit<CardMovement, 'amount_cents'> & { amount_cents: bigint };

/** Returns a receiver's refunds, and the latest purchases before each: those at the same merchant with the same card, and those of all. */
export async function readRefundedPurchases(reading: Reading, { receiverId }: ReceiverScope): Promise<CardMovement[]> {
  const columns = Prisma.sql`token, card_token, merchant, amount_cents, created_at,
    to_char(coalesce(first_instalment_date, repayment_date), 'YYYY-MM-DD') AS first_due_date, instalments, cashback_basis_points`;
  const latest = (where: Prisma.Sql) => Prisma.sql`
    SELECT purchase.* FROM refund CROSS JOIN LATERAL (
      SELECT ${columns} FROM card_transaction bought
      WHERE bought.receiver_id = ${receiverId}::uuid AND is_counted AND NOT is_refund AND bought.amount_cents > 0
        AND bought.created_at <= refund.created_at AND ${where}
      ORDER BY bought.created_at DESC LIMIT ${purchasesBefore}) purchase`;
  const rows = await readMany<Row>(
    reading,
    Prisma.sql`
      WITH refund AS (SELECT ${columns} FROM card_transaction WHERE receiver_id = ${receiverId}::uuid AND is_counted AND is_refund)
      SELECT * FROM refund
      UNION ${latest(Prisma.sql`bought.merchant = refund.merchant AND bought.card_token = refund.card_token`)}
      UNION ${latest(Prisma.sql`true`)}`,
  );
  return rows.map((row) => ({ ...row, amount_cents: cents(Number(row.amount_cents)), first_due_date: row.first_due_date as IsoDate }));
}
