import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '../../../server/config.ts';
import { createSecrets } from '../../../server/db/secrets.ts';
import { startAt } from '../../support/clock.ts';
import { liveDay } from './day.ts';
import { type Rehearsal, tooManyReadings } from './figures.ts';
import { fill } from './fill/fill.ts';
import type { RehearsedDay } from './fill/merchants.ts';
import { printCalls, printFill, printGrowth, printPart } from './print.ts';
import { openRehearsalDatabase, startRehearsedProduct } from './product.ts';
import { wrongBooks, wrongFill } from './proofs.ts';

// `npm run rehearse -- --merchants 1000,10000`: fills a database with merchants, lives a Monday in which each buys once, and prints
// what it took and cost, size by size. `--figures FILE` adds the figures to those of earlier runs there. Exits with 1 when something is
// wrong, or a size costs more for a thousand than the one before.

/** A Monday on which banks are open, at 9:00 in New York: summaries, notices, looks at balances and draws are all due. */
const dayRehearsed = new Date('2026-11-30T14:00:00Z');

const { values } = parseArgs({
  options: { merchants: { type: 'string', default: '1000' }, watched: { type: 'string', default: '1000' }, figures: { type: 'string' } },
});
const sizes = values.merchants.split(',').map(Number);
const watched = Number(values.watched);
if (![...sizes, watched].every((size) => Number.isInteger(size) && size >= 30 && size <= 2_000_000)) {
  throw new Error('Say how many, from 30 on: npm run rehearse -- --merchants 1000,10000 --watched 1000');
}

/** What is to be stopped when the rehearsal is broken off, in the order in which it was started. */
const stopping = new Set<() => Promise<void>>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    for (const stop of [...stopping].toReversed()) await stop().catch(console.error);
    process.exit(130);
  });
}

async function rehearse(merchants: number): Promise<Rehearsal> {
  const day: RehearsedDay = { now: dayRehearsed, merchants, bought: Math.min(watched, Math.ceil(merchants / 2)) };
  const database = await openRehearsalDatabase();
  stopping.add(database.stop);
  try {
    const empty = await database.size();
    const [began, before] = [performance.now(), database.processorMs() + process.cpuUsage().user / 1_000];
    const rows = await fill(database.url, day, createSecrets(readConfig({ NODE_ENV: 'test' }).encryptionKeys));
    const processorMs = database.processorMs() + process.cpuUsage().user / 1_000 - before;
    const filled = { rows, tookMs: performance.now() - began, processorMs, diskBytes: (await database.size()) - empty };
    printFill({ merchants, filled });
    const wrong = await wrongFill({ database });
    startAt(dayRehearsed.toISOString());
    const product = await startRehearsedProduct(database);
    stopping.add(product.stop);
    try {
      const stage = { database, product, day, most: watched, wrong };
      const parts = await liveDay(stage, printPart);
      wrong.push(...(await wrongBooks(stage)));
      const rehearsal = { merchants, filled, parts, wrong };
      wrong.push(...tooManyReadings(rehearsal));
      printCalls(rehearsal);
      for (const one of wrong) console.log(`WRONG: ${one}`);
      return rehearsal;
    } finally {
      stopping.delete(product.stop);
      await product.stop();
    }
  } finally {
    stopping.delete(database.stop);
    await database.stop();
  }
}

console.log(`The day is lived at once and its calls are divided by its 86,400 seconds; the providers' quotas hold, so that some work waits for its calls.
Of each kind of work at most ${watched} are done; what a line says of the whole day is reckoned from them.`);
const bySize: Rehearsal[] = values.figures !== undefined && existsSync(values.figures) ? JSON.parse(readFileSync(values.figures, 'utf8')) : [];
for (const merchants of sizes) {
  bySize.push(await rehearse(merchants));
  if (values.figures !== undefined) writeFileSync(values.figures, JSON.stringify(bySize));
}
const grown = printGrowth(bySize);
process.exitCode = bySize.every(({ wrong }) => wrong.length === 0) && grown.every(({ isLinear }) => isLinear) ? 0 : 1;
