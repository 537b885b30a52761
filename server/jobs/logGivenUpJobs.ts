import type { Logger } from 'pino';
import { lookRepeatedly } from './lookRepeatedly.ts';

/** How often a worker looks for jobs that were given up, in milliseconds. */
const betweenLooksMs = 2_000;

/** SQL of why a job failed: by our handler, or by the queue, which nests its reason. */
export const reasonOfFailure = `coalesce(output ->> 'message', output #>> '{value,message}', output::text, '')`;

interface GivenUpJob {
  job: string;
  id: string;
  reason: string;
}

/** The used part of the queue's library. */
interface Boss {
  getDb(): { executeSql(text: string, values?: unknown[]): Promise<{ rows: GivenUpJob[] }> };
}

/**
 * Logs each job that the queue itself gave up after its last attempt, because its worker died or its time was over: no handler has logged
 * that failure. A mark in its output makes it one line, whichever process finds it. Returns the function that stops the looking.
 */
export function logGivenUpJobs(boss: Boss, log: Logger, deadLetter: string): () => Promise<void> {
  async function look(): Promise<void> {
    const { rows } = await boss.getDb().executeSql(
      `UPDATE pgboss.job SET output = coalesce(output, '{}') || '{"isLogged": true}'
      WHERE name = $1 AND state = 'created' AND output -> 'isLogged' IS NULL
      RETURNING source_name AS job, source_id AS id, ${reasonOfFailure} AS reason`,
      [deadLetter],
    );
    for (const givenUp of rows) log.error(givenUp, 'the queue gave up a job, which waits for an operator');
  }
  return lookRepeatedly(look, { everyMs: betweenLooksMs, log, failed: 'jobs that were given up could not be looked for' });
}
