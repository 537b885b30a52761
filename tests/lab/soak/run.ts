import { printVerdict } from '../../support/printVerdict.ts';
import { createFaults, endFaults } from './faults.ts';
import { inMebibytes, memoryGrowth } from './memory.ts';
import { makeMerchants } from './merchants.ts';
import { readOptions, type SoakOptions } from './options.ts';
import { type SoakedProduct, startSoakedProduct } from './product.ts';
import { createQuotaRefusals } from './quotaRefusals.ts';
import { createSentEvents } from './sentEvents.ts';
import { type Soaked, soak } from './soak.ts';
import { judge } from './verdict.ts';
import { calmWebhooks } from './webhookDelivery.ts';

// `npm run soak -- --minutes 30 --merchants 1000 --seed 7`: runs many merchants and their teams at once, with live streams and large
// files, failing providers, a killed worker and passing days, then runs every check. Exits with 1 and prints the failures if any check fails.

async function printDraws({ deps }: SoakedProduct): Promise<void> {
  const draws = await deps.database.draw.groupBy({
    by: ['kind', 'status'],
    _count: true,
    _sum: { amount_cents: true },
    orderBy: [{ kind: 'asc' }, { status: 'asc' }],
  });
  for (const { kind, status, _count, _sum } of draws) console.log(`draws, ${kind}, ${status}: ${_count}, ${_sum.amount_cents} cents`);
}

function printSoaked({ record, tally, memory, lastedMs }: Soaked, webhooks: number): void {
  const { kept, rss } = memoryGrowth(memory);
  console.log(`\n${record.count()} calls in ${Math.round(lastedMs / 1_000)} s, ${(record.count() / (lastedMs / 1_000)).toFixed(1)} a second\n`);
  for (const line of record.lines()) console.log(line);
  console.log(`\nwebhooks sent: ${webhooks}`);
  console.log([...tally].map(([what, times]) => `${what}: ${times}`).join('\n'));
  console.log(`web process, second and last quarter: keeps ${inMebibytes(kept.second_bytes)} and ${inMebibytes(kept.last_bytes)}`);
  console.log(`  has ${inMebibytes(rss.second_bytes)} and ${inMebibytes(rss.last_bytes)}\n`);
}

/** Runs the soak and returns whether every check passed. */
async function soakProduct(product: SoakedProduct, options: SoakOptions): Promise<boolean> {
  const beganMs = performance.now();
  const merchants = await makeMerchants(product, { ...options, count: options.merchants });
  console.log(`${merchants.length} merchants onboarded in ${Math.round((performance.now() - beganMs) / 1_000)} s; seed ${options.seed}`);
  const faults = createFaults();
  const sentEvents = createSentEvents();
  const refusals = createQuotaRefusals();
  const soaked = await soak(product, merchants, options, { faults, sentEvents, refusals });
  await endFaults(product);
  await calmWebhooks(product);
  printSoaked(soaked, sentEvents.count());
  const verdict = await judge({ product, merchants, soaked, faults, sentEvents, refusals });
  await printDraws(product);
  return printVerdict(verdict);
}

const options = readOptions(process.argv.slice(2));
const product = await startSoakedProduct();
let isWell = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void product.stop({ log: false }).then(() => process.exit(130)));
try {
  isWell = await soakProduct(product, options);
} finally {
  await product.stop({ log: !isWell });
  if (!isWell) console.log(`what the product logged: ${product.logFile}`);
}
process.exitCode = isWell ? 0 : 1;
