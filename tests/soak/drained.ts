import { setTimeout as wait } from 'node:timers/promises';
import { control } from '../support/ask.ts';
import type { SoakedProduct } from './product.ts';

/** A worker's job that was killed with it is taken up again once its heart has not beaten for a minute, or its time is up. */
const longestStandstill_ms = 300_000;
const look_ms = 500;
/** So often in a row nothing is to be done: a worker that lives skipped days takes a breath between them. */
const quietLooks = 8;

interface Waiting {
  name: string;
  state: string;
  count: number;
}

/** Jobs that are still to be done, but for those that were put off to a later time on purpose. */
function waitingJobs({ deps }: SoakedProduct): Promise<Waiting[]> {
  return deps.database.$queryRaw<Waiting[]>`
    SELECT name, state::text, count(*)::int AS count FROM pgboss.job
    WHERE state IN ('retry', 'active') AND name <> 'dead-letter' OR state = 'created' AND name <> 'dead-letter' AND start_after <= now()
    GROUP BY name, state`;
}

async function doneJobs({ deps }: SoakedProduct): Promise<number> {
  const [row] = await deps.database.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM pgboss.job WHERE state = 'completed'`;
  return row?.count ?? 0;
}

/** What failed is tried again now, as an operator would have it after an outage: by itself it may wait for an hour. */
const retryNow = ({ deps }: SoakedProduct) =>
  deps.database.$executeRaw`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' AND start_after > now()`;

/** Waits until every webhook has arrived and every job is done. Answers what is still waiting when nothing goes on any more. */
export async function waitUntilDrained(product: SoakedProduct): Promise<string[]> {
  for (let stood_ms = 0, quiet = 0, done = 0; quiet < quietLooks; stood_ms += look_ms) {
    const { waiting } = await control<{ waiting: number }>(product.sandboxUrl, 'webhooks/flush', {});
    await retryNow(product);
    const jobs = await waitingJobs(product);
    quiet = waiting === 0 && jobs.length === 0 ? quiet + 1 : 0;
    const doneNow = await doneJobs(product);
    if (doneNow !== done) stood_ms = 0;
    done = doneNow;
    if (stood_ms >= longestStandstill_ms)
      return [`${waiting} webhooks still wait`, ...jobs.map(({ name, state, count }) => `${count} jobs ${name} are still ${state}`)];
    await wait(look_ms);
  }
  return [];
}
