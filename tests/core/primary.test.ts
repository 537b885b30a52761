import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ChangeFeed } from '../../server/db/changeFeed.ts';
import { createDatabase, type PrismaDatabase, prismaOf, readValue } from '../../server/db/client.ts';
import { DecisionConnections } from '../../server/db/decisionConnections.ts';
import { Prisma } from '../../server/db/generated/client.ts';
import { connectionTo, primaryOf } from '../../server/db/primary.ts';
import { openQueue, type Queue } from '../../server/jobs/queue.ts';
import { openStore, type Store } from '../../server/sandbox/core/store.ts';
import { requireReachable } from '../../server/start/database.ts';
import { eventually } from '../support/eventually.ts';
import { type Replicated, startReplicated } from '../support/replicated.ts';

let both: Replicated;
let addresses: string;
let database: PrismaDatabase;
let decisions: DecisionConnections;
let queue: Queue;
let feed: ChangeFeed;
let sandbox: Store;

beforeAll(async () => {
  both = await startReplicated();
  addresses = `${both.replicaUrl},${both.primaryUrl}`;
  database = createDatabase(addresses);
  decisions = new DecisionConnections(addresses, { database, maximumConnections: 2, prepared: 'SELECT 1' });
  queue = await openQueue({ connection: connectionTo(addresses), log: pino({ level: 'silent' }), worker: true, runsSchedules: false });
  feed = new ChangeFeed({ databaseUrl: addresses, log: { warn: () => {} } });
  await feed.listen();
  sandbox = await openStore(connectionTo(addresses), () => {});
});
afterAll(async () => {
  both?.wakePrimary();
  await sandbox?.close();
  await feed?.stop();
  await queue?.stop(0);
  await decisions?.close();
  await database?.$disconnect();
  await both?.stop();
});

const write = () => prismaOf(database).$queryRaw`CREATE TEMPORARY TABLE written ON COMMIT DROP AS SELECT 1 AS one`;
const read = () => readValue<boolean>(database, Prisma.sql`pg_is_in_recovery()`);
const decide = async () => {
  const { rows, end } = await decisions.begin<{ is_standby: boolean }>('BEGIN; SELECT pg_is_in_recovery() AS is_standby');
  await end('COMMIT');
  return rows[0]?.is_standby;
};

it('of several servers the primary is used, whichever is named first', async () => {
  await write();
  expect([await read(), await decide()]).toEqual([false, false]);
  for (const list of [addresses, `${both.primaryUrl},${both.replicaUrl}`]) expect(await primaryOf(list)).toBe(both.primaryUrl);
  expect(await primaryOf(both.replicaUrl)).toBe(both.replicaUrl);
});

it('a start on a standby alone is refused in one line, without its password', async () => {
  const { host, password } = new URL(both.replicaUrl);
  const refusal = await requireReachable(both.replicaUrl).catch((error: Error) => error.message);
  expect(refusal).toMatch(/^DATABASE_URL: [^\n]* is a standby[^\n]*$/);
  expect(refusal).toContain(host);
  expect(refusal).not.toContain(password || 'nothing');
  await expect(requireReachable(addresses)).resolves.toBeUndefined();
});

it('every kind of connection finds the server that was promoted when the one before vanishes without a word', async () => {
  const heard: unknown[] = [];
  feed.follow('receiver', (changes) => heard.push(changes));
  both.freezePrimary();
  const waiting = eventually('a statement finds it', () => write().catch(() => null));
  await pause(200);
  await both.onReplica('SELECT pg_promote()');
  await waiting;
  expect(
    await eventually('a short read finds it', () =>
      read().then(
        (isStandby) => ({ isStandby }),
        () => null,
      ),
    ),
  ).toEqual({ isStandby: false });
  expect(
    await eventually('a decision finds it', () =>
      decide().then(
        (isStandby) => ({ isStandby }),
        () => null,
      ),
    ),
  ).toEqual({ isStandby: false });
  await eventually('the sandbox finds it', () => sandbox.query('SELECT 1').catch(() => null));
  await eventually('the queue finds it', () => queue.backlog().catch(() => null));
  await eventually('the connection that hears of changes finds it', async () => heard.length > 0);
  expect(await primaryOf(addresses)).toBe(both.replicaUrl);
});

it('a primary of before that comes back is not taken for the present one', async () => {
  both.wakePrimary();
  const client = new pg.Client({ connectionString: both.primaryUrl });
  await client.connect();
  // It takes itself for one.
  expect((await client.query('SELECT pg_is_in_recovery() AS is_standby')).rows).toEqual([{ is_standby: false }]);
  await client.end();
  // Of these lists nothing is remembered.
  const named = (url: string) => `${url}?application_name=anew`;
  for (const list of [
    [both.primaryUrl, both.replicaUrl],
    [both.replicaUrl, both.primaryUrl],
  ]) {
    expect(await primaryOf(list.map(named).join(','))).toBe(named(both.replicaUrl));
  }
});
