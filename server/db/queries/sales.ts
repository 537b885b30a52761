import { dayInMs } from '../../domain/dates.ts';
import { monthDays, type StoreTransaction, salesWindowDays } from '../../domain/sales.ts';
import { storedCents } from '../cents.ts';
import { Prisma, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';

interface SalesRow {
  type: string;
  status: string;
  amount_cents: bigint;
  order_id: string | null;
  created_at: Date;
}

/**
 * A receiver's sales as the rule takes them, added up where the rule makes no difference: one row for each type, status
 * and month of the window, dated as the oldest of them. Rows of orders that the store marks as refunded are kept apart,
 * under one order. The first sale ever is there too, when it is older than the window.
 */
export async function readSales(transaction: Transaction, { receiverId }: ReceiverScope, now: Date): Promise<StoreTransaction[]> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayInMs);
  const made = (since: Date, until: Date) => Prisma.sql`receiver_id = ${receiverId}::uuid AND created_at > ${since} AND created_at <= ${until}`;
  const windowStart = daysAgo(salesWindowDays);
  const months = Array.from({ length: salesWindowDays / monthDays }, (_, month) => made(daysAgo((month + 1) * monthDays), daysAgo(month * monthDays)));
  // Each month by itself, so that an index alone answers: many rows are added up without being looked at.
  const ofMonths = months.map(
    (inMonth) => Prisma.sql`
      SELECT type, status, CASE WHEN type = 'sale' AND status = 'refunded' THEN 'refunded' END AS order_id,
        sum(amount_cents)::bigint AS amount_cents, min(created_at) AS created_at
      FROM store_transaction WHERE ${inMonth} AND type <> 'refund' GROUP BY type, status`,
  );
  const refunds = Prisma.sql`
      SELECT 'refund', status, CASE WHEN is_of_refunded THEN 'refunded' END, sum(amount_cents)::bigint, min(created_at)
      FROM (
        SELECT status, amount_cents, created_at, order_id IN (
          SELECT order_id FROM store_transaction WHERE ${made(windowStart, now)} AND type = 'sale' AND status = 'refunded' AND order_id IS NOT NULL
        ) AS is_of_refunded
        FROM store_transaction WHERE ${made(windowStart, now)} AND type = 'refund'
      ) refund
      GROUP BY status, is_of_refunded`;
  const first = Prisma.sql`
      (SELECT type, status, NULL, amount_cents, created_at
      FROM store_transaction
      WHERE receiver_id = ${receiverId}::uuid AND created_at <= ${windowStart} AND type = 'sale' AND status IN ('success', 'refunded') AND amount_cents > 0
      ORDER BY created_at LIMIT 1)`;
  const rows = await transaction.$queryRaw<SalesRow[]>(Prisma.join([...ofMonths, refunds, first], ' UNION ALL '));
  return rows.map((row) => ({ ...row, amount_cents: storedCents(row.amount_cents) }));
}
