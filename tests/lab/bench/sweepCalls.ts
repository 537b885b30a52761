import { dayMs } from '../../../server/domain/basics/dates.ts';
import { compareTransactions } from '../../../server/services/reconciliation/compareTransactions.ts';
import { followIssuer } from '../../../server/services/reconciliation/followIssuer.ts';
import { sweepTransfers } from '../../../server/services/transfers/sweepTransfers.ts';
import { newCardholder, spend } from '../../support/cardholder.ts';
import { eventually } from '../../support/eventually.ts';
import type { TestProduct } from '../../support/productOn.ts';
import { startBenchProduct } from './benchProduct.ts';
import type { Figure } from './figures.ts';

/** The merchants of the measurement, who buy once a day. The figures are scaled to a thousand. */
const merchants = 140;
/** Each is compared with the providers once a week. */
const comparedInADay = merchants / 7;
/** Each event is listed by its own run and, as the runs overlap by ten minutes, by the two after it. */
const listings = 3;

/** Ten reads a second of the issuer's thirty, in a day, for a thousand of a million merchants. */
const maximumReads = 864;

type Counts = ReadonlyMap<string, number>;

/** Returns how many calls were taken out of each provider's budgets so far. */
async function callsMade({ deps }: TestProduct): Promise<Counts> {
  const counts = new Map<string, number>();
  const counted = await deps.metrics.getSingleMetric('provider_budget_calls_total')?.get();
  for (const { labels, value } of counted?.values ?? []) {
    if (labels.outcome !== 'made') continue;
    const name = `${labels.provider} ${labels.resource}`;
    counts.set(name, (counts.get(name) ?? 0) + value);
  }
  return counts;
}

/** Waits until no job is left that could run now. */
const untilIdle = ({ deps: { database } }: TestProduct) =>
  eventually('the end of all jobs', async () => {
    const [row] = await database.$queryRaw<{ waits: boolean }[]>`
      SELECT EXISTS (SELECT FROM pgboss.job WHERE state IN ('created', 'active') AND start_after <= now() AND name NOT LIKE '\\_\\_%') AS waits`;
    return row?.waits === false;
  });

/** Makes merchants with a card a day before their first purchase, a seventh of whom are due for their weekly comparison. */
async function makeBuyers(product: TestProduct) {
  const { database, clock } = product.deps;
  const buyers = [];
  for (let place = 0; place < merchants; place += 1) buyers.push(await newCardholder(product));
  const due = buyers.slice(0, comparedInADay).map(({ receiver }) => receiver.id);
  await database.receiver.updateMany({ where: { id: { in: due } }, data: { created_at: new Date(clock().getTime() - 8 * dayMs) } });
  await untilIdle(product);
  await product.advanceDays(1);
  await followIssuer(product.deps);
  await untilIdle(product);
  return buyers;
}

/** Runs what follows the providers for a day, and waits for the comparisons that it plans. */
async function sweep(product: TestProduct): Promise<void> {
  const { deps } = product;
  for (let listing = 0; listing < listings; listing += 1) await followIssuer(deps);
  // A purchase is compared when it has rested for an hour.
  await compareTransactions({ ...deps, clock: () => new Date(deps.clock().getTime() + dayMs / 12) });
  await sweepTransfers(deps);
  await deps.queue.send('reconcile-all', {});
  await eventually('the comparisons', async () => (await deps.database.receiverComparison.count()) === comparedInADay);
  await untilIdle(product);
}

async function count(product: TestProduct): Promise<Figure[]> {
  const buyers = await makeBuyers(product);
  for (const buyer of buyers) await spend(product, buyer, 1_000, { settle: true });
  await untilIdle(product);
  const before = await callsMade(product);
  await sweep(product);
  const after = await callsMade(product);
  const ofThousand = [...after]
    .map(([name, calls]) => ({ name, calls: ((calls - (before.get(name) ?? 0)) * 1_000) / merchants }))
    .filter(({ calls }) => calls > 0);
  const sum = (counted: typeof ofThousand) => counted.reduce((total, { calls }) => total + calls, 0);
  const reads = ofThousand.filter(({ name }) => name.startsWith('lithic GET'));
  const all = { name: 'all calls', value: sum(ofThousand) };
  return [
    {
      name: `reads at the card issuer, a day of 1,000 merchants with a purchase each (counted of ${merchants})`,
      value: sum(reads),
      unit: 'calls',
      beside: { name: 'a third of what it allows', value: maximumReads },
      valueMost: maximumReads,
    },
    ...ofThousand.map(({ name, calls }) => ({ name: name, value: calls, unit: 'calls', beside: all })),
  ];
}

/** Counts the calls that following the providers takes in a day, by provider and resource. Runs without news, one call for all merchants together, are not in it. */
export async function benchSweepCalls(): Promise<Figure[]> {
  const product = await startBenchProduct();
  try {
    return await count(product);
  } finally {
    await product.stop();
  }
}
