import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { chanceOf } from '../../support/chance.ts';
import type { Load } from './load.ts';
import { type Death, deaths } from './pair.ts';
import type { FailoverProduct } from './product.ts';

/** How long a failover took, in ms from the death of the primary on. */
export interface Round {
  death: Death;
  promotedMs: number;
  /** The time from which on every process answered every question. */
  decisionsMs: number;
  /** The time from which on web processes answered and workers worked. */
  everythingMs: number;
}

/** The times that a failover may take, in ms. */
export const limits = { decisionsMs: 10_000, everythingMs: 30_000 };

/** Nothing is waited for longer than this, in ms. */
const patienceMs = 60_000;

/** How long all must go well until it counts as well again, in ms. */
const calmMs = 2_000;

async function until(what: string, look: () => Promise<boolean>): Promise<void> {
  const beganMs = performance.now();
  while (!(await look().catch(() => false))) {
    if (performance.now() - beganMs > patienceMs) throw new Error(`never came: ${what}`);
    await pause(50);
  }
}

async function exists(url: string, statement: string, values: readonly string[]): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(statement, [...values])).rowCount === 1;
  } finally {
    await client.end();
  }
}

/** Buys at the issuer until a purchase is approved, and waits until a worker has booked it. */
export async function untilBooked({ product, merchants }: Load): Promise<void> {
  const [{ cardToken }] = merchants;
  let token = '';
  await until('a purchase is approved', async () => {
    const sale = await product.press<{ token: string; result: string }>('lithic/spend', {
      card_token: cardToken,
      amount: 300,
      descriptor: 'CEDAR OFFICE SUPPLY',
      settle: 'yes',
    });
    token = sale.token;
    return sale.result === 'APPROVED';
  });
  await until('the purchase is booked', () => exists(product.pair.primaryUrl, `SELECT FROM card_transaction WHERE token = $1 AND status = 'SETTLED'`, [token]));
}

const isReady = ({ webUrls }: FailoverProduct) =>
  Promise.all(webUrls.map(async (url) => (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok)).then((all) => all.every(Boolean));

/** Waits until every process has answered all questions for a while. Returns when the last answer failed, or the first one came. */
async function untilDecided({ product, done }: Load, sinceMs: number): Promise<number> {
  const ofProcess = (url: string) => done.asked.filter((asked) => asked.url === url && asked.sentMs >= sinceMs);
  const lastFailure = (url: string) => Math.max(0, ...ofProcess(url).flatMap(({ isAnswered, endedMs }) => (isAnswered ? [] : [endedMs])));
  const firstAnswer = (url: string) =>
    Math.min(...ofProcess(url).flatMap(({ isAnswered, endedMs }) => (isAnswered && endedMs > lastFailure(url) ? [endedMs] : [])));
  await until('every process decides', async () => product.deciderUrls.every((url) => performance.now() - firstAnswer(url) > calmMs));
  return Math.max(...product.deciderUrls.map(firstAnswer));
}

/** Lets the primary die at a random moment and everything go on with the standby, and makes another standby. */
export async function failOver(load: Load, place: number): Promise<Round> {
  const { product, seed } = load;
  const chance = chanceOf(`${seed} round ${place}`);
  const death = chance.pick(deaths);
  await pause(chance.between(500, 3_000));
  const diedMs = performance.now();
  await product.pair.kill(death);
  await product.pair.failOver();
  const promotedMs = performance.now() - diedMs;
  const everything = (async () => {
    await until('the web processes are ready', () => isReady(product));
    await untilBooked(load);
    return performance.now() - diedMs;
  })();
  const [decidedMs, everythingMs] = await Promise.all([untilDecided(load, diedMs), everything]);
  await product.pair.fence();
  await product.pair.addStandby();
  return { death, promotedMs, decisionsMs: decidedMs - diedMs, everythingMs };
}
