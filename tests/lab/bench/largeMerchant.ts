import { sumAnewSql } from '../../support/sums.ts';
import { type FilledProduct, startFilledProduct } from './busyReceiver.ts';
import type { Figure } from './figures.ts';
import { besideKeyReads, readKey, type Times } from './keyRead.ts';

/** A merchant whose every page has something to show: a hundred thousand purchases and as many sales, a bank, a store, and draws to come. */
export type LargeMerchant = FilledProduct<'large'>;

/** Starts the product with such a merchant. Takes about a minute. */
export async function startLargeMerchant(): Promise<LargeMerchant> {
  // The amounts leave a limit under the program's maximum: above it nothing raises the limit, and nothing is looked ahead for.
  const filled = await startFilledProduct({ large: { cardTransactions: 100_000, receivables: 100_000, purchasesRange: 4_000, salesRange: 500 } });
  await linkBankAndStore(filled);
  await addSubscriptions(filled);
  await addMoneyBack(filled);
  await bookAndRepay(filled);
  await filled.client.query('VACUUM ANALYZE');
  return filled;
}

/** Links a bank that may be debited, with a balance, and a store. */
async function linkBankAndStore({ client, receivers: { large } }: LargeMerchant): Promise<void> {
  const { receiverId } = large;
  // Without the holder's category no class of debits fits the account, and nothing is drawn from it.
  await client.query(
    `INSERT INTO bank_link (receiver_id, id, handle, access_token, item_id, account_id, holder_category, balance_available_cents, balance_current_cents, balance_at,
       last_synced_at)
     VALUES ($1::uuid, $1::uuid, 'h_' || $1::uuid, 'bench:YmVuY2g=', 'bench-item', 'bench-account', 'business', 5000000, 5000000, now(), now())`,
    [receiverId],
  );
  await client.query(
    `INSERT INTO debit_authorization (receiver_id, bank_link_id, account_id, ach_classes, version, text, accepted_at, ip_address, user_agent)
     VALUES ($1::uuid, $1::uuid, 'bench-account', '{ccd}', 'bench', 'bench', now(), '127.0.0.1', 'bench')`,
    [receiverId],
  );
  await client.query(
    `INSERT INTO commerce_link (receiver_id, source, handle, connection_id, platform, is_ready, sync_state, counted_at, fresh_at, last_synced_at)
     VALUES ($1::uuid, 'shopify', 'h_' || $1::uuid, 'bench', 'SHOPIFY', true, 'done', now(), now(), now())`,
    [receiverId],
  );
}

/** Adds forty merchants that have charged the same amount in each of twelve months. */
async function addSubscriptions({ client, receivers: { large } }: LargeMerchant): Promise<void> {
  await client.query(
    `INSERT INTO card_transaction (receiver_id, token, card_token, status, result, amount_cents, settled_cents, merchant_descriptor, merchant_key, merchant, merchant_category_code, raw_data,
       search_text, repayment_date, created_at, updated_at)
     SELECT $1::uuid, 'subscription-' || merchant || '-' || month, $2, 'SETTLED', 'APPROVED', 1900, 1900, upper(name), name, name,
       '5734', '{}', '', (made + interval '30 days')::date, made, made
     FROM generate_series(0, 39) merchant, generate_series(0, 11) month,
       LATERAL (SELECT chr(97 + merchant / 26) || chr(97 + merchant % 26) || ' software' AS name, now() - interval '2 days' - month * interval '1 month' AS made) charge`,
    [large.receiverId, large.cardToken],
  );
}

/**
 * Adds cashback of each week of five years, refunds that are open, and orders of the store that were returned within a month: enough
 * that the rule of spending power lowers its rate, and what raises the limit looks ahead day by day.
 */
async function addMoneyBack({ client, receivers: { large } }: LargeMerchant): Promise<void> {
  await client.query(
    `INSERT INTO bank_transfer (receiver_id, name, status, amount_cents, is_manual, transaction_type, manual_reason, cashback_due_date, search_text, created_at)
     SELECT $1::uuid, 'Cashback', 'settled', 5000, true, 'statement_credit', 'bench', current_date - 7 * week, '', now() - week * interval '7 days'
     FROM generate_series(1, 260) week`,
    [large.receiverId],
  );
  await client.query(
    `INSERT INTO card_transaction (receiver_id, token, card_token, status, result, amount_cents, pending_cents, merchant_descriptor, merchant_key, merchant, raw_data, search_text,
       repayment_date, created_at, updated_at)
     SELECT $1::uuid, 'refund-' || place, $2, 'PENDING', 'APPROVED', -2500, -2500, 'FJORD FREIGHT', 'fjord freight', 'fjord freight', '{}', '', current_date + 30, made, made
     FROM generate_series(1, 200) place, LATERAL (SELECT now() - place * interval '20 minutes' AS made) refund`,
    [large.receiverId, large.cardToken],
  );
  await client.query(
    `INSERT INTO store_transaction (receiver_id, source, external_id, order_id, type, status, amount_cents, search_text, created_at, updated_at)
     SELECT $1::uuid, 'shopify', type || place, 'returned-' || place, type, status, 700, '', made, made
     FROM generate_series(1, 8000) place, LATERAL (SELECT now() - place * interval '16 minutes' AS sold) sale,
       LATERAL (VALUES ('sale', 'refunded', sold), ('refund', 'success', least(sold + place % 30 * interval '1 day', now()))) movement (type, status, made)`,
    [large.receiverId],
  );
}

/** Books what was bought, and as repaid what of it is due by now. */
async function bookAndRepay({ client, receivers: { large } }: LargeMerchant): Promise<void> {
  await client.query(sumAnewSql);
  await client.query(
    `INSERT INTO ledger_transfer (receiver_id, debit_account, credit_account, amount_cents, kind, external_id, subject_id, at)
     SELECT $1::uuid, debit, credit, amount, kind, kind, kind, now() FROM (
       SELECT 'owed' AS debit, 'card_network' AS credit, sum(bought_cents) - sum(returned_cents) AS amount, 'settlement' AS kind FROM card_day WHERE receiver_id = $1::uuid
       UNION ALL
       SELECT 'bank', 'owed', sum(bought_cents) FILTER (WHERE repayment_date <= current_date) - sum(returned_cents), 'repayment' FROM card_day WHERE receiver_id = $1::uuid
     ) booked`,
    [large.receiverId],
  );
  await client.query(sumAnewSql);
}

/** Few enough that all calls of a subject stay below what one person may make in a minute. */
const rounds = 60;

/** The first rounds open connections and fill caches, and are not counted. */
const firstRounds = 10;

/** A call of a page, and what is wrong with an answer; null for one that shows what the merchant has. */
export interface PageCall<Answer> {
  name: string;
  /** Behind the merchant's own address. */
  path: string;
  problem: (answer: Answer) => string | null;
}

async function ask<Answer>({ product, receivers: { large } }: LargeMerchant, { path, problem }: PageCall<Answer>): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${product.url}/api/users/${large.person.token}${path}`, { headers: { authorization: `Bearer ${large.person.accessToken}` } });
  const body = await answer.json();
  const tookMs = performance.now() - began;
  const wrong = answer.ok ? problem(body as Answer) : `status ${answer.status}`;
  if (wrong !== null) throw new Error(`${path} answered wrongly: ${wrong}`);
  return tookMs;
}

/** Measures a call beside a key read. */
export async function timeCall<Answer>(merchant: LargeMerchant, call: PageCall<Answer>): Promise<Figure> {
  const times: Times = { tookMs: [], keyReadMs: [] };
  for (let round = -firstRounds; round < rounds; round += 1) {
    const took = await ask(merchant, call);
    const keyRead = await readKey(merchant.client, merchant.receivers.large.receiverId);
    if (round < 0) continue;
    times.tookMs.push(took);
    times.keyReadMs.push(keyRead);
  }
  return besideKeyReads(`100,000 card transactions and receivables: ${call.name}`, times, 50);
}
