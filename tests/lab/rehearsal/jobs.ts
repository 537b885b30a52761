import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { JobName } from '../../../server/jobs/jobs.ts';

/** The jobs of a name that were done, and the attempts that failed. */
interface RanJobs {
  done: number;
  failed: number;
}

const lookMs = 200;
const looksBetweenCalls = 10;

/**
 * Lets every job wait until its turn is called, so that each kind of work is measured alone: what a planner queues begins once it
 * has planned, and what a webhook causes once all webhooks are handled.
 */
export async function holdJobs(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE FUNCTION hold_job() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.start_after := now() + interval '1 day';
      RETURN NEW;
    END $$`);
  await client.query('CREATE TRIGGER rehearsal BEFORE INSERT ON pgboss.job FOR EACH ROW EXECUTE FUNCTION hold_job()');
}

/** Returns how many jobs of a name wait. Those beyond the most are taken off the queue. */
export async function takeJobs(client: pg.Client, name: JobName, most: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM pgboss.job WHERE name = $1 AND state = 'created'`, [name]);
  const queued = rows[0]?.count ?? 0;
  if (queued > most) {
    await client.query(
      `DELETE FROM pgboss.job WHERE name = $1 AND state = 'created' AND id NOT IN (SELECT id FROM pgboss.job WHERE name = $1 AND state = 'created' LIMIT $2)`,
      [name, most],
    );
  }
  // Rows that are gone would be gone over by each that looks for work.
  await client.query('VACUUM ANALYZE pgboss.job');
  return queued;
}

/** Calls the turn of the waiting jobs of a name, and waits until all are done. Returns how many were, and the attempts that failed. */
export async function runJobs(client: pg.Client, name: JobName): Promise<RanJobs> {
  for (let look = 0, isOpen = true; isOpen; look += 1) {
    // Jobs may queue others of their own name, and failed ones wait.
    if (look % looksBetweenCalls === 0)
      await client.query(`UPDATE pgboss.job SET start_after = now() WHERE name = $1 AND state IN ('created', 'retry') AND start_after > now()`, [name]);
    await pause(lookMs);
    const { rowCount } = await client.query(`SELECT FROM pgboss.job WHERE name = $1 AND state IN ('created', 'retry', 'active') LIMIT 1`, [name]);
    isOpen = rowCount !== 0;
  }
  const { rows } = await client.query<RanJobs>(
    `SELECT count(*) FILTER (WHERE state = 'completed')::int AS done,
       coalesce(sum(retry_count), 0)::int + count(*) FILTER (WHERE state = 'failed')::int AS failed
     FROM pgboss.job WHERE name = $1`,
    [name],
  );
  return rows[0] ?? { done: 0, failed: 0 };
}

/** Returns the milliseconds from the first job of a name that began to the last that was done. */
export async function spanOf(client: pg.Client, name: JobName): Promise<number> {
  const { rows } = await client.query<{ ms: number }>(
    `SELECT coalesce(extract(epoch FROM max(completed_on) - min(started_on)) * 1000, 0)::float8 AS ms FROM pgboss.job WHERE name = $1 AND state = 'completed'`,
    [name],
  );
  return rows[0]?.ms ?? 0;
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
