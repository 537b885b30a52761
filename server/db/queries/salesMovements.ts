import { dayMs, utcDate } from '../../domain/basics/dates.ts';
import { type StoreTransaction, salesWindowDays } from '../../domain/store/sales.ts';
import { storedCents } from '../cents.ts';
import { prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';

interface MovementRow {
  type: string;
  status: string;
  amount_cents: bigint;
  order_id: string | null;
  created_at: Date;
}

/**
 * Reads what a receiver's stores sold and took back in the 90 days before an instant, for looking ahead: one row for each UTC day,
 * type and status, dated at the day's noon. Refunds, and sales that the store marks as refunded, are one row for each order,
 * because which of them count depends on the day on which they are looked at.
 */
export async function readSalesMovements(transaction: Transaction, { receiverId }: ReceiverScope, now: Date): Promise<StoreTransaction[]> {
  const since = utcDate(new Date(now.getTime() - salesWindowDays * dayMs));
  const rows = await prismaOf(transaction).$queryRaw<MovementRow[]>`
    SELECT type, status, amount_cents::bigint, NULL AS order_id, (made_on::timestamp + interval '12 hours') AT TIME ZONE 'UTC' AS created_at
    FROM sales_day
    WHERE receiver_id = ${receiverId}::uuid AND made_on >= ${since}::date AND counted > 0 AND type <> 'refund' AND NOT (type = 'sale' AND status = 'refunded')
    UNION ALL
    SELECT type, status, sum(amount_cents)::bigint, order_id, (date_trunc('day', created_at, 'UTC') + interval '12 hours')
    FROM (
      SELECT type, status, amount_cents, order_id, created_at FROM store_transaction
      WHERE receiver_id = ${receiverId}::uuid AND created_at >= ${since}::date AND type = 'refund'
      UNION ALL
      SELECT type, status, amount_cents, order_id, created_at FROM store_transaction
      WHERE receiver_id = ${receiverId}::uuid AND created_at >= ${since}::date AND type = 'sale' AND status = 'refunded'
    ) single
    GROUP BY type, status, order_id, 5`;
  return rows.map((row) => ({ ...row, amount_cents: storedCents(row.amount_cents) }));
}
