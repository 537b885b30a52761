import { setTimeout as pause } from 'node:timers/promises';
import { fromPrisma, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Transaction } from '../db/database.ts';
import { jobConnection } from '../db/jobConnection.ts';
import type { Connecting } from '../db/primary.ts';
import { withUrgency } from '../providers/urgency.ts';
import { failureInWords } from '../services/providerCalls/failureInWords.ts';
import { type JobName, type Jobs, jobSettings, readJob, urgencyOf } from './jobs.ts';
import { logGivenUpJobs, reasonOfFailure } from './logGivenUpJobs.ts';
import { type Waking, wakeWorkers } from './wakeWorkers.ts';

const deadLetter = 'dead-letter';

interface SendOptions {
  /** The job exists only if this transaction commits. */
  transaction?: Transaction;
  /** Allows at most one waiting job of this name and key. */
  singletonKey?: string;
  /** Delay before the job runs, in ms. A duration, not an instant: the queue uses the database's clock, the sender may use another. */
  delayMs?: number;
}

/** One run of a job. A job that is repeated keeps its id. */
export interface JobRun {
  id: string;
  /** Aborts when the job's time is over or the queue stops. */
  signal: AbortSignal;
}

type Handler<Name extends JobName> = (data: Jobs[Name], run: JobRun) => Promise<void>;

/** A job among many of one name. */
export interface QueuedJob<Name extends JobName> {
  data: Jobs[Name];
  /** Allows at most one waiting job of this name and key. */
  singletonKey?: string;
}

/** The jobs of a queue; those of the queue `dead-letter` have failed for good. */
export interface Backlog {
  queue: string;
  waiting: number;
  running: number;
}

/** The jobs of one queue that failed for good. */
export interface FailedJobs {
  queue: string;
  count: number;
  /** When the oldest of them failed, UTC. */
  since: Date;
  /** Why the newest of them failed, as text. */
  reason: string;
}

export interface Queue {
  send<Name extends JobName>(name: Name, data: Jobs[Name], options?: SendOptions): Promise<void>;
  /** Sends many jobs of one name in one statement. They exist only if the transaction commits. */
  sendMany<Name extends JobName>(name: Name, jobs: readonly QueuedJob<Name>[], transaction: Transaction): Promise<void>;
  /** Returns how many jobs of each queue wait to run and run, as a worker counted them within the last minutes; a queue that none counted is left out. */
  backlog(): Promise<Backlog[]>;
  /** Returns the names of the queues from which jobs may have failed. */
  names(): Promise<string[]>;
  /** Returns the jobs that failed for good, by queue. */
  failed(): Promise<FailedJobs[]>;
  /** Puts jobs that failed for good back into their queues, or those of one queue: they are tried as often as new ones. Returns how many. */
  tryAgain(queue?: string): Promise<number>;
  /** Runs the handler for each job of that name, at most `concurrency` at a time in this process, until the queue stops. */
  work<Name extends JobName>(name: Name, handler: Handler<Name>, options?: { concurrency?: number }): Promise<void>;
  /** Sends the job at the times of a cron line in that time zone, once for all processes. Jobs with different keys do not displace each other. */
  schedule<Name extends JobName>(name: Name, cron: string, timeZone: string, data: Jobs[Name], key?: string): Promise<void>;
  /** Sends every scheduled job now. Resolves when what these jobs led to is done, whatever others send meanwhile, or when the signal aborts. */
  runSchedules(signal: AbortSignal): Promise<void>;
  /** Stops the queue. Running jobs get at most `timeoutMs` to finish. */
  stop(timeoutMs: number): Promise<void>;
}

/** How long a finished job stays in the table, which is to stay small. A failed one waits in `dead-letter`. */
const finishedKeptSeconds = 3_600;

/** How long a job that failed for good waits for an operator. */
const failedKeptSeconds = 365 * 86_400;

/** How old a count of jobs may be to be reported: a worker counts every minute or two, and older counts mean that none is at work. */
const countedSeconds = 300;

const pollIntervalMs = 50;

/** How often a worker asks by itself, in seconds: while it is woken for its jobs, and while the database cannot be heard. */
const wokenPollSeconds = 30;
const untoldPollSeconds = 2;

/** A worker takes jobs that may run this long or longer one at a time. */
const longJobSeconds = 300;

/** Whether a job's failure needs nobody: it is never repeated, since its next run makes up for it. */
const isMadeUpFor = (name: JobName): boolean => jobSettings[name].retryLimit === 0;

/** Returns the settings of a job's queue. The database notifies a worker when a job arrives; `wakeWorkers` finds delayed jobs. */
function queueSettings(name: JobName) {
  const { oneAtATime: _, ...settings } = jobSettings[name];
  return { ...settings, ...(!isMadeUpFor(name) && { deadLetter }), notify: true, deleteAfterSeconds: finishedKeptSeconds };
}

const isOneAtATime = (name: JobName): boolean => jobSettings[name].oneAtATime === true;

/**
 * Returns how a job is known: at most one waits for each key. Of work that is done one at a time its key is a group too. The queue's
 * own policy for that would hold up every other key behind a job that waits for its turn.
 */
const keyed = (name: JobName, key: string | undefined) => ({
  ...(key !== undefined && { singletonKey: key }),
  ...(isOneAtATime(name) && { group: { id: key ?? name } }),
});

/** Makes the queues that are missing. */
async function makeQueues(boss: PgBoss): Promise<void> {
  await boss.createQueue(deadLetter, { retentionSeconds: failedKeptSeconds });
  const made = new Set((await boss.getQueues()).map(({ name }) => name));
  const missing = (Object.keys(jobSettings) as JobName[]).filter((name) => !made.has(name));
  for (const name of missing) await boss.createQueue(name, queueSettings(name));
}

/**
 * Lets a job that waits begin only once the transaction has ended, in which the same was sent again: it would miss what the
 * transaction changes, and no other would follow it. A worker leaves out a job that is held, and finds it at its next look. Returns
 * false when it no longer waits.
 */
async function holdWaiting(transaction: Transaction, queue: string, key: string): Promise<boolean> {
  const held = await jobConnection(transaction).$queryRawUnsafe<unknown[]>(
    `SELECT FROM pgboss.job WHERE name = $1 AND coalesce(singleton_key, '') = $2 AND state = 'created' AND policy = 'short' FOR KEY SHARE`,
    queue,
    key,
  );
  return held.length > 0;
}

/** A scheduled job sends jobs, which send others, at most so many times over: a draw is planned, made, followed, and told of. */
const longestChain = 6;

/**
 * When the newest job was sent that is running or could run now, as text; null when there is none. The start of the statement would
 * be too early a now: it may see a job that was sent a moment after it began.
 */
async function newestWork(boss: PgBoss): Promise<string | null> {
  const { rows } = await boss.getDb().executeSql(
    `SELECT max(created_on)::text AS newest FROM pgboss.job
    WHERE state IN ('created', 'active') AND start_after <= clock_timestamp() AND name <> $1 AND name NOT LIKE '\\_\\_%'`,
    [deadLetter],
  );
  return rows[0].newest;
}

/** Returns whether a job that was sent by then is running or could run now. */
async function hasWorkOf(boss: PgBoss, sentBy: string): Promise<boolean> {
  const { rows } = await boss.getDb().executeSql(
    `SELECT EXISTS (SELECT FROM pgboss.job
    WHERE state IN ('created', 'active') AND start_after <= clock_timestamp() AND created_on <= $2::timestamptz AND name <> $1 AND name NOT LIKE '\\_\\_%') AS waits`,
    [deadLetter, sentBy],
  );
  return rows[0].waits;
}

async function failedJobs(boss: PgBoss): Promise<FailedJobs[]> {
  const { rows } = await boss.getDb().executeSql(
    `SELECT source_name AS queue, count(*)::int AS count, min(created_on) AS since,
      (array_agg(${reasonOfFailure} ORDER BY created_on DESC))[1] AS reason
    FROM pgboss.job WHERE name = $1 AND state = 'created' GROUP BY source_name ORDER BY source_name`,
    [deadLetter],
  );
  return rows;
}

/** Runs the handler for each job of a queue, at most `concurrency` at a time. A failed job does not fail the one taken with it. */
async function workOn<Name extends JobName>(
  { boss, log, waking }: { boss: PgBoss; log: Logger; waking: Waking },
  name: Name,
  handler: Handler<Name>,
  concurrency: number,
): Promise<void> {
  // Taking jobs in pairs halves the asking. Of work that may take long nothing would be taken in the place of a job that is done
  // before the other one of its pair.
  const batchSize = concurrency > 1 && jobSettings[name].expireInSeconds < longJobSeconds ? 2 : 1;
  const options = {
    batchSize,
    pollingIntervalSeconds: untoldPollSeconds,
    notifyPollingIntervalSeconds: wokenPollSeconds,
    ...(isOneAtATime(name) && { groupConcurrency: 1 }),
    perJobResults: true as const,
    includeMetadata: true as const,
  };
  async function run({ id, data, signal, retryCount, retryLimit }: JobWithMetadata<unknown>) {
    try {
      await withUrgency(urgencyOf(name), () => handler(readJob(name, data), { id, signal }));
      return { id, status: 'completed' as const };
    } catch (error) {
      if (retryCount < retryLimit) log.warn({ err: error, job: name, id }, 'a job failed and will be retried');
      else if (isMadeUpFor(name)) log.warn({ err: error, job: name, id }, 'a job failed, and its next run makes up for it');
      else if (signal.aborted) log.warn({ err: error, job: name, id }, 'a job was broken off');
      else log.error({ err: error, job: name, id }, 'a job failed for the last time, and waits for an operator');
      return { id, status: 'failed' as const, output: { message: failureInWords(error), isLogged: true } };
    }
  }
  for (let started = 0; started < concurrency; started += batchSize) {
    const worker: string = await boss.work<unknown, unknown, typeof options>(name, options, async (jobs) => {
      const results = await Promise.all(jobs.map(run));
      // Makes the worker look for the next job at once; by itself it would wait until it is woken again, however many wait. Where it
      // found fewer than it may take, none was left, and it is told of those that have come since. After a failure it does wait: what
      // fails for everybody, or is repeated at once, is not tried as fast as it can fail.
      if (jobs.length === batchSize && results.every(({ status }) => status === 'completed')) boss.notifyWorker(worker);
      return results;
    });
    waking.add(name, worker);
  }
}

interface QueueSettings {
  /** How the driver connects to the product's database. */
  connection: Connecting;
  log: Logger;
  /** A worker takes jobs and supervises the queue; any number of processes may send. */
  worker: boolean;
  /** Whether this process sends scheduled jobs at their times, by the database's clock. */
  runsSchedules: boolean;
}

/** Opens the job queue, which lives in the product's own database. */
export async function openQueue({ connection, log, worker, runsSchedules }: QueueSettings): Promise<Queue> {
  const boss = new PgBoss({
    ...connection,
    max: worker ? 3 : 2,
    supervise: worker,
    schedule: runsSchedules,
    useListenNotify: worker,
    // No job of ours waits for another, and looking for one that does takes the database a tenth of its time.
    flowIntervalSeconds: 86_400,
    application_name: 'headway-jobs',
  });
  let isStopping = false;
  boss.on('error', (error) => {
    if (isStopping) log.warn({ err: error }, 'the job queue was stopped while a job ran, which is repeated');
    else log.error({ err: error }, 'the job queue failed');
  });
  await boss.start();
  await makeQueues(boss);
  const waking = wakeWorkers(boss, log);
  const stopLogging = worker ? logGivenUpJobs(boss, log, deadLetter) : undefined;

  return {
    async send(name, data, { transaction, singletonKey, delayMs } = {}) {
      const options = {
        ...(transaction && { db: fromPrisma(jobConnection(transaction)) }),
        ...keyed(name, singletonKey),
        ...(delayMs !== undefined && { startAfter: delayMs / 1_000 }),
      };
      for (;;) {
        const sent = await boss.send(name, data, options);
        const waitsAlready = sent === null && transaction !== undefined && singletonKey !== undefined;
        if (!waitsAlready || (await holdWaiting(transaction, name, singletonKey))) return;
      }
    },
    async sendMany(name, jobs, transaction) {
      const inserted = jobs.map(({ data, singletonKey }) => ({ data, ...keyed(name, singletonKey) }));
      if (inserted.length > 0) await boss.insert(name, inserted, { db: fromPrisma(jobConnection(transaction)) });
    },
    async backlog() {
      const { rows } = await boss
        .getDb()
        .executeSql(
          `SELECT name AS queue, ready_count AS waiting, active_count AS running FROM pgboss.queue WHERE monitor_on > now() - make_interval(secs => $1)`,
          [countedSeconds],
        );
      return rows;
    },
    async names() {
      const names = (await boss.getQueues()).map(({ name }) => name);
      return names.filter((name) => name !== deadLetter && !name.startsWith('__')).toSorted();
    },
    failed: () => failedJobs(boss),
    async tryAgain(queue) {
      const failed = (await failedJobs(boss)).filter((one) => queue === undefined || one.queue === queue);
      // No more than those: one that fails again at once would be put back for ever.
      const limit = failed.reduce((sum, { count }) => sum + count, 0);
      return limit === 0 ? 0 : boss.redrive(deadLetter, { limit, ...(queue !== undefined && { sourceName: queue }) });
    },
    async work(name, handler, { concurrency = 1 } = {}) {
      await workOn({ boss, log, waking }, name, handler, concurrency);
    },
    async schedule(name, cron, timeZone, data, key = 'default') {
      // Allows one waiting job per key; with one per name, programs with the same times would displace each other.
      await boss.schedule(name, cron, data, { tz: timeZone, key, ...keyed(name, key) });
    },
    async runSchedules(signal) {
      const schedules = await boss.getSchedules();
      await Promise.all(schedules.map(({ name, data, options }) => boss.send(name, data ?? {}, options ?? {})));
      for (let generation = 0; generation < longestChain && !signal.aborted; generation += 1) {
        const newest = await newestWork(boss);
        if (newest === null) return;
        while (!signal.aborted && (await hasWorkOf(boss, newest))) await pause(pollIntervalMs);
      }
    },
    async stop(timeoutMs) {
      isStopping = true;
      await waking.stop();
      await stopLogging?.();
      await boss.stop({ graceful: true, timeout: timeoutMs, close: true });
    },
  };
}
