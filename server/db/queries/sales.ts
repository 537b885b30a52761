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
  const windowStart = daysAgo(salesWindowDays);
  const inWindow = Prisma.sql`receiver_id = ${receiverId}::uuid AND created_at > ${windowStart} AND created_at <= ${now}`;
  const month = Prisma.sql`CASE WHEN created_at > ${daysAgo(monthDays)} THEN 0 WHEN created_at > ${daysAgo(2 * monthDays)} THEN 1 ELSE 2 END`;
  const rows = await transaction.$queryRaw<SalesRow[]>`
    SELECT type, status, order_id, sum(amount_cents)::bigint AS amount_cents, min(created_at) AS created_at
    FROM (
      SELECT type, status, CASE WHEN type = 'sale' AND status = 'refunded' THEN 'refunded' END AS order_id, amount_cents, created_at, ${month} AS month
      FROM store_transaction
      WHERE ${inWindow} AND type <> 'refund'
      UNION ALL
      SELECT type, status, CASE WHEN order_id IN (
          SELECT order_id FROM store_transaction WHERE ${inWindow} AND type = 'sale' AND status = 'refunded' AND order_id IS NOT NULL
        ) THEN 'refunded' END, amount_cents, created_at, ${month}
      FROM store_transaction
      WHERE ${inWindow} AND type = 'refund'
    ) movement
    GROUP BY type, status, order_id, month
    UNION ALL
    (SELECT type, status, NULL, amount_cents, created_at
    FROM store_transaction
    WHERE receiver_id = ${receiverId}::uuid AND created_at <= ${windowStart} AND type = 'sale' AND status IN ('success', 'refunded') AND amount_cents > 0
    ORDER BY created_at LIMIT 1)`;
  return rows.map((row) => ({ ...row, amount_cents: storedCents(row.amount_cents) }));
}
