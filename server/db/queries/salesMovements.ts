import { dayMs, startOfDay, utcDate } from '../../domain/basics/dates.ts';
import { type StoreTransaction, salesWindowDays } from '../../domain/store/sales.ts';
import { storedCents } from '../cents.ts';
import { Prisma, readMany, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import { isInDollars } from './statusLists.ts';

interface StoredMovement {
  type: string;
  status: string;
  amount_cents: bigint;
  sold_on: string | null;
  made_on: string;
}

/**
 * Reads what a receiver's stores sold and took back in US dollars in the 90 days before an instant, for looking ahead: one row for each UTC day,
 * type and status, dated at the day's noon. Which refunds count depends on the day on which they are looked at: one of an order that
 * the store marks as refunded counts once that sale is out of the 90 days. All such sales of a day leave them together, so they have
 * that day for an order id, and so have the refunds of their orders: one row for each day of refunds and day of sales.
 */
export async function readSalesMovements(transaction: Transaction, { receiverId }: ReceiverScope, now: Date): Promise<StoreTransaction[]> {
  const since = utcDate(new Date(now.getTime() - salesWindowDays * dayMs));
  const own = Prisma.sql`receiver_id = ${receiverId}::uuid`;
  const rows = await readMany<StoredMovement>(
    transaction,
    Prisma.sql`
    WITH refunded AS (
      SELECT order_id, (max(created_at) AT TIME ZONE 'UTC')::date AS sold_on FROM store_transaction
      WHERE ${own} AND ${isInDollars} AND created_at >= ${startOfDay(since)} AND type = 'sale' AND status = 'refunded' AND order_id IS NOT NULL
      GROUP BY order_id
    ), moved AS (
      SELECT type, status, amount_cents, CASE WHEN type = 'sale' AND status = 'refunded' THEN made_on END AS sold_on, made_on FROM sales_day
      WHERE ${own} AND made_on >= ${since}::date AND counted > 0 AND type <> 'refund'
      UNION ALL
      SELECT 'refund', status, sum(amount_cents), sold_on, (created_at AT TIME ZONE 'UTC')::date
      FROM store_transaction LEFT JOIN refunded USING (order_id)
      WHERE ${own} AND ${isInDollars} AND created_at >= ${startOfDay(since)} AND type = 'refund'
      GROUP BY status, sold_on, 5
    )
    SELECT type, status, amount_cents::bigint, sold_on::text, made_on::text FROM moved`,
  );
  return rows.map(({ type, status, amount_cents, sold_on, made_on }) => ({
    type,
    status,
    amount_cents: storedCents(amount_cents),
    order_id: sold_on,
    created_at: new Date(`${made_on}T12:00:00Z`),
  }));
}
