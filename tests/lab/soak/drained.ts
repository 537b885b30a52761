import { setTimeout as wait } from 'node:timers/promises';
import { control } from '../../support/ask.ts';
import type { SoakedProduct } from './product.ts';

type Drained = Pick<SoakedProduct, 'deps' | 'sandboxUrl'>;

/** A job killed with its worker restarts once it has sent no heartbeat for a minute or has exceeded its time limit. */
const longestStandstillMs = 300_000;
const lookMs = 500;
/** Retries are brought forward seldom enough for a used-up quota to come back in between: each job has twelve retries. */
const looksBetweenRetries = 60;
/** So often it says what it still waits for. */
const looksBetweenLines = 60;
/** Consecutive checks that must find no work: a worker that replays skipped days pauses between them. */
const quietLooks = 8;

interface Waiting {
  name: string;
  state: string;
  count: number;
}

/** Returns the jobs still to be done, except those deliberately scheduled for later. */
function waitingJobs({ deps }: Pick<Drained, 'deps'>): Promise<Waiting[]> {
  return deps.database.$queryRaw<Waiting[]>`
    SELECT name, state::text, count(*)::int AS count FROM pgboss.job
    WHERE state IN ('retry', 'active') AND name <> 'dead-letter' OR state = 'created' AND name <> 'dead-letter' AND start_after <= now()
    GROUP BY name, state`;
}

async function doneJobs({ deps }: Pick<Drained, 'deps'>): Promise<number> {
  const [row] = await deps.database.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM pgboss.job WHERE state = 'completed'`;
  return row?.count ?? 0;
}

/** Retries failed jobs now, like an operator after an outage: otherwise they may wait for an hour. */
const retryNow = ({ deps }: Pick<Drained, 'deps'>) =>
  deps.database.$executeRaw`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' AND start_after > now()`;

/** Waits until every webhook is delivered and every job is done. Returns what still waits when nothing has progressed for five minutes. */
export async function waitUntilDrained(product: Drained): Promise<string[]> {
  for (let stoodMs = 0, quiet = 0, done = 0, looks = 0; quiet < quietLooks; stoodMs += lookMs, looks += 1) {
    const { waiting } = await control<{ waiting: number }>(product.sandboxUrl, 'webhooks/flush', {});
    if (looks % looksBetweenRetries === 0) await retryNow(product);
    const jobs = await waitingJobs(product);
    const left = [`${waiting} webhooks still wait`, ...jobs.map(({ name, state, count }) => `${count} jobs ${name} are still ${state}`)];
    if (looks % looksBetweenLines === looksBetweenLines - 1) console.log(left.join(', '));
    quiet = waiting === 0 && jobs.length === 0 ? quiet + 1 : 0;
    const doneNow = await doneJobs(product);
    if (doneNow !== done) stoodMs = 0;
    done = doneNow;
    if (stoodMs >= longestStandstillMs) return left;
    await wait(lookMs);
  }
  return [];
}
