import pg from 'pg';
import { shareEmbeddedPostgres } from '../../../server/db/embedded.ts';
import { addCalendarDays, dayMs, startOfDay, utcDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { merchantColumns } from '../../../server/domain/card/merchant.ts';
import type { CardActivity, ReceivableActivity } from '../../../server/domain/table/activity.ts';
import { searchText, tabs } from '../../../server/domain/table/table.ts';
import { sumAnewSql } from '../../support/sums.ts';
import { withoutIndexes } from '../../support/withoutIndexes.ts';
import { addCard, type Merchant, signUpMerchant } from './benchMerchants.ts';
import { type RunningProduct, startWholeProduct } from './processes.ts';

/** A receiver with many rows. */
export interface BusyReceiver extends Merchant {
  cardTransactions: number;
  receivables: number;
  /** The range of the amounts of its purchases, and of its sales, in cents. */
  purchasesRange: number;
  salesRange: number;
}

/** A running product with two busy receivers. */
export interface BusyProduct {
  product: RunningProduct;
  /** A hundred thousand card transactions, and as many receivables. */
  large: BusyReceiver;
  /** A million card transactions, and a hundred thousand receivables. */
  huge: BusyReceiver;
  databaseUrl: string;
  client: pg.Client;
  stop: () => Promise<void>;
}

const words = ['FJORD', 'MERIDIAN', 'HARBOR', 'NORTHWIND', 'CEDAR', 'SUMMIT', 'PRAIRIE', 'LANTERN', 'COPPER', 'WILLOW', 'GRANITE', 'ORCHARD'];
const trades = ['TEXTILES IMPORT', 'PAPER CO', 'FREIGHT', 'COFFEE ROASTERS', 'OFFICE SUPPLY', 'HARDWARE', 'PRINTING', 'AIRLINES', 'CLOUD HOSTING'];
/** Codes of trades, by which spending is summed. */
const categories = ['5131', '5943', '4215', '5812', '5251', '4511', '7372', '3000', '5734'];

/**
 * Returns a card transaction; each place gives the same one: a year of purchases with some refunds, holds and declines, at a hundred merchants.
 * They come in the order in which they were made, as they do from the issuer.
 */
function activity(place: number, { purchasesRange, cardTransactions }: BusyReceiver, now: number): CardActivity {
  const scattered = (place * 2_654_435_761) % 4_294_967_296;
  const yearPassed = (place + scattered / 4_294_967_296) / cardTransactions;
  const created_at = new Date(now - Math.floor((1 - yearPassed) * 365 * dayMs));
  const kind = place % 100;
  const amount = 100 + (scattered % purchasesRange);
  return {
    id: `bench-${String(place).padStart(7, '0')}`,
    status: kind === 0 ? 'DECLINED' : kind === 1 ? 'PENDING' : 'SETTLED',
    result: kind === 0 ? 'DECLINED' : 'APPROVED',
    descriptor: `${words[scattered % words.length]} ${trades[Math.floor(scattered / 16) % trades.length]}`,
    amount_cents: cents(kind > 1 && kind < 5 ? -amount : amount),
    created_at,
    repayment_date: addCalendarDays(utcDate(created_at), 30),
  };
}

const batchSize = 10_000;

async function addInBatches(count: number, add: (places: number[]) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < count; first += batchSize) await add(Array.from({ length: Math.min(batchSize, count - first) }, (_, place) => first + place));
}

async function addCardTransactions(client: pg.Client, receiver: BusyReceiver): Promise<void> {
  const { receiverId, cardToken, cardTransactions } = receiver;
  const now = Date.now();
  await addInBatches(cardTransactions, (places) => {
    const rows = places.map((place) => activity(place, receiver, now));
    const merchants = rows.map((row) => merchantColumns(row.descriptor));
    return client.query(
      `INSERT INTO card_transaction (receiver_id, token, card_token, status, result, amount_cents, settled_cents, pending_cents, merchant_descriptor,
         merchant_key, merchant, merchant_category_code, raw_data, search_text, repayment_date, created_at, updated_at)
       SELECT $1, token, $2, status, result, amount, CASE status WHEN 'SETTLED' THEN amount ELSE 0 END, CASE status WHEN 'PENDING' THEN amount ELSE 0 END,
         descriptor, key, merchant, category, json_build_object('merchant', json_build_object('descriptor', descriptor)), search, due, made, made
       FROM unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[], $9::date[], $10::timestamptz[], $11::text[], $12::text[], $13::text[])
         AS added (token, status, result, amount, descriptor, search, due, made, category, key, merchant)`,
      [
        receiverId,
        cardToken,
        rows.map((row) => row.id),
        rows.map((row) => row.status),
        rows.map((row) => row.result),
        rows.map((row) => row.amount_cents),
        rows.map((row) => row.descriptor),
        rows.map((row) => searchText(tabs.card, row)),
        rows.map((row) => row.repayment_date && startOfDay(row.repayment_date).toISOString()),
        rows.map((row) => row.created_at.toISOString()),
        rows.map((_, place) => categories[place % categories.length]),
        merchants.map(({ merchant_key }) => merchant_key),
        merchants.map(({ merchant }) => merchant),
      ],
    );
  });
}

/** Returns a sale of the last ninety days or, in every twentieth place, a refund of one. */
function movement(place: number, { receivables, salesRange }: BusyReceiver, now: number): ReceivableActivity {
  return {
    id: `bench-${place}`,
    type: place % 20 === 0 ? 'refund' : 'sale',
    status: place % 50 === 0 ? 'pending' : 'success',
    amount_cents: cents(500 + ((place * 7_919) % salesRange)),
    created_at: new Date(now - (90 * dayMs * (place + 1)) / (receivables + 1)),
  };
}

async function addReceivables(client: pg.Client, receiver: BusyReceiver): Promise<void> {
  const now = Date.now();
  await addInBatches(receiver.receivables, (places) => {
    const rows = places.map((place) => movement(place, receiver, now));
    return client.query(
      `INSERT INTO store_transaction (receiver_id, source, external_id, order_id, type, status, amount_cents, search_text, created_at, updated_at)
       SELECT $1, 'rutter', id, 'order-' || place / 20, type, status, amount, search, made, made
       FROM unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::timestamptz[])
         AS added (id, place, type, status, amount, search, made)`,
      [
        receiver.receiverId,
        rows.map((row) => row.id),
        places,
        rows.map((row) => row.type),
        rows.map((row) => row.status),
        rows.map((row) => row.amount_cents),
        rows.map((row) => searchText(tabs.receivables, row)),
        rows.map((row) => row.created_at.toISOString()),
      ],
    );
  });
}

async function addRows(client: pg.Client, receiver: BusyReceiver): Promise<void> {
  await addCard(client, receiver, 1);
  await addCardTransactions(client, receiver);
  await addReceivables(client, receiver);
}

/** A running product with receivers of many rows, by name. */
export interface FilledProduct<Name extends string> {
  product: RunningProduct;
  receivers: Record<Name, BusyReceiver>;
  databaseUrl: string;
  client: pg.Client;
  stop: () => Promise<void>;
}

type Rows = Pick<BusyReceiver, 'cardTransactions' | 'receivables'> & Partial<typeof usualRanges>;

const usualRanges = { purchasesRange: 250_000, salesRange: 200_000 };

/** Starts the product and fills it with a receiver for each of these numbers of rows. */
export async function startFilledProduct<Name extends string>(wanted: Readonly<Record<Name, Rows>>): Promise<FilledProduct<Name>> {
  const product = await startWholeProduct();
  const { url: databaseUrl } = await shareEmbeddedPostgres({ dataDir: product.dataDir, log: { debug: () => {}, error: console.error } });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const names = Object.keys(wanted) as Name[];
  const made = await Promise.all(
    names.map(async (name) => [name, { ...(await signUpMerchant(product, `${name}@example.com`)), ...usualRanges, ...wanted[name] }] as const),
  );
  await withoutIndexes(client, ['public.card_transaction', 'public.store_transaction'], async () => {
    for (const [, receiver] of made) await addRows(client, receiver);
  });
  await client.query(sumAnewSql);
  await client.query('VACUUM ANALYZE');
  return {
    product,
    receivers: Object.fromEntries(made) as Record<Name, BusyReceiver>,
    databaseUrl,
    client,
    stop: async () => {
      await client.end();
      await product.stop();
    },
  };
}

/** Starts the product and fills it. Takes a few minutes. */
export async function startBusyProduct(): Promise<BusyProduct> {
  const { receivers, ...filled } = await startFilledProduct({
    large: { cardTransactions: 100_000, receivables: 100_000 },
    huge: { cardTransactions: 1_000_000, receivables: 100_000 },
  });
  return { ...filled, ...receivers };
}
