import { randomUUID } from 'node:crypto';
import { planComparisons } from '../../../server/services/reconciliation/planComparisons.ts';
import type { TestProduct } from '../../support/productOn.ts';
import { startBenchProduct } from './benchProduct.ts';
import type { Figure } from './figures.ts';

const receivers = 10_000;
/** The number of jobs that are sent one by one; each takes as long as the next. */
const singly = 1_000;

/** Adds receivers with an open card, old enough to be compared. Returns their ids. */
async function addReceivers({ deps: { database } }: TestProduct): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    WITH added AS (
      INSERT INTO receiver (token, email, whitelabel, created_at, updated_at)
      SELECT 'bench-' || place, 'bench-' || place || '@example.com', 'headway', now() - interval '30 days', now() FROM generate_series(1, ${receivers}::int) place
      RETURNING id
    ), cards AS (
      INSERT INTO card (receiver_id, token, account_token, type, state, last_four, name_on_card, spend_limit, created_at)
      SELECT id, 'card-of-' || id, 'bench-account', 'VIRTUAL', 'OPEN', '4242', 'BENCH', 100000, now() - interval '30 days' FROM added
    )
    SELECT id FROM added`;
  await database.$executeRaw`ANALYZE`;
  return rows.map(({ id }) => id);
}

/** Returns how many a second the work does. */
async function perSecond(count: number, work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (count * 1_000) / (performance.now() - began);
}

async function sendAll(product: TestProduct): Promise<Figure[]> {
  const { deps } = product;
  const { database, queue } = deps;
  const ids = await addReceivers(product);
  const waiting = async () =>
    Number((await database.$queryRaw<{ count: bigint }[]>`SELECT count(*) FROM pgboss.job WHERE name = 'reconcile-receiver'`)[0]?.count);
  // Nobody takes the jobs, because this product has no worker. The keys differ from those of the plan.
  const bySend = await perSecond(singly, async () => {
    for (const receiver_id of ids.slice(0, singly))
      await queue.send('reconcile-receiver', { receiver_id, depth: 'quick' }, { singletonKey: `${receiver_id} quick` });
  });
  const before = await waiting();
  const run = { id: randomUUID(), signal: new AbortController().signal };
  const byPlan = await perSecond(receivers, () => planComparisons(deps, run));
  const planned = (await waiting()) - before;
  return [
    { name: 'jobs planned', value: byPlan, unit: 'sends/s', beside: { name: 'sent one by one', value: bySend }, ratioLeast: 20 },
    {
      name: 'receivers left out, or planned twice',
      value: Math.abs(receivers - planned),
      unit: '',
      beside: { name: 'receivers', value: receivers },
      valueMost: 0,
    },
  ];
}

/** Measures how fast work for many receivers is planned by the real queue, in pages, beside the same jobs sent one by one. */
export async function benchSends(): Promise<Figure[]> {
  const product = await startBenchProduct({ ROLE: 'web' });
  try {
    return await sendAll(product);
  } finally {
    await product.stop();
  }
}
