import { setTimeout as pause } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prismaOf } from '../../server/db/client.ts';
import { inTransaction } from '../../server/db/database.ts';
import { connectionTo } from '../../server/db/primary.ts';
import { openQueue, type Queue } from '../../server/jobs/queue.ts';
import { Unavailable } from '../../server/providers/failure.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

let product: TestDatabase;
const opened: Queue[] = [];
const lines: { level: number; job?: string; msg: string }[] = [];
const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) });
beforeEach(async () => {
  product = await testDatabase();
});
afterEach(async () => {
  for (const queue of opened.splice(0)) await queue.stop(1_000);
  lines.length = 0;
  await product.stop();
});

async function open(worker: boolean): Promise<Queue> {
  const queue = await openQueue({ connection: connectionTo(product.url), log, worker, runsSchedules: false });
  opened.push(queue);
  return queue;
}

/** The log lines of a job's failures, each with its level. */
const linesOf = (job: string) => lines.filter((line) => line.job === job).map(({ level, msg }) => `${level} ${msg}`);

/** How many jobs of each queue lie in which kind of table. */
async function stored(): Promise<string[]> {
  const rows = await product.database.$queryRaw<{ line: string }[]>`
    SELECT name || ' ' || (CASE WHEN tableoid = 'pgboss.job_common'::regclass THEN 'shared' ELSE 'own' END) || ' ' || count(*) AS line
    FROM pgboss.job GROUP BY name, tableoid ORDER BY 1`;
  return rows.map(({ line }) => line);
}

const event = (event_id: string) => ({ provider: 'lithic', event_id });
const receiver_id = '01930000-0000-7000-8000-000000000001';

describe('a job that fails', () => {
  it('is a warning while it will be tried again, and an error for the last time', async () => {
    const queue = await open(true);
    const fail = () => Promise.reject(new Error('planted'));
    await queue.work('sync-stale-stores', fail);
    await queue.send('sync-stale-stores', {});
    await eventually('the failure', async () => (await queue.failed()).length > 0);
    expect(linesOf('sync-stale-stores')).toEqual([
      '40 a job failed and will be retried',
      '40 a job failed and will be retried',
      '50 a job failed for the last time, and waits for an operator',
    ]);
  });

  it('of a provider names the call that failed', async () => {
    const queue = await open(true);
    await queue.work('sync-stale-stores', () =>
      Promise.reject(new Unavailable({ provider: 'lithic', call: 'getCard', code: 'http_500', message: 'There was a processing error.', status: 500 })),
    );
    await queue.send('sync-stale-stores', {});
    await eventually('the failure', async () => (await queue.failed()).length > 0);
    expect(await queue.failed()).toMatchObject([{ reason: 'lithic getCard: There was a processing error.' }]);
  });

  it('needs nobody where its next run makes up for it', async () => {
    const queue = await open(true);
    let runs = 0;
    await queue.work('check-sessions', async () => {
      runs += 1;
      if (runs === 1) throw new Error('planted');
    });
    await queue.send('check-sessions', { isSecond: false });
    await eventually('the warning', async () => linesOf('check-sessions').length > 0);
    await queue.send('check-sessions', { isSecond: false });
    await eventually('the next run', async () => runs === 2);
    expect(linesOf('check-sessions')).toEqual(['40 a job failed, and its next run makes up for it']);
    expect(await queue.failed()).toEqual([]);
  });
});

it('a job that a stop cuts off is no error, since it is repeated', async () => {
  const queue = await open(true);
  const runs: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => runs.push(resolve));
  await queue.work('sync-stale-stores', work);
  await queue.send('sync-stale-stores', {});
  await eventually('the job', async () => runs.length === 1);
  await queue.stop(1_000);
  runs[0]?.();
  await eventually('a line about it', async () => lines.length > 0);
  expect(lines.map(({ level }) => level)).toEqual([40]);
  await (await open(true)).work('sync-stale-stores', work);
  await eventually('its repetition', async () => runs.length === 2);
  runs[1]?.();
});

it('a job that waits begins only after a transaction that sends the same again: it would miss what that changes', async () => {
  const queue = await open(true);
  const { database } = product;
  const seen: number[] = [];
  await queue.send('issue-card', { receiver_id }, { singletonKey: receiver_id });
  await inTransaction(database, async (transaction) => {
    await prismaOf(transaction).receiver.create({ data: { id: receiver_id, token: 'somebody', email: 'somebody@example.com', whitelabel: 'headway' } });
    await queue.send('issue-card', { receiver_id }, { transaction, singletonKey: receiver_id });
    await queue.work('issue-card', async () => void seen.push(await database.receiver.count()));
    // The queue is looked at meanwhile.
    for (let looks = 0; looks < 15 && seen.length === 0; looks += 1) await pause(100);
  });
  await eventually('the job', async () => seen.length > 0);
  expect(seen).toEqual([1]);
});

/** Has the queue itself give up a job, as after the death of its worker. */
async function giveUp(name: 'sync-stale-stores' | 'sync-stale-shops'): Promise<void> {
  const dying = new PgBoss({ connectionString: product.url, supervise: false, schedule: false, max: 2 });
  await dying.start();
  await dying.send(name, {}, { retryLimit: 0 });
  await dying.fetch(name);
  await product.database.$executeRaw`UPDATE pgboss.job SET started_on = started_on - interval '1 day' WHERE name = ${name}`;
  // The library supervises a queue at most once a minute.
  await product.database.$executeRaw`UPDATE pgboss.queue SET monitor_on = NULL WHERE name = ${name}`;
  await dying.supervise(name);
  await dying.stop();
}

describe('a job that the queue gives up', () => {
  it('is one line of an error, with the reason, however many workers there are', async () => {
    const [queue] = [await open(true), await open(true)];
    await giveUp('sync-stale-stores');
    await eventually('the line', async () => linesOf('sync-stale-stores').length > 0);
    // A busy machine warns of slow statements beside it.
    expect(lines.filter(({ job }) => job !== undefined)).toMatchObject([{ level: 50, job: 'sync-stale-stores', reason: 'job timed out' }]);
    expect(await queue.failed()).toMatchObject([{ queue: 'sync-stale-stores', count: 1, reason: 'job timed out' }]);
    await giveUp('sync-stale-shops');
    await eventually('the line of the next', async () => linesOf('sync-stale-shops').length > 0);
    expect(linesOf('sync-stale-stores')).toEqual(['50 the queue gave up a job, which waits for an operator']);
  });
});

describe('a job that failed for good', () => {
  it('is listed with the reason, waits a year, and is tried again when an operator says so', async () => {
    const queue = await open(true);
    const done: string[] = [];
    let isMended = false;
    await queue.work('sync-stale-stores', async (_, { id }) => {
      if (!isMended) throw new Error('planted');
      done.push(id);
    });
    expect(await queue.failed()).toEqual([]);
    await queue.send('sync-stale-stores', {});
    const [failed] = await eventually('the failure', async () => {
      const found = await queue.failed();
      return found.length > 0 && found;
    });
    expect(failed).toEqual({ queue: 'sync-stale-stores', count: 1, since: expect.any(Date), reason: 'planted' });
    const [{ days }] = await product.database.$queryRaw<[{ days: number }]>`
      SELECT extract(day FROM keep_until - created_on)::int AS days FROM pgboss.job WHERE name = 'dead-letter'`;
    expect(days).toBe(365);

    isMended = true;
    expect(await queue.tryAgain('push-spend-limit')).toBe(0);
    expect(await queue.tryAgain()).toBe(1);
    await eventually('the job', async () => done.length === 1);
    expect(await queue.failed()).toEqual([]);
  });
});

describe('work that is done one at a time for a key', () => {
  it('holds up nothing for other keys, and goes on with its own as soon as it is done', async () => {
    const queue = await open(true);
    const began: string[] = [];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const work = async ({ shop }: { shop: string }) => {
      began.push(shop);
      if (began.length === 1) await released;
    };
    await queue.work('sync-shop', work, { concurrency: 2 });
    const read = (shop: string) => queue.send('sync-shop', { receiver_id, shop }, { singletonKey: shop });
    await read('one');
    await eventually('the first reading', async () => began.length === 1);
    // The second reading of this shop waits for the first, and stands before that of the other shop.
    await read('one');
    await read('another');
    await eventually('the other shop', async () => began.length === 2);
    expect(began).toEqual(['one', 'another']);
    release();
    await eventually('the second reading', async () => began.length === 3);
    expect(began).toEqual(['one', 'another', 'one']);
  });

  it('leaves no more than one waiting for each key', async () => {
    const queue = await open(false);
    for (const shop of ['one', 'one', 'another']) await queue.send('sync-shop', { receiver_id, shop }, { singletonKey: shop });
    expect(await stored()).toEqual(['sync-shop own 2']);
  });
});

describe('a backlog', () => {
  const others = Array.from({ length: 60 }, (_, place) => `01930000-0000-7000-8000-${String(place).padStart(12, '0')}`);

  it.each(['close-months', 'spread-spend-limit', 'handle-webhook'] as const)('of %s is worked off without a pause after each job', async (name) => {
    const queue = await open(true);
    await inTransaction(product.database, (transaction) =>
      name === 'handle-webhook'
        ? queue.sendMany(
            name,
            others.map((id) => ({ data: event(id) })),
            transaction,
          )
        : queue.sendMany(
            name,
            others.map((id) => ({ data: { receiver_id: id }, singletonKey: id })),
            transaction,
          ),
    );
    const done = new Set<unknown>();
    await queue.work(name, async (data) => void done.add(data), { concurrency: name === 'close-months' ? 1 : 2 });
    await eventually('all jobs', async () => done.size === others.length);
  });
});

describe('the backlog that is told', () => {
  it('is what a worker has counted', async () => {
    const queue = await open(false);
    await queue.send('handle-webhook', event('a'));
    await queue.send('handle-webhook', event('b'));
    expect(await queue.backlog()).toEqual([]);
    const counting = new PgBoss({ connectionString: product.url, supervise: false, schedule: false, max: 2 });
    await counting.start();
    await counting.supervise();
    await counting.stop();
    expect(await queue.backlog()).toContainEqual({ queue: 'handle-webhook', waiting: 2, running: 0 });
    expect(await queue.backlog()).toContainEqual({ queue: 'close-months', waiting: 0, running: 0 });
  });
});

describe('a busy queue', () => {
  it('has a partition of its own, and the others share one', async () => {
    const queue = await open(false);
    await queue.send('handle-webhook', event('a'));
    await inTransaction(product.database, (transaction) =>
      queue.sendMany('push-spend-limit', [{ data: { receiver_id }, singletonKey: receiver_id }], transaction),
    );
    await queue.send('close-card', { receiver_id, card_token: 'card' });
    expect(await stored()).toEqual(['close-card shared 1', 'handle-webhook own 1', 'push-spend-limit own 1']);
  });

  it('keeps the rule that one waits for each key', async () => {
    const queue = await open(false);
    for (let time = 0; time < 3; time += 1) await queue.send('push-spend-limit', { receiver_id }, { singletonKey: receiver_id });
    expect(await stored()).toEqual(['push-spend-limit own 1']);
  });
});

describe('living through a skipped day', () => {
  it('waits for all that the scheduled jobs lead to, and not for what others send without end', async () => {
    const queue = await open(true);
    const done: string[] = [];
    await queue.work('sync-stale-stores', async () => {
      done.push('planned');
      await queue.send('purge-expired', {});
    });
    await queue.work('purge-expired', async () => {
      done.push('made');
      await queue.send('check-sessions', { isSecond: false });
    });
    await queue.work('check-sessions', async () => void done.push('told'));
    let sent = 0;
    const stopping = new AbortController();
    await queue.work('handle-webhook', async () => {
      sent += 1;
      if (!stopping.signal.aborted) await queue.send('handle-webhook', event(`${sent}`));
    });
    await queue.send('handle-webhook', event('0'));
    await eventually('what others send without end', async () => sent > 1);
    await queue.schedule('sync-stale-stores', '0 0 1 1 *', 'UTC', {});
    const givenUp = AbortSignal.timeout(60_000);
    await queue.runSchedules(givenUp);
    stopping.abort();
    expect([done, givenUp.aborted]).toEqual([['planned', 'made', 'told'], false]);
  });
});
