import { type FilledProduct, startFilledProduct } from './busyReceiver.ts';
import { backTest, type KindFigures } from './cashBackTest.ts';
import type { Figure } from './figures.ts';
import { percentile } from './load.ts';
import type { StoreKind } from './sampleStores.ts';

/** The word that the stores of the figures are drawn by. The rule was made with stores of other words. */
const base = 'unseen harvest';
const storesOfKind = 250;
/** The kinds whose sales go on much as they did: the range has to hold what it says of them. */
const lasting: ReadonlySet<StoreKind> = new Set(['steady', 'seasonal']);

function figuresOf({ kind, held, error, lastMonthError }: KindFigures): Figure[] {
  const isBound = lasting.has(kind);
  return [
    {
      name: `${kind} stores: days of sales inside the range of their day`,
      value: held * 100,
      unit: '%',
      beside: { name: 'all days', value: 100 },
      ...(isBound && { ratioLeast: 0.55, ratioMost: 0.65 }),
    },
    {
      name: `${kind} stores: median error of a day of sales`,
      value: error * 100,
      unit: '% of a mean day',
      beside: { name: '“same as last month”', value: lastMonthError * 100 },
      ...(isBound && { ratioMost: 0.999 }),
    },
  ];
}

type Filled = FilledProduct<'large'>;

/** Links a bank with a balance and a store, and books what was bought as repaid as far as it was due. */
async function linkAndRepay({ client, receivers: { large } }: Filled): Promise<void> {
  const { receiverId } = large;
  await client.query(
    `INSERT INTO bank_link (receiver_id, id, handle, access_token, item_id, account_id, balance_available_cents, balance_current_cents, balance_at, last_synced_at)
     VALUES ($1::uuid, $1::uuid, 'h_' || $1::uuid, 'bench:YmVuY2g=', 'bench-item', 'bench-account', 5000000, 5000000, now(), now())`,
    [receiverId],
  );
  await client.query(
    `INSERT INTO debit_authorization (receiver_id, bank_link_id, account_id, ach_classes, version, text, accepted_at, ip_address, user_agent)
     VALUES ($1::uuid, $1::uuid, 'bench-account', '{ccd}', 'bench', 'bench', now(), '127.0.0.1', 'bench')`,
    [receiverId],
  );
  await client.query(
    `INSERT INTO commerce_link (receiver_id, source, handle, connection_id, platform, is_ready, sync_state, counted_at, last_synced_at)
     VALUES ($1::uuid, 'shopify', 'h_' || $1::uuid, 'bench', 'SHOPIFY', true, 'done', now(), now())`,
    [receiverId],
  );
  await client.query(
    `INSERT INTO ledger_transfer (receiver_id, debit_account, credit_account, amount_cents, kind, external_id, subject_id, at)
     SELECT $1::uuid, debit, credit, amount, kind, kind, kind, now() FROM (
       SELECT 'owed' AS debit, 'card_network' AS credit, sum(bought_cents) - sum(returned_cents) AS amount, 'settlement' AS kind FROM card_day WHERE receiver_id = $1::uuid
       UNION ALL
       SELECT 'bank', 'owed', sum(bought_cents) FILTER (WHERE repayment_date <= current_date) - sum(returned_cents), 'repayment' FROM card_day WHERE receiver_id = $1::uuid
     ) booked`,
    [receiverId],
  );
}

const rounds = 120;

/** Measures the page beside a key read, after calls that open connections and fill caches. */
async function timePage({ product, client, receivers: { large } }: Filled): Promise<Figure> {
  const tookMs: number[] = [];
  const keyReadMs: number[] = [];
  for (let round = -20; round < rounds; round += 1) {
    const began = performance.now();
    const answer = await fetch(`${product.url}/api/users/${large.person.token}/cash_flow`, {
      headers: { authorization: `Bearer ${large.person.accessToken}` },
    });
    const body = (await answer.json()) as { days: unknown[]; flows: { kind: string }[]; is_expected: boolean };
    const took = performance.now() - began;
    const kinds = new Set(body.flows?.map(({ kind }) => kind));
    if (!answer.ok || body.days.length !== 90 || !body.is_expected || !kinds.has('payout') || !kinds.has('draw'))
      throw new Error(`the cash to come answered ${answer.status}, with ${[...kinds].join(', ')}`);
    const keyBegan = performance.now();
    await client.query({
      name: 'key',
      text: 'SELECT * FROM card_transaction WHERE receiver_id = $1 AND token = $2',
      values: [large.receiverId, 'bench-0000777'],
    });
    if (round < 0) continue;
    tookMs.push(took);
    keyReadMs.push(performance.now() - keyBegan);
  }
  const sorted = (times: readonly number[]) => times.toSorted((one, other) => one - other);
  return {
    name: `100,000 card transactions and receivables: the cash to come (median ${percentile(sorted(tookMs), 0.5).toFixed(1)})`,
    value: percentile(sorted(tookMs), 0.95),
    unit: 'ms (p95)',
    beside: { name: 'a key read, p95', value: percentile(sorted(keyReadMs), 0.95) },
    valueMost: 50,
  };
}

/** Tries the rule of the cash to come on a thousand stores, and measures its page. */
export async function benchCashFlow(): Promise<Figure[]> {
  const foreseen = backTest(base, storesOfKind).flatMap(figuresOf);
  const filled = await startFilledProduct({ large: { cardTransactions: 100_000, receivables: 100_000 } });
  try {
    await linkAndRepay(filled);
    return [...foreseen, await timePage(filled)];
  } finally {
    await filled.stop();
  }
}
