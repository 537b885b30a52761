import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../../server/config.ts';
import { searchVersion } from '../../server/domain/table/table.ts';
import type { Figure } from './figures.ts';
import { percentile } from './load.ts';
import { type SeparateProduct, startSeparateProduct } from './processes.ts';
import { type SignedIn, signIn } from './signIn.ts';

/** What one merchant asks for at once, and what all others do meanwhile. */
const statements = 40;
const purchasesOfMonth = 1_000;
const merchants = 20;
const decisionsPerSecond = 20;
const healthPerSecond = 10;
const quietSeconds = 15;

const limits = { decisionMs: 50, healthMs: 100, eventLoopMs: 50 };

interface Merchant {
  person: SignedIn;
  receiverId: string;
  cardToken: string;
}

async function addMerchant({ url, sandboxUrl, client }: SeparateProduct, place: number): Promise<Merchant> {
  const person = await signIn(sandboxUrl, `merchant-${place}@example.com`);
  const answer = await fetch(`${url}/api/receiver`, { headers: { authorization: `Bearer ${person.accessToken}` } });
  const { id: receiverId } = (await answer.json()) as { id: string };
  const cardToken = `card-of-${receiverId}`;
  await client.query(
    `INSERT INTO card (receiver_id, token, account_token, type, state, last_four, name_on_card, spend_limit, created_at)
     VALUES ($1, $2, 'bench-account', 'VIRTUAL', 'OPEN', '4242', 'BENCH', 100000000, now())`,
    [receiverId, cardToken],
  );
  await client.query(
    `INSERT INTO spending_power_snapshot (receiver_id, total_cents, outstanding_cents, available_cents, inputs, terms, cause, taken_at)
     VALUES ($1, 100000000, 0, 100000000, '{}', '{}', 'bench', now())`,
    [receiverId],
  );
  return { person, receiverId, cardToken };
}

/** Gives a merchant a month with many settled purchases. Returns the month, `YYYY-MM`. */
async function addMonth({ client }: SeparateProduct, { receiverId, cardToken }: Merchant): Promise<string> {
  await client.query(
    `INSERT INTO card_transaction (receiver_id, token, card_token, status, result, amount_cents, settled_cents, pending_cents, merchant_descriptor, raw_data,
       search_text, search_version, repayment_date, created_at, updated_at)
     SELECT $1, 'bench-' || place, $2, 'SETTLED', 'APPROVED', 100 + place, 100 + place, 0, 'FJORD TEXTILES ' || place % 97, '{}',
       'fjord', ${searchVersion}, '2026-02-04', timestamptz '2026-01-01' + place * interval '20 minutes', now()
     FROM generate_series(1, ${purchasesOfMonth}) place`,
    [receiverId, cardToken],
  );
  await client.query(
    `INSERT INTO ledger_transfer (receiver_id, debit_account, credit_account, amount_cents, kind, external_id, subject_id, at, recorded_at)
     SELECT receiver_id, 'owed', 'card_network', amount_cents, 'settlement', token || '#0', token, created_at, created_at
     FROM card_transaction WHERE receiver_id = $1`,
    [receiverId],
  );
  return '2026-01';
}

/** Returns the body of the issuer's question about a purchase of one dollar. */
function question({ cardToken }: Merchant): string {
  const usd = { amount: 100, currency: 'USD' };
  return JSON.stringify({
    event_type: 'card_authorization.approval_request',
    token: randomUUID(),
    event_token: randomUUID(),
    status: 'AUTHORIZATION',
    created: new Date().toISOString(),
    acquirer_fee: 0,
    amount: 100,
    authorization_amount: 100,
    settled_amount: 0,
    cash_amount: 0,
    cashback: 0,
    cardholder_currency: 'USD',
    merchant_amount: 100,
    merchant_currency: 'USD',
    amounts: { cardholder: { ...usd, conversion_rate: '1.000000' }, hold: usd, merchant: usd, settlement: null },
    card: { token: cardToken, last_four: '4242', state: 'OPEN', type: 'VIRTUAL' },
    merchant: { descriptor: 'FJORD TEXTILES IMPORT', mcc: '5131', city: 'NEW YORK', state: 'NY', country: 'USA', acceptor_id: '333301802529120' },
  });
}

const signingKey = Buffer.from(readConfig({}).lithic.decisionSecret.replace('whsec_', ''), 'base64');

/** Asks for a decision as the issuer does. Returns how many ms it took, also of a 503; throws when it is neither that nor an approval. */
async function decide(url: string, merchant: Merchant): Promise<number> {
  const body = question(merchant);
  const id = `asa_${randomUUID()}`;
  const timestamp = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', signingKey).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = { 'content-type': 'application/json', 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` };
  const began = performance.now();
  const answer = await fetch(`${url}/webhooks/lithic/authorization`, { method: 'POST', headers, body });
  const text = await answer.text();
  const tookMs = performance.now() - began;
  if (answer.status !== 503 && !text.includes('"APPROVED"')) throw new Error(`a decision was answered ${answer.status} ${text}`);
  return tookMs;
}

async function askHealth(url: string): Promise<number> {
  const began = performance.now();
  await (await fetch(`${url}/healthz`)).text();
  return performance.now() - began;
}

/** Asks at a steady rate, whether or not earlier answers have come, until `end`. Returns the times in ms, sorted. */
async function steadily(perSecond: number, ask: (place: number) => Promise<number>, end: () => boolean): Promise<number[]> {
  const began = performance.now();
  const asked: Promise<number>[] = [];
  while (!end()) {
    const answer = ask(asked.length);
    // A failure is thrown below.
    answer.catch(() => {});
    asked.push(answer);
    await pause(Math.max(0, began + (asked.length * 1_000) / perSecond - performance.now()));
  }
  return (await Promise.all(asked)).toSorted((one, other) => one - other);
}

/** Returns the event loop's delay in ms, 99th percentile and longest, since this was last asked. */
async function eventLoopDelay(url: string): Promise<{ p99Ms: number; longestMs: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const figure = (name: string) => Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1]) * 1_000;
  return { p99Ms: figure('p99'), longestMs: figure('max') };
}

/** What everybody but the merchant with the many statements noticed, while `decisionUrl` decided. */
async function watch({ url }: SeparateProduct, decisionUrl: string, others: readonly Merchant[], end: () => boolean) {
  await eventLoopDelay(url);
  const [decisions, health] = await Promise.all([
    steadily(decisionsPerSecond, (place) => decide(decisionUrl, others[place % others.length] as Merchant), end),
    steadily(healthPerSecond, () => askHealth(url), end),
  ]);
  const eventLoop = await eventLoopDelay(url);
  return { decisionMs: percentile(decisions, 0.99), healthMs: percentile(health, 0.99), ...eventLoop };
}

/** Asks for a statement until it comes. Returns after how many seconds it did. */
async function askForStatement(url: string, headers: Record<string, string>): Promise<number> {
  const began = performance.now();
  let last = '';
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const answer = await fetch(url, { headers });
    const bytes = await answer.bytes();
    if (answer.ok && bytes.length > 100_000) return (performance.now() - began) / 1_000;
    last = `${answer.status}, ${bytes.length} bytes`;
    await pause(1_000);
  }
  throw new Error(`a statement did not come: ${last}`);
}

/** Asks for all statements at once. Returns how many seconds each took, sorted. */
async function askForStatements({ url }: SeparateProduct, { person }: Merchant, month: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${person.accessToken}`, accept: 'application/pdf' };
  const address = `${url}/api/users/${person.token}/statements/${month}?kind=card`;
  const took = await Promise.all(Array.from({ length: statements }, () => askForStatement(address, headers)));
  return took.toSorted((one, other) => one - other);
}

/** Measures what the others notice while one merchant asks for forty statements at once, beside the same without them. */
export async function benchNeighbours(): Promise<Figure[]> {
  const product = await startSeparateProduct();
  try {
    const one = await addMerchant(product, 0);
    const month = await addMonth(product, one);
    const others: Merchant[] = [];
    for (let place = 1; place <= merchants; place += 1) others.push(await addMerchant(product, place));
    const { url, decisionUrl } = product;
    const measured = async (decisionUrl: string) => {
      await watch(product, decisionUrl, others, after(2));
      const quiet = await watch(product, decisionUrl, others, after(quietSeconds));
      let isOver = false;
      const asking = askForStatements(product, one, month).finally(() => (isOver = true));
      const [took, busy] = await Promise.all([asking, watch(product, decisionUrl, others, () => isOver)]);
      return { quiet, busy, took };
    };
    // The first time its process for files has not begun yet.
    const together = await measured(url);
    const apart = await measured(decisionUrl);
    const compared = (name: string, { busy, quiet }: typeof together, figure: keyof typeof together.quiet, valueMost?: number): Figure => ({
      name,
      value: busy[figure],
      unit: 'ms',
      beside: { name: 'without the statements', value: quiet[figure] },
      ...(valueMost !== undefined && { valueMost }),
    });
    return [
      compared(`a decision during ${statements} statements, p99`, together, 'decisionMs', limits.decisionMs),
      compared('a decision by a process of its own, p99', apart, 'decisionMs', limits.decisionMs),
      compared('/healthz, p99', together, 'healthMs', limits.healthMs),
      compared('delay of the event loop, p99', together, 'p99Ms', limits.eventLoopMs),
      compared('delay of the event loop, longest', together, 'longestMs'),
      {
        name: `${statements} statements of ${purchasesOfMonth} purchases, all`,
        value: together.took.at(-1) ?? 0,
        unit: 's',
        beside: { name: 'the first of them', value: together.took[0] ?? 0 },
      },
    ];
  } finally {
    await product.stop();
  }
}

function after(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1_000;
  return () => performance.now() >= end;
}
