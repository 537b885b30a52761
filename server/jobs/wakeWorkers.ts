import type { Logger } from 'pino';
import { lookRepeatedly } from './lookRepeatedly.ts';

/** How often a process looks for jobs whose delay is over, in milliseconds. */
const betweenLooksMs = 1_000;

/** The used part of the queue's library. */
interface Boss {
  getDb(): { executeSql(text: string, values?: unknown[]): Promise<{ rows: { name: string }[] }> };
  notifyWorker(worker: string): void;
}

export interface Waking {
  /** Has a worker of a queue woken, from now on, while a job of that queue could run. */
  add(queue: string, worker: string): void;
  stop(): Promise<void>;
}

/** Returns the queues in which a job could run now. */
async function queuesWithWork(boss: Boss, queues: readonly string[]): Promise<string[]> {
  const { rows } = await boss.getDb().executeSql(
    `SELECT queue.name FROM unnest($1::text[]) AS queue (name)
     WHERE EXISTS (SELECT FROM pgboss.job WHERE job.name = queue.name AND job.state < 'active' AND NOT job.blocked AND job.start_after <= now())`,
    [queues],
  );
  return rows.map(({ name }) => name);
}

/**
 * Wakes workers whose queue has something to do. The database tells them of a job that is sent, but not when the delay of one is over. One
 * question about all queues finds that; workers that asked by themselves would keep an idle database busy.
 */
export function wakeWorkers(boss: Boss, log: Logger): Waking {
  const workersOf = new Map<string, string[]>();
  async function look(): Promise<void> {
    if (workersOf.size === 0) return;
    for (const queue of await queuesWithWork(boss, [...workersOf.keys()])) for (const worker of workersOf.get(queue) ?? []) boss.notifyWorker(worker);
  }
  return {
    add: (queue, worker) => void workersOf.set(queue, [...(workersOf.get(queue) ?? []), worker]),
    stop: lookRepeatedly(look, { everyMs: betweenLooksMs, log, failed: 'jobs whose delay is over could not be looked for' }),
  };
}
