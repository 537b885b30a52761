import '../../support/liveInTestTime.ts';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chanceOf } from '../../support/chance.ts';
import { calmDown } from './calm.ts';
import { switchCard } from './clients/cardSwitch.ts';
import type { Clients, Subject } from './clients/clients.ts';
import { askDecisions } from './clients/decisions.ts';
import { Gate } from './clients/gate.ts';
import { setLimit, setPower } from './clients/limits.ts';
import { lookAround } from './clients/looks.ts';
import { makePayments } from './clients/payments.ts';
import { buyBeforehand, makePurchases } from './clients/purchases.ts';
import { readFiles, readPages } from './clients/table.ts';
import { Nemesis } from './nemesis/nemesis.ts';
import { judge } from './oracle/verdict.ts';
import { type DisturbedProduct, startDisturbedProduct } from './product.ts';
import { makeSubjects } from './subjects.ts';

// `npm run check:histories -- --minutes 10 --seed 7`: clients record over HTTP what they asked and were answered while processes, ways,
// clocks and the disk are disturbed, and a checker that knows nothing of the code says whether that has an order. Exits with 1 when not.

const subjectsCount = 5;
/** After each such time everything calms down, and what is shown then is compared whole. */
const roundMs = 60_000;
const actors = { askDecisions, switchCard, setLimit, setPower, makePurchases, makePayments, readPages, readFiles, lookAround };

const clientsOf = (clients: Clients) =>
  clients.subjects.flatMap((subject, place) =>
    Object.entries(actors).map(([name, act]) => act(clients, subject, chanceOf(`${clients.seed} ${name} ${place}`))),
  );

/** Disturbs in rounds until the time is over, with everything calm after each. */
async function liveThrough(clients: Clients, nemesis: Nemesis, minutes: number): Promise<void> {
  const endMs = performance.now() + minutes * 60_000;
  for (let leftMs = endMs - performance.now(); leftMs > 0; leftMs = endMs - performance.now()) {
    await nemesis.disturb(Math.min(roundMs, leftMs));
    await calmDown(clients);
    console.log(`calm after ${((minutes * 60_000 - endMs + performance.now()) / 1_000).toFixed(0)} s`);
  }
}

function printTable(title: string, lines: readonly string[]): void {
  console.log(`\n${title}`);
  for (const line of lines) console.log(`  ${line}`);
}

function printDone({ tally, product }: Clients, nemesis: Nemesis): void {
  const calls = [...tally].toSorted(([one], [other]) => one.localeCompare(other));
  printTable(
    'calls',
    calls.map(([kind, { ok, refused, unknown }]) => `${kind}: ${ok} ok, ${refused} refused, ${unknown} unknown`),
  );
  const disturbances = [...nemesis.tally].toSorted(([one], [other]) => one.localeCompare(other));
  printTable(
    'disturbances',
    disturbances.map(([name, times]) => `${name}: ${times}`),
  );
  const { all, hung } = product.database.restarts();
  console.log(`  the database was started again: ${all}, of these because it did not answer: ${hung}`);
  if (!product.disk.isOwn) console.log('  no disk was filled: this system lets only root mount a small one');
}

/** Prints what is wrong, receiver by receiver; returns whether nothing is. */
function printVerdict(subjects: readonly Subject[]): boolean {
  const failed = new Set<string>();
  const promises = new Set<string>();
  for (const { recorded } of subjects) {
    for (const [promise, lines] of Object.entries(judge(recorded))) {
      promises.add(promise);
      if (lines.length === 0) continue;
      failed.add(promise);
      printTable(`${recorded.name}: ${promise}: not so`, [...new Set(lines)].slice(0, 60));
    }
  }
  console.log(`\n${subjects.length} receivers checked`);
  for (const promise of promises) console.log(`${failed.has(promise) ? 'FAILED' : 'ok    '}  ${promise}`);
  return failed.size === 0;
}

/** Of so many calls of a kind at least one is answered well, or the client asks for what nobody offers. */
const callsToTell = 20;

/** Prints the kinds of call that were never answered well, about which the verdict says nothing; returns whether there is none. */
function printUnanswered({ tally }: Clients): boolean {
  const unanswered = [...tally].filter(([, { ok, refused, unknown }]) => ok === 0 && refused + unknown >= callsToTell);
  for (const [kind] of unanswered) console.log(`FAILED  no call of the kind “${kind}” was answered well`);
  return unanswered.length === 0;
}

async function run(product: DisturbedProduct, { minutes, seed }: { minutes: number; seed: string }): Promise<boolean> {
  const [first, ...others] = await makeSubjects(product, { count: subjectsCount, minutes, seed });
  if (!first) throw new Error('no merchant was made');
  const stop = new AbortController();
  const shared = { gate: new Gate(), over: stop.signal, tally: new Map(), paid: new Set<number>() };
  const clients: Clients = { product, subjects: [first, ...others], seed, ...shared };
  const nemesis = new Nemesis(product, seed);
  // The issuer has to know of the spending power first.
  await calmDown(clients);
  await Promise.all(clients.subjects.map((subject, place) => buyBeforehand(clients, subject, chanceOf(`${seed} beforehand ${place}`))));
  await calmDown(clients);
  const working = Promise.all(clientsOf(clients));
  try {
    await Promise.race([liveThrough(clients, nemesis, minutes), working]);
  } finally {
    stop.abort();
  }
  await working;
  writeFileSync(product.historiesFile, JSON.stringify(clients.subjects.map(({ recorded }) => recorded)));
  console.log(`\nseed ${seed}, ${minutes} minutes`);
  printDone(clients, nemesis);
  const isRight = printVerdict(clients.subjects);
  return printUnanswered(clients) && isRight;
}

const options = { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: String(Date.now() % 100_000) } } as const;
const { minutes, seed } = parseArgs({ options }).values;
if (!(Number(minutes) > 0)) {
  console.error('Say how long: npm run check:histories -- --minutes 10 --seed 7');
  process.exit(1);
}
const product = await startDisturbedProduct();
let isWell = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void product.stop({ log: false }).then(() => process.exit(130)));
try {
  isWell = await run(product, { minutes: Number(minutes), seed });
} finally {
  await product.stop({ log: !isWell });
  if (!isWell) console.log(`what the product logged: ${product.logFile}\nwhat clients saw: ${product.historiesFile}`);
}
process.exitCode = isWell ? 0 : 1;
