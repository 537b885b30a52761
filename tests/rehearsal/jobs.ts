import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { JobName } from '../../server/jobs/jobs.ts';

/** What became of the jobs of a name. */
export interface WorkedJobs {
  /** All that were queued, and those of them that were done; the rest was taken off the queue. */
  queued: number;
  done: number;
  /** Attempts that failed and were repeated. */
  failed: number;
  /** From the first that began to the last that was done, in milliseconds. */
  tookMs: number;
}

const lookMs = 250;

interface Counts extends WorkedJobs {
  /** Waiting or running. */
  open: number;
}

async function look(client: pg.Client, name: JobName): Promise<Counts> {
  // What is queued for later comes at once.
  await client.query(`UPDATE pgboss.job SET start_after = now() WHERE name = $1 AND state IN ('created', 'retry') AND start_after > now()`, [name]);
  const { rows } = await client.query<Counts>(
    `SELECT count(*)::int AS queued, count(*) FILTER (WHERE state = 'completed')::int AS done,
       coalesce(sum(retry_count), 0)::int + count(*) FILTER (WHERE state = 'failed')::int AS failed,
       count(*) FILTER (WHERE state IN ('created', 'retry', 'active'))::int AS open,
       coalesce(extract(epoch FROM max(completed_on) FILTER (WHERE state = 'completed') - min(started_on)) * 1000, 0)::float8 AS "tookMs"
     FROM pgboss.job WHERE name = $1`,
    [name],
  );
  return rows[0] ?? { queued: 0, done: 0, failed: 0, open: 0, tookMs: 0 };
}

/** Waits until no job of a name is left, or until the most that are watched are done: the others are then taken off the queue. */
export async function workOff(client: pg.Client, name: JobName, most = Number.POSITIVE_INFINITY): Promise<WorkedJobs> {
  let queued = 0;
  for (;;) {
    const lookedAt = performance.now();
    const { open, ...now } = await look(client, name);
    queued = Math.max(queued, now.queued);
    if (open === 0) return { ...now, queued };
    if (now.done >= most) await client.query(`DELETE FROM pgboss.job WHERE name = $1 AND state IN ('created', 'retry')`, [name]);
    // To look at a million jobs is work too.
    await pause(Math.max(lookMs, 4 * (performance.now() - lookedAt)));
  }
}

/** Returns the receivers whose jobs of a name are done. */
export async function receiversWorkedOn(client: pg.Client, name: JobName): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(`SELECT DISTINCT data ->> 'receiver_id' AS id FROM pgboss.job WHERE name = $1 AND state = 'completed'`, [
    name,
  ]);
  return rows.map(({ id }) => id);
}

/** Forgets all jobs. Those that are done leave after an hour by themselves. */
export async function forgetJobs(client: pg.Client): Promise<void> {
  await client.query(`DELETE FROM pgboss.job WHERE name <> 'dead-letter'`);
}
