import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { printVerdict } from '../../support/printVerdict.ts';
import { makeMerchants } from '../soak/merchants.ts';
import { type Done, type Load, load } from './load.ts';
import { judge } from './oracle/verdict.ts';
import { type FailoverProduct, startFailoverProduct } from './product.ts';
import { failOver, limits, type Round, untilBooked } from './rounds.ts';

// `npm run failover -- --rounds 20 --seed 7`: kills the database's primary at random moments under load, promotes its standby, and
// checks what was acknowledged, drawn and booked. Exits with 1 when a promise is not kept.

const merchantsCount = 6;
/** The issuer repeats its webhooks, and the books are compared until they agree or this is over, in ms. */
const drainMs = 120_000;

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

function printRound({ death, promotedMs, decisionsMs, everythingMs }: Round, place: number): void {
  console.log(
    `round ${place}: ${death}; promoted after ${seconds(promotedMs)}, decisions after ${seconds(decisionsMs)}, everything after ${seconds(everythingMs)}`,
  );
}

const latenessOf = ({ decisionsMs, everythingMs }: Round, place: number): string[] => [
  ...(decisionsMs > limits.decisionsMs ? [`round ${place}: decisions came back after ${seconds(decisionsMs)}`] : []),
  ...(everythingMs > limits.everythingMs ? [`round ${place}: everything came back after ${seconds(everythingMs)}`] : []),
];

async function verdictOf({ pair, sandboxDatabaseUrl }: FailoverProduct, { decisions, payments }: Done) {
  const sources = { productUrl: pair.primaryUrl, sandboxUrl: sandboxDatabaseUrl, decisions, payments };
  for (let waitedMs = 0; ; waitedMs += 1_000) {
    const verdict = await judge(sources);
    if (waitedMs >= drainMs || Object.values(verdict).every((failures) => failures.length === 0)) return verdict;
    await pause(1_000);
  }
}

function printDone({ asked, decisions, payments, unknownPayments, purchases }: Done): void {
  console.log(
    `\n${asked.length} questions, ${decisions.length} of them answered; ${purchases} purchases at the issuer; ${payments.length} payments accepted, ${unknownPayments} unknown\n`,
  );
}

/** Returns what did not happen at all, so that the verdict says nothing about it. */
const missingIn = ({ decisions, payments, purchases }: Done): string[] => [
  ...(decisions.length === 0 ? ['no question was answered'] : []),
  ...(payments.length === 0 ? ['no payment was accepted'] : []),
  ...(purchases === 0 ? ['nothing was bought'] : []),
];

/** Fails over so many times. Returns in which rounds it took too long. */
async function lateRounds(rounds: number, all: Load): Promise<string[]> {
  const failures: string[] = [];
  for (let place = 1; place <= rounds; place += 1) {
    const round = await failOver(all, place);
    printRound(round, place);
    failures.push(...latenessOf(round, place));
  }
  return failures;
}

async function run(product: FailoverProduct, { rounds, seed }: { rounds: number; seed: string }): Promise<boolean> {
  const [first, ...others] = await makeMerchants(product, { count: merchantsCount, minutes: 60, seed });
  if (!first) throw new Error('no merchant was made');
  const stop = new AbortController();
  const done: Done = { asked: [], decisions: [], payments: [], unknownPayments: 0, purchases: 0 };
  const all: Load = { product, merchants: [first, ...others], seed, over: stop.signal, done };
  const loading = load(all);
  try {
    const late = await Promise.race([lateRounds(rounds, all), loading.then(() => [])]);
    for (const place of [0, 1]) await product.withWorker(place, () => untilBooked(all));
    stop.abort();
    await loading;
    printDone(done);
    const inTime = `decisions are back within ${limits.decisionsMs / 1_000} s, everything within ${limits.everythingMs / 1_000} s`;
    return printVerdict({ 'there is something to judge': missingIn(done), [inTime]: late, ...(await verdictOf(product, done)) });
  } finally {
    stop.abort();
  }
}

const { rounds, seed } = parseArgs({ options: { rounds: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } } }).values;
if (!/^[1-9]\d*$/.test(rounds)) {
  console.error('Say how many rounds: npm run failover -- --rounds 20 --seed 7');
  process.exit(1);
}
const product = await startFailoverProduct();
let isWell = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void product.stop({ log: false }).then(() => process.exit(130)));
try {
  isWell = await run(product, { rounds: Number(rounds), seed });
} finally {
  await product.stop({ log: !isWell });
  if (!isWell) console.log(`what the product logged: ${product.logFile}`);
}
process.exitCode = isWell ? 0 : 1;
