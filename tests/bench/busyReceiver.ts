import pg from 'pg';
import { shareEmbeddedPostgres } from '../../server/db/embedded.ts';
import { addCalendarDays, dayInMs, startOfDay, utcDate } from '../../server/domain/basics/dates.ts';
import { cents } from '../../server/domain/basics/money.ts';
import type { CardActivity } from '../../server/domain/table/activity.ts';
import { searchText, tabs } from '../../server/domain/table/table.ts';
import { type RunningProduct, startWholeProduct } from './processes.ts';
import { type SignedIn, signIn } from './signIn.ts';

export const cardTransactions = 1_000_000;
export const receivables = 100_000;
export const cardToken = 'bench-card';

/** A running product with a receiver that has a million card transactions and a hundred thousand receivables. */
export interface BusyProduct {
  product: RunningProduct;
  person: SignedIn;
  receiverId: string;
  databaseUrl: string;
  client: pg.Client;
  stop: () => Promise<void>;
}

const words = ['FJORD', 'MERIDIAN', 'HARBOR', 'NORTHWIND', 'CEDAR', 'SUMMIT', 'PRAIRIE', 'LANTERN', 'COPPER', 'WILLOW', 'GRANITE', 'ORCHARD'];
const trades = ['TEXTILES IMPORT', 'PAPER CO', 'FREIGHT', 'COFFEE ROASTERS', 'OFFICE SUPPLY', 'HARDWARE', 'PRINTING', 'AIRLINES', 'CLOUD HOSTING'];

/** The same rows each time: a year of purchases with some refunds, holds and declined ones, at a hundred merchants. */
function activity(place: number, now: number): CardActivity {
  const scattered = (place * 2_654_435_761) % 4_294_967_296;
  const created_at = new Date(now - Math.floor((scattered / 4_294_967_296) * 365 * dayInMs));
  const kind = place % 100;
  const amount = 100 + (scattered % 250_000);
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

async function addCardTransactions(client: pg.Client, receiverId: string): Promise<void> {
  const now = Date.now();
  for (let first = 0; first < cardTransactions; first += batchSize) {
    const rows = Array.from({ length: batchSize }, (_, place) => activity(first + place, now));
    await client.query(
      `INSERT INTO card_transaction (receiver_id, token, card_token, status, result, amount_cents, settled_cents, pending_cents, merchant_descriptor, raw_data,
         search_text, repayment_date, created_at, updated_at)
       SELECT $1, token, $2, status, result, amount, CASE status WHEN 'SETTLED' THEN amount ELSE 0 END, CASE status WHEN 'PENDING' THEN amount ELSE 0 END,
         descriptor, json_build_object('merchant', json_build_object('descriptor', descriptor)), search, due, made, made
       FROM unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[], $9::date[], $10::timestamptz[])
         AS added (token, status, result, amount, descriptor, search, due, made)`,
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
      ],
    );
  }
}

/** Sales of the last ninety days, with a refund for every twentieth. */
async function addReceivables(client: pg.Client, receiverId: string): Promise<void> {
  await client.query(
    `INSERT INTO store_transaction (receiver_id, source, external_id, order_id, type, status, amount_cents, search_text, created_at, updated_at)
     SELECT $1, 'rutter', 'bench-' || n, 'order-' || n / 20, CASE n % 20 WHEN 0 THEN 'refund' ELSE 'sale' END, 'success', 500 + n % 20000, 'sale', made, made
     FROM generate_series(1, $2::int) n, LATERAL (SELECT now() - interval '90 days' * n / ($2::int + 1) AS made) at`,
    [receiverId, receivables],
  );
}

async function addCard(client: pg.Client, receiverId: string): Promise<void> {
  await client.query(
    `INSERT INTO card (receiver_id, token, account_token, type, state, last_four, name_on_card, spend_limit, created_at)
     VALUES ($1, $2, 'bench-account', 'VIRTUAL', 'OPEN', '4242', 'BENCH', 1, now())`,
    [receiverId, cardToken],
  );
}

/** Starts the product and fills it. Takes a minute or two. */
export async function startBusyProduct(): Promise<BusyProduct> {
  const product = await startWholeProduct();
  const { url: databaseUrl } = await shareEmbeddedPostgres({ dataDir: product.dataDir, log: { debug: () => {}, error: console.error } });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const person = await signIn(product.sandboxUrl, 'busy@example.com');
  const answer = await fetch(`${product.url}/api/receiver`, { headers: { authorization: `Bearer ${person.accessToken}` } });
  const { id: receiverId } = (await answer.json()) as { id: string };
  await addCard(client, receiverId);
  await addCardTransactions(client, receiverId);
  await addReceivables(client, receiverId);
  await client.query('VACUUM ANALYZE');
  return {
    product,
    person,
    receiverId,
    databaseUrl,
    client,
    stop: async () => {
      await client.end();
      await product.stop();
    },
  };
}
