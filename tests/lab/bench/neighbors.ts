import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../../../server/config.ts';
import { answerOf } from '../../support/answerOf.ts';
import { percentile } from '../../support/percentile.ts';
import { sumAnewSql } from '../../support/sums.ts';
import { addMerchant, type Merchant } from './benchMerchants.ts';
import type { DecisionsWanted, DecisionTimes } from './decisionClient.ts';
import type { Figure } from './figures.ts';
import { type SeparateProduct, startSeparateProduct } from './processes.ts';
import type { StatementsWanted } from './statementClient.ts';

/** The number of statements that one merchant asks for at once, while all others buy. */
const statements = 40;
const purchasesOfMonth = 1_000;
/** How often they are asked for, again when all have come: of some hundred decisions three would be the slowest hundredth. */
const rounds = 3;
const merchants = 20;
const quietMs = 15_000;
const warmUpMs = 2_000;

const powerCents = 100_000_000;

const limits = { decisionMs: 50, healthMs: 100, eventLoopMs: 50 };

/** Gives a merchant a month with many settled purchases. Returns the month, `YYYY-MM`. */
async function addMonth({ client }: SeparateProduct, { receiverId, cardToken }: Merchant): Promise<string> {
  await client.query(
    `INSERT INTO card_transaction (receiver_id, token, card_token, status, result, amount_cents, settled_cents, pending_cents, merchant_descriptor, merchant_key, merchant,
       raw_data, search_text, repayment_date, created_at, updated_at)
     SELECT $1, 'bench-' || place, $2, 'SETTLED', 'APPROVED', 100 + place, 100 + place, 0, 'FJORD TEXTILES ' || place % 97, 'fjord textiles ' || place % 97, 'fjord textiles',
       '{}', 'fjord', '2026-02-04', timestamptz '2026-01-01' + place * interval '20 minutes', now()
     FROM generate_series(1, ${purchasesOfMonth}) place`,
    [receiverId, cardToken],
  );
  await client.query(
    `INSERT INTO ledger_transfer (receiver_id, debit_account, credit_account, amount_cents, kind, external_id, subject_id, at, recorded_at)
     SELECT receiver_id, 'owed', 'card_network', amount_cents, 'settlement', token || '#0', token, created_at, created_at
     FROM card_transaction WHERE receiver_id = $1`,
    [receiverId],
  );
  await client.query(sumAnewSql);
  // As a database that has run for a while has done of itself.
  await client.query('ANALYZE');
  return '2026-01';
}

/** Returns the event loop's delay in ms, 99th percentile and longest, since this was last asked. */
async function eventLoopDelay(url: string): Promise<{ p99Ms: number; longestMs: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const figure = (name: string) => Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1]) * 1_000;
  return { p99Ms: figure('p99'), longestMs: figure('max') };
}

/** Measures what everybody but the merchant with the many statements notices, until `end`. */
async function watch(decisionClient: ChildProcess, { url }: SeparateProduct, wanted: DecisionsWanted, end: Promise<unknown>) {
  await eventLoopDelay(url);
  const answer = answerOf<DecisionTimes>(decisionClient, wanted);
  await Promise.race([answer, end]);
  decisionClient.send({});
  const { decisions, health } = await answer;
  const eventLoop = await eventLoopDelay(url);
  return { decisionMs: percentile(decisions, 0.99), healthMs: percentile(health, 0.99), ...eventLoop };
}

/** Asks for all statements, and again when they have come. Returns how many seconds each of the last round took, sorted. */
async function askInRounds(statementClient: ChildProcess, forty: StatementsWanted): Promise<number[]> {
  let took: number[] = [];
  for (let round = 0; round < rounds; round += 1) took = await answerOf<number[]>(statementClient, forty);
  return took;
}

interface Clients {
  decisionClient: ChildProcess;
  statementClient: ChildProcess;
}

async function compareNeighbors(product: SeparateProduct, { decisionClient, statementClient }: Clients): Promise<Figure[]> {
  const { url, decisionUrl } = product;
  const one = await addMerchant(product, 0, powerCents);
  const month = await addMonth(product, one);
  const cardTokens: string[] = [];
  for (let place = 1; place <= merchants; place += 1) cardTokens.push((await addMerchant(product, place, powerCents)).cardToken);
  const { decisionSecret } = readConfig({}).lithic;
  const forty: StatementsWanted = {
    url: `${url}/api/users/${one.person.token}/statements/${month}?kind=card`,
    headers: { authorization: `Bearer ${one.person.accessToken}`, accept: 'application/pdf' },
    count: statements,
  };
  const measured = async (decisionUrl: string) => {
    const wanted = { decisionUrl, healthUrl: url, decisionSecret, cardTokens };
    await watch(decisionClient, product, wanted, pause(warmUpMs));
    const quiet = await watch(decisionClient, product, wanted, pause(quietMs));
    const asking = askInRounds(statementClient, forty);
    const busy = await watch(decisionClient, product, wanted, asking);
    return { quiet, busy, took: await asking };
  };
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
}

/** Measures what the others notice while one merchant asks for forty statements at once, beside the same without them. */
export async function benchNeighbors(): Promise<Figure[]> {
  const product = await startSeparateProduct();
  const clients = { decisionClient: fork('tests/lab/bench/decisionClient.ts'), statementClient: fork('tests/lab/bench/statementClient.ts') };
  try {
    return await compareNeighbors(product, clients);
  } finally {
    for (const client of Object.values(clients)) client.disconnect();
    await product.stop();
  }
}
