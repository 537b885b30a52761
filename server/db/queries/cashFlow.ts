import { type IsoDate, isoDate } from '../../domain/basics/dates.ts';
import { type Cents, cents } from '../../domain/basics/money.ts';
import { storedCents } from '../cents.ts';
import { Prisma, readMany, readValue, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import { doneSales } from './statusLists.ts';

/** The stored sales and payouts of a receiver's stores in US dollars, by day. */
export interface StoreCashRows {
  /** The days with sales, before returns, since the day asked for. */
  sold: { date: IsoDate; sold_cents: Cents }[];
  /** The first day with a sale, however long ago; null without one. */
  first: IsoDate | null;
  /** Refunds and chargebacks of those days; the larger of what the store lists, and what it marks. */
  returned: Cents;
  /** Payouts that the platform lists, by their day. */
  made: { date: IsoDate; amount_cents: Cents }[];
  underway: { date: IsoDate; amount_cents: Cents }[];
  /** The stores that are connected. */
  stores: { platform: string; shown_since: IsoDate | null; is_being_read: boolean }[];
}

type Dated = [day: string, amount: number][];

interface StoredCash {
  sold: Dated;
  first: string | null;
  refunds: number;
  refunded: number;
  made: Dated;
  underway: Dated;
  stores: { platform: string; shown_since: string | null; is_being_read: boolean }[];
}

/** Reads a receiver's sales and payouts by day since a day, and their stores, as one value of one moment. Only the daily sums are read. */
export async function readStoreCash(transaction: Transaction, { receiverId }: ReceiverScope, since: IsoDate): Promise<StoreCashRows> {
  const own = Prisma.sql`receiver_id = ${receiverId}::uuid`;
  const isSale = Prisma.sql`type = 'sale' AND status IN ${doneSales} AND amount_cents > 0`;
  const dated = (condition: Prisma.Sql) => Prisma.sql`(
      SELECT coalesce(json_agg(json_build_array(made_on, amount) ORDER BY made_on), '[]')
      FROM (SELECT made_on, sum(amount_cents) AS amount FROM recent WHERE ${condition} GROUP BY made_on) by_day)`;
  const stored = await readValue<StoredCash>(
    transaction,
    Prisma.sql`(
      WITH recent AS MATERIALIZED (
        SELECT made_on, type, status, amount_cents FROM sales_day WHERE ${own} AND made_on >= ${since}::date AND counted > 0
      )
      SELECT json_build_object(
        'sold', ${dated(isSale)},
        'first', (SELECT made_on FROM sales_day WHERE ${own} AND ${isSale} AND counted > 0 ORDER BY made_on LIMIT 1),
        'refunds', (SELECT coalesce(sum(amount_cents), 0) FROM recent WHERE type IN ('refund', 'chargeback') AND status IN ${doneSales}),
        'refunded', (SELECT coalesce(sum(amount_cents), 0) FROM recent WHERE type = 'sale' AND status = 'refunded'),
        'made', ${dated(Prisma.sql`type = 'payout' AND status = 'success'`)},
        'underway', ${dated(Prisma.sql`type = 'payout' AND status = 'pending'`)},
        'stores', (
          SELECT coalesce(json_agg(json_build_object('platform', platform, 'shown_since', (shown_since AT TIME ZONE 'UTC')::date,
            'is_being_read', counted_at IS NULL AND NOT needs_update AND NOT is_disabled) ORDER BY linked_at), '[]')
          FROM commerce_link WHERE ${own} AND unlinked_at IS NULL)
      ))`,
  );
  const day = (text: string | null) => (text === null ? null : isoDate(text));
  const amounts = (rows: Dated) => rows.map(([date, amount]) => ({ date: isoDate(date), amount_cents: cents(amount) }));
  return {
    sold: stored.sold.map(([date, sold]) => ({ date: isoDate(date), sold_cents: cents(sold) })),
    first: day(stored.first),
    returned: cents(Math.max(stored.refunds, stored.refunded)),
    made: amounts(stored.made),
    underway: amounts(stored.underway),
    stores: stored.stores.map((store) => ({ ...store, shown_since: day(store.shown_since) })),
  };
}

interface PurchaseRow {
  merchant: string;
  made_on: IsoDate;
  amount_cents: Cents;
}

/** The newest purchases that are read of each merchant, and the most merchants. */
const purchasesOfEach = 12;
const maximumMerchants = 1_000;

/**
 * Reads the newest purchases at each merchant since an instant, at most twelve of each and at most a thousand merchants, by their names.
 * The merchants are found by one step in the index each, so that the reading does not grow with the purchases.
 */
export async function readPurchasesByMerchant(transaction: Transaction, { receiverId }: ReceiverScope, since: Date): Promise<PurchaseRow[]> {
  const rows = await readMany<{ merchant: string; made_on: string; amount_cents: bigint }>(
    transaction,
    Prisma.sql`
    WITH RECURSIVE merchant AS (
      (SELECT merchant_key, 1 AS number FROM card_transaction
      WHERE receiver_id = ${receiverId}::uuid AND is_counted ORDER BY merchant_key LIMIT 1)
      UNION ALL
      SELECT next.merchant_key, merchant.number + 1 FROM merchant CROSS JOIN LATERAL (
        SELECT merchant_key FROM card_transaction
        WHERE receiver_id = ${receiverId}::uuid AND is_counted AND merchant_key > merchant.merchant_key ORDER BY merchant_key LIMIT 1
      ) next WHERE merchant.number < ${maximumMerchants}
    )
    SELECT newest.merchant, to_char(newest.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS made_on, newest.amount_cents
    FROM merchant CROSS JOIN LATERAL (
      SELECT merchant, created_at, amount_cents FROM card_transaction
      WHERE receiver_id = ${receiverId}::uuid AND is_counted AND merchant_key = merchant.merchant_key AND created_at >= ${since} AND amount_cents > 0
      ORDER BY created_at DESC LIMIT ${purchasesOfEach}
    ) newest`,
  );
  return rows.map(({ merchant, made_on, amount_cents }) => ({ merchant, made_on: isoDate(made_on), amount_cents: storedCents(amount_cents) }));
}
