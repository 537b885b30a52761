import { dayMs, startOfDay, utcDate } from '../../domain/basics/dates.ts';
import { monthDays, type StoreTransaction, salesWindowDays } from '../../domain/store/sales.ts';
import { storedCents } from '../cents.ts';
import { Prisma, prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import { doneSales, isInDollars } from './statusLists.ts';

interface SalesRow {
  type: string;
  status: string;
  amount_cents: bigint;
  order_id: string | null;
  created_at: Date;
}

/**
 * Reads a receiver's sales in US dollars for the spending power rule, summed where the rule allows: one row for each type, status and
 * month of the window, dated by its oldest sale. Refunds of orders that the store marks as refunded are summed apart,
 * under one order id. The first sale ever is included when it is older than the window.
 */
export async function readSales(transaction: Transaction, { receiverId }: ReceiverScope, now: Date): Promise<StoreTransaction[]> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const own = Prisma.sql`receiver_id = ${receiverId}::uuid`;
  const made = (since: Date, until: Date) => Prisma.sql`${own} AND ${isInDollars} AND created_at > ${since} AND created_at <= ${until}`;
  const windowStart = daysAgo(salesWindowDays);
  const months = Array.from({ length: salesWindowDays / monthDays }, (_, month) =>
    salesOfMonth(own, daysAgo((month + 1) * monthDays), daysAgo(month * monthDays)),
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
      WHERE ${own} AND ${isInDollars} AND created_at <= ${windowStart} AND type = 'sale' AND status IN ${doneSales} AND amount_cents > 0
      ORDER BY created_at LIMIT 1)`;
  const rows = await prismaOf(transaction).$queryRaw<SalesRow[]>(Prisma.join([...months, refunds, first], ' UNION ALL '));
  return rows.map((row) => ({ ...row, amount_cents: storedCents(row.amount_cents) }));
}

/**
 * Selects one month's sums of all but refunds. The month begins after `since` and ends with `until`: whole days come
 * from the daily sums, the two partial days at its ends from the transactions themselves.
 */
function salesOfMonth(own: Prisma.Sql, since: Date, until: Date): Prisma.Sql {
  const [firstDay, lastDay] = [utcDate(since), utcDate(until)];
  const secondDay = new Date(startOfDay(firstDay).getTime() + dayMs);
  const single = (isMade: Prisma.Sql) => Prisma.sql`
        SELECT type, status, amount_cents, created_at FROM store_transaction WHERE ${own} AND ${isInDollars} AND ${isMade} AND type <> 'refund'`;
  return Prisma.sql`
      SELECT type, status, CASE WHEN type = 'sale' AND status = 'refunded' THEN 'refunded' END AS order_id,
        sum(amount_cents)::bigint AS amount_cents, min(created_at) AS created_at
      FROM (${single(Prisma.sql`created_at > ${since} AND created_at < ${secondDay}`)}
        UNION ALL ${single(Prisma.sql`created_at >= ${startOfDay(lastDay)} AND created_at <= ${until}`)}
        UNION ALL
        SELECT type, status, amount_cents, (
          SELECT min(created_at) FROM store_transaction oldest
          WHERE ${own} AND ${isInDollars} AND created_at >= days.first AND created_at < days.first + interval '24 hours' AND oldest.type = days.type AND oldest.status = days.status)
        FROM (
          SELECT type, status, sum(amount_cents) AS amount_cents, min(made_on)::timestamp AT TIME ZONE 'UTC' AS first FROM sales_day
          WHERE ${own} AND made_on > ${firstDay}::date AND made_on < ${lastDay}::date AND type <> 'refund' AND counted > 0
          GROUP BY type, status
        ) days
      ) made
      GROUP BY type, status`;
}
