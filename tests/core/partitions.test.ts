import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Prisma } from '../../server/db/client.ts';
import { inTransaction } from '../../server/db/database.ts';
import { readPartitions } from '../../server/db/queries/partitions.ts';
import { addWebhookEvent, addWebhookEvents, findWebhookEvent, markHandled } from '../../server/db/queries/webhookInbox.ts';
import type { PartitionedTable } from '../../server/domain/basics/partitions.ts';
import { dropPartitions, makePartitions } from '../../server/services/upkeep/keepPartitions.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { newRun } from '../support/jobRun.ts';

let product: TestDatabase;
beforeEach(async () => {
  product = await testDatabase();
});
afterEach(() => product.stop());

/** Mondays and first days of months far from those for which the migration has made partitions. */
const monday = '2027-06-07';
const at = (day: string, time = '12:00') => new Date(`${day}T${time}:00Z`);
const upkeep = (now: Date) => ({ database: product.database, clock: () => now });
const make = (now: Date) => makePartitions(upkeep(now), newRun());
const drop = (table: PartitionedTable, now: Date) => dropPartitions(upkeep(now), table, newRun());
const newestOf = async (table: PartitionedTable) => (await readPartitions(product.database, table)).at(-1)?.begins;

const event = (received_at: Date, event_id: string = randomUUID()) => ({ provider: 'lithic', event_id, type: 'card.updated', body: {}, received_at });
const store = (received_at: Date, event_id?: string) => addWebhookEvent(product.database, event(received_at, event_id));

/** The partition that holds each event. */
async function places(): Promise<Record<string, string>> {
  const rows = await product.database.$queryRaw<{ event_id: string; place: string }[]>`SELECT event_id, tableoid::regclass::text AS place FROM webhook_inbox`;
  return Object.fromEntries(rows.map(({ event_id, place }) => [event_id, place]));
}

async function newReceiver(): Promise<string> {
  const id = randomUUID();
  await product.database.receiver.create({ data: { id, token: id, email: `${id}@example.com`, whitelabel: 'headway' } });
  return id;
}
const take = (receiver_id: string, taken_at: Date) =>
  product.database.spendingPowerSnapshot.create({
    data: { receiver_id, taken_at, total_cents: 1n, outstanding_cents: 0n, available_cents: 1n, inputs: {}, terms: [], cause: 'test' },
  });

describe('partitions ahead', () => {
  it('are there after the migrations, for a month at least', async () => {
    const inAMonth = new Date(Date.now() + 28 * 86_400_000).toISOString().slice(0, 10);
    expect((await newestOf('webhook_inbox'))?.localeCompare(inAMonth)).toBeGreaterThanOrEqual(0);
    expect((await newestOf('spending_power_snapshot'))?.localeCompare(inAMonth)).toBeGreaterThanOrEqual(0);
  });

  it('are made as time goes on, and each holds the rows of its time', async () => {
    await make(at('2027-05-30'));
    await make(at('2027-06-06'));
    expect(await newestOf('webhook_inbox')).toBe('2027-07-05');
    expect(await newestOf('spending_power_snapshot')).toBe('2027-09-01');
    await store(at('2027-06-13', '23:59'), 'of the week');
    await store(at('2027-06-14', '00:00'), 'of the next');
    await store(at('2020-01-01'), 'of long ago');
    await store(at('2030-01-01'), 'of a wrong clock');
    expect(await places()).toEqual({
      'of the week': 'webhook_inbox_20270607',
      'of the next': 'webhook_inbox_20270614',
      'of long ago': 'webhook_inbox_old',
      'of a wrong clock': 'webhook_inbox_20270705',
    });
    await take(await newReceiver(), at('2027-06-30', '23:59'));
    expect(await product.database.$queryRaw`SELECT tableoid::regclass::text AS place FROM spending_power_snapshot`).toEqual([
      { place: 'spending_power_snapshot_20270601' },
    ]);
  });

  it('are made once more when nobody has made any for weeks: no row was lost meanwhile, and none is moved but those of the time to come', async () => {
    await make(at('2027-05-30'));
    await store(at('2027-07-20'), 'while no worker ran');
    await store(at('2027-08-25'), 'of a clock that was fast');
    await make(at('2027-08-01'));
    expect(await places()).toEqual({ 'while no worker ran': 'webhook_inbox_20270628', 'of a clock that was fast': 'webhook_inbox_20270823' });
    expect((await readPartitions(product.database, 'webhook_inbox')).slice(-6).map(({ begins }) => begins)).toEqual([
      ...['2027-06-28', '2027-08-02', '2027-08-09', '2027-08-16', '2027-08-23', '2027-08-30'],
    ]);
  });

  it('are alike: keys, checks, indexes and triggers', async () => {
    await make(at('2027-05-30'));
    const described = async (table: string) => {
      const rows = await product.database.$queryRaw<{ line: string }[]>`
        SELECT pg_get_constraintdef(oid) AS line FROM pg_constraint WHERE conrelid = ${table}::regclass
        UNION ALL
        SELECT regexp_replace(pg_get_indexdef(indexrelid), '^.* USING', 'USING') FROM pg_index WHERE indrelid = ${table}::regclass
        UNION ALL
        SELECT tgname::text FROM pg_trigger WHERE tgrelid = ${table}::regclass AND NOT tgisinternal`;
      return rows.map(({ line }) => line).toSorted();
    };
    expect(await described('webhook_inbox_20270607')).toEqual(await described('webhook_inbox_old'));
    expect(await described('webhook_inbox_old')).toEqual(expect.arrayContaining(['PRIMARY KEY (provider, event_id)', 'leave_out_seen_webhook']));
    expect(await described('spending_power_snapshot_20270601')).toEqual(await described('spending_power_snapshot_old'));
    expect(await described('spending_power_snapshot_old')).toContain('PRIMARY KEY (receiver_id, id)');
  });

  it('are made and dropped without a lock on the receivers, whom everybody needs', async () => {
    await make(at('2027-05-30'));
    await store(at('2027-06-10'), 'not handled');
    await take(await newReceiver(), at('2027-06-10'));
    const client = new pg.Client({ connectionString: product.url });
    await client.connect();
    await client.query('BEGIN');
    await client.query('LOCK TABLE receiver IN ROW SHARE MODE');
    await make(at('2028-09-01'));
    await drop('webhook_inbox', at('2027-09-12'));
    await drop('spending_power_snapshot', at('2028-08-04'));
    expect((await readPartitions(product.database, 'spending_power_snapshot'))[1]?.begins).toBe('2027-07-01');
    await client.query('ROLLBACK');
    await client.end();
  });

  it('are not made while others hold the table, and leave it as it was', async () => {
    const client = new pg.Client({ connectionString: product.url });
    await client.connect();
    await client.query('BEGIN');
    await client.query('LOCK TABLE webhook_inbox IN ACCESS SHARE MODE');
    const before = await readPartitions(product.database, 'webhook_inbox');
    await expect(make(at('2027-05-30'))).rejects.toThrow(/lock timeout/);
    expect(await readPartitions(product.database, 'webhook_inbox')).toEqual(before);
    await client.query('ROLLBACK');
    await client.end();
    await make(at('2027-05-30'));
    expect(await newestOf('webhook_inbox')).toBe('2027-06-28');
  });
});

describe('an event', () => {
  it('is stored once, whatever partition the first was in, and also when that is gone', async () => {
    await make(at('2027-05-30'));
    expect(await store(at(monday), 'a')).toBe(true);
    expect(await store(at(monday), 'a')).toBe(false);
    expect(await store(at('2027-06-21'), 'a')).toBe(false);
    await product.database.$executeRaw`DELETE FROM webhook_inbox`;
    expect(await store(at('2027-06-28'), 'a')).toBe(false);
    const more = ['a', 'b', 'b'].map((id) => event(at('2027-06-28'), id));
    expect(await inTransaction(product.database, (transaction) => addWebhookEvents(transaction, more))).toEqual(['b']);
    expect(await product.database.webhookInbox.count()).toBe(1);
  });

  it('that arrives twice at once is stored once', async () => {
    await make(at('2027-05-30'));
    const days = ['2027-06-08', '2027-06-15', '2027-06-08', '2027-06-22', '2027-06-15'];
    expect((await Promise.all(days.map((day) => store(at(day), 'a')))).filter(Boolean)).toHaveLength(1);
    expect(await product.database.webhookInbox.count()).toBe(1);
  });

  it('whose transaction was rolled back was not seen', async () => {
    const refused = inTransaction(product.database, async (transaction) => {
      await addWebhookEvent(transaction, event(at(monday), 'a'));
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    expect(await store(at(monday), 'a')).toBe(true);
  });

  it('that was stored before seen events were remembered is not stored again', async () => {
    await store(at('2026-11-01'), 'a');
    await product.database.$executeRaw`DELETE FROM webhook_seen`;
    expect(await store(at(monday), 'a')).toBe(false);
    expect(await product.database.webhookInbox.count()).toBe(1);
  });
});

describe('a partition whose time is over', () => {
  it('is dropped, and the events that are not handled, or were handled late, stay and can be handled', async () => {
    await make(at('2027-05-30'));
    const handled = async (event_id: string, received: Date, when: Date) => {
      await store(received, event_id);
      await markHandled(product.database, { provider: 'lithic', event_id }, null, when);
    };
    await handled('handled', at('2027-06-08'), at('2027-06-08'));
    await handled('handled late', at('2027-06-09'), at('2027-09-01'));
    await store(at('2027-06-10'), 'not handled');
    await handled('of the next week', at('2027-06-14'), at('2027-06-14'));
    await make(at('2027-09-01'));
    // The week ends on June 14: 90 days later is September 12.
    await drop('webhook_inbox', at('2027-09-11'));
    expect(Object.keys(await places())).toHaveLength(4);
    await drop('webhook_inbox', at('2027-09-12'));
    expect(await places()).toEqual({
      'handled late': 'webhook_inbox_old',
      'not handled': 'webhook_inbox_old',
      'of the next week': 'webhook_inbox_20270614',
    });
    expect(await product.database.$queryRaw`SELECT to_regclass('webhook_inbox_20270607')::text AS name`).toEqual([{ name: null }]);
    const key = { provider: 'lithic', event_id: 'not handled' };
    await markHandled(product.database, key, null, at('2027-09-13'));
    expect(await findWebhookEvent(product.database, key)).toMatchObject({ handled_at: at('2027-09-13'), received_at: at('2027-06-10'), attempts: 1 });
    for (const id of ['handled', 'not handled']) expect(await store(at('2027-09-14'), id)).toBe(false);
    // A row of the time that is gone still finds a place.
    expect(await store(at('2027-06-10'), 'from a slow clock')).toBe(true);
  });

  it('is dropped with runs in it, and the first and the newest of each receiver stay', async () => {
    await make(at('2027-05-30'));
    const [active, dormant, young] = [await newReceiver(), await newReceiver(), await newReceiver()];
    for (const day of ['2026-01-01', '2027-06-02', '2027-06-20', '2027-07-05']) await take(active, at(day));
    for (const day of ['2027-06-03', '2027-06-04', '2027-06-05']) await take(dormant, at(day));
    for (const day of ['2027-06-06', '2027-06-07', '2027-07-08']) await take(young, at(day));
    await make(at('2028-07-30'));
    // June ends on July 1: 400 days later is August 4, 2028, in a leap year.
    await drop('spending_power_snapshot', at('2028-08-04'));
    const left = async (receiver_id: string) =>
      (await product.database.spendingPowerSnapshot.findMany({ where: { receiver_id }, orderBy: { taken_at: 'asc' } })).map(({ taken_at }) =>
        taken_at.toISOString().slice(0, 10),
      );
    expect(await left(active)).toEqual(['2026-01-01', '2027-07-05']);
    expect(await left(dormant)).toEqual(['2027-06-03', '2027-06-05']);
    expect(await left(young)).toEqual(['2027-06-06', '2027-07-08']);
    expect((await readPartitions(product.database, 'spending_power_snapshot')).slice(0, 2).map(({ name }) => name)).toEqual([
      'spending_power_snapshot_old',
      'spending_power_snapshot_20270701',
    ]);
  });

  it('stays whole when the rows that stay of it cannot be moved', async () => {
    await make(at('2027-05-30'));
    await store(at('2027-06-10'), 'not handled');
    await make(at('2027-09-01'));
    await product.database.$executeRaw`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room'; END $$`;
    await product.database.$executeRaw`CREATE TRIGGER refuse BEFORE INSERT ON webhook_inbox_old FOR EACH ROW EXECUTE FUNCTION refuse()`;
    await expect(drop('webhook_inbox', at('2027-09-12'))).rejects.toThrow('no room');
    expect(await places()).toEqual({ 'not handled': 'webhook_inbox_20270607' });
    await product.database.$executeRaw`DROP TRIGGER refuse ON webhook_inbox_old`;
    await drop('webhook_inbox', at('2027-09-12'));
    expect(await places()).toEqual({ 'not handled': 'webhook_inbox_old' });
  });
});

/** An inbox in one partition, larger than what is read while others wait. */
async function undivided(): Promise<void> {
  for (const { name } of (await readPartitions(product.database, 'webhook_inbox')).slice(1)) {
    await product.database.$executeRaw`ALTER TABLE webhook_inbox DETACH PARTITION ${Prisma.raw(name)}`;
    await product.database.$executeRaw`DROP TABLE ${Prisma.raw(name)}`;
  }
  await product.database.$executeRaw`ALTER TABLE webhook_inbox DETACH PARTITION webhook_inbox_old`;
  await product.database.$executeRaw`ALTER TABLE webhook_inbox ATTACH PARTITION webhook_inbox_old FOR VALUES FROM (MINVALUE) TO (MAXVALUE)`;
  await product.database.$executeRaw`
    INSERT INTO webhook_inbox_old (provider, event_id, type, body, received_at)
    SELECT 'lithic', 'event ' || place, 'card.updated', jsonb_build_object('text', repeat(md5(place::text), 50)), '2027-05-01' FROM generate_series(1, 45000) place`;
}

it('a large table is read twice, before others have to wait for it, and not while they do', async () => {
  await undivided();
  const scans = async () => {
    await product.database.$executeRaw`SELECT pg_stat_force_next_flush()`;
    const [row] = await product.database.$queryRaw<{ rows: number }[]>`
      SELECT seq_tup_read::int AS rows FROM pg_stat_user_tables WHERE relname = 'webhook_inbox_old'`;
    return row?.rows;
  };
  const before = (await scans()) ?? 0;
  await make(at('2027-05-30'));
  // By the question whether anything has to be moved, and by the proof that nothing has.
  expect(await scans()).toBe(before + 2 * 45_000);
  expect(await newestOf('webhook_inbox')).toBe('2027-06-28');
  expect(await product.database.webhookInbox.count()).toBe(45_000);
});

it('a large table with a row of a wrong clock is divided as well, and none is refused or lost', async () => {
  await undivided();
  await store(at('2030-01-01'), 'of a wrong clock');
  await make(at('2027-05-30'));
  await store(at('2031-01-01'), 'of another');
  expect(await newestOf('webhook_inbox')).toBe('2027-06-28');
  const rows = await product.database.$queryRaw<{ place: string; rows: number }[]>`
    SELECT tableoid::regclass::text AS place, count(*)::int AS rows FROM webhook_inbox GROUP BY 1 ORDER BY 1`;
  expect(rows).toEqual([
    { place: 'webhook_inbox_20270628', rows: 2 },
    { place: 'webhook_inbox_old', rows: 45_000 },
  ]);
});
