import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, Prisma, type PrismaDatabase } from '../../server/db/client.ts';
import { readPartitions } from '../../server/db/queries/partitions.ts';
import { makePartitions } from '../../server/services/upkeep/keepPartitions.ts';
import { purgeExpired, purgeOldRuns } from '../../server/services/upkeep/purgeExpired.ts';
import { newRun } from '../support/jobRun.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let database: PrismaDatabase;
const receiver_id = randomUUID();
beforeAll(async () => {
  product = await testProduct();
  database = product.deps.database;
  await database.receiver.create({ data: { id: receiver_id, token: receiver_id, email: `${receiver_id}@example.com`, whitelabel: 'headway' } });
});
afterAll(() => product.stop());

const dayMs = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * dayMs);
const count = async (table: string) => (await database.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM ${Prisma.raw(table)}`)[0]?.count;

/** Each table with a row that is over for long enough, one that is not, and the columns that say so. */
const tables: Record<string, { make: (endedDaysAgo: number) => Promise<unknown>; gone: number; kept: number }> = {
  rate_limit: {
    make: (days) => database.rateLimit.create({ data: { key: randomUUID(), points: 1, expire: BigInt(ago(days).getTime()) } }),
    ...{ gone: 0.01, kept: -0.01 },
  },
  idempotency_key: {
    make: (days) => database.idempotencyKey.create({ data: { receiver_id, key: randomUUID(), operation: 'POST /', body_hash: 'hash', expires_at: ago(days) } }),
    ...{ gone: 0.01, kept: -0.01 },
  },
  hand_in_jti: {
    make: (days) => database.handInJti.create({ data: { issuer: 'shopify', jti: randomUUID(), expires_at: ago(days) } }),
    ...{ gone: 1.01, kept: 0.99 },
  },
  launch_code: {
    make: (days) =>
      database.launchCode.create({
        data: { code_hash: randomUUID(), receiver_id, session: {}, created_at: new Date(ago(days).getTime() - 60_000), expires_at: ago(days) },
      }),
    ...{ gone: 1.01, kept: 0.99 },
  },
  provider_budget: {
    make: (days) => database.providerBudget.create({ data: { name: randomUUID(), calls: 1, as_of: ago(days), is_given: true, blocked_until: new Date(0) } }),
    ...{ gone: 1.01, kept: 0.99 },
  },
  webhook_inbox: {
    make: (days) =>
      database.webhookInbox.create({
        data: { provider: 'lithic', event_id: randomUUID(), type: 'card.updated', body: {}, received_at: ago(days + 1), handled_at: ago(days) },
      }),
    ...{ gone: 90.01, kept: 89.99 },
  },
  webhook_seen: {
    make: (days) => database.webhookSeen.create({ data: { provider: 'lithic', event_id: randomUUID(), received_at: ago(days) } }),
    ...{ gone: 180.01, kept: 179.99 },
  },
  alert_sent: {
    make: (days) =>
      database.alertSent.create({
        data: {
          receiver_id,
          ...{ kind: 'repayment_failed', about: randomUUID(), fact: randomUUID(), channel: 'mail', person: 'owner', title: 'Title', body: 'Body', path: '/' },
          created_at: ago(days),
          sent_at: ago(days),
        },
      }),
    ...{ gone: 180.01, kept: 179.99 },
  },
};

describe('the hourly purge', () => {
  it.each(Object.entries(tables))('deletes rows of %s once they have been over for as long as they are kept', async (table, { make, gone, kept }) => {
    await database.$executeRaw`DELETE FROM ${Prisma.raw(table)}`;
    await make(gone);
    await make(kept);
    await purgeExpired(product.deps, newRun());
    expect(await count(table)).toBe(1);
    await purgeExpired(product.deps, newRun());
    expect(await count(table)).toBe(1);
  });

  it('keeps an event that is not handled, however old', async () => {
    await database.$executeRaw`DELETE FROM webhook_inbox`;
    await database.webhookInbox.create({ data: { provider: 'lithic', event_id: randomUUID(), type: 'card.updated', body: {}, received_at: ago(1_000) } });
    await purgeExpired(product.deps, newRun());
    expect(await count('webhook_inbox')).toBe(1);
  });

  it('drops a week of the inbox that is over, and keeps what is not', async () => {
    const later = (days: number) => ({ ...product.deps, clock: () => ago(-days) });
    for (const days of [60, 90, 120]) await makePartitions(later(days), newRun());
    const make = (days: number, handled_at: Date | null) =>
      database.webhookInbox.create({
        data: { provider: 'lithic', event_id: randomUUID(), type: 'card.updated', body: {}, received_at: ago(-days), handled_at },
      });
    await database.$executeRaw`DELETE FROM webhook_inbox`;
    await make(80, ago(-80));
    const { event_id } = await make(80, null);
    const [week] = await database.$queryRaw<{ name: string }[]>`SELECT DISTINCT tableoid::regclass::text AS name FROM webhook_inbox`;
    const isThere = async () => (await readPartitions(database, 'webhook_inbox')).some(({ name }) => name === week?.name);
    await purgeExpired(later(165), newRun());
    expect([await isThere(), await count('webhook_inbox')]).toEqual([true, 2]);
    await purgeExpired(later(180), newRun());
    expect(await isThere()).toBe(false);
    expect(await database.webhookInbox.findMany()).toMatchObject([{ event_id }]);
  });

  it('deletes more than one statement takes', async () => {
    await database.$executeRaw`DELETE FROM rate_limit`;
    await database.$executeRaw`INSERT INTO rate_limit (key, points, expire) SELECT 'key ' || place, 1, 0 FROM generate_series(1, 12001) place`;
    await purgeExpired(product.deps, newRun());
    expect(await count('rate_limit')).toBe(0);
  });

  it('finds the oldest rows along an index, and reads no table through for each few of them', async () => {
    const recent = 100_000;
    await database.$executeRaw`
      INSERT INTO webhook_seen (provider, event_id, received_at)
      SELECT 'lithic', 'seen ' || place, CASE WHEN place <= ${recent}::int THEN ${ago(1)}::timestamptz ELSE ${ago(181)}::timestamptz END FROM generate_series(1, ${recent}::int + 12001) place`;
    const readThrough = async () => {
      const [seen] = await database.$queryRaw<{ rows: number }[]>`SELECT seq_tup_read::int AS rows FROM pg_stat_user_tables WHERE relname = 'webhook_seen'`;
      return seen?.rows ?? 0;
    };
    const before = await readThrough();
    // One connection, which tells its own counts at once.
    const purging = createDatabase(product.config.databaseUrl ?? '', { maximumConnections: 1 });
    await purgeExpired({ ...product.deps, database: purging }, newRun());
    await purging.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
    await purging.$disconnect();
    // Other tests count a handful of rows here.
    expect((await readThrough()) - before).toBeLessThan(100);
    expect(await count('webhook_seen')).toBeLessThan(recent + 100);
  });
});

describe('old runs of the spending power rule', () => {
  const at = (days: number, hour: number) => {
    const day = ago(days);
    return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), hour));
  };
  const make = (of: string, taken_at: Date) =>
    database.spendingPowerSnapshot.create({
      data: { receiver_id: of, taken_at, total_cents: 1n, outstanding_cents: 0n, available_cents: 1n, inputs: {}, terms: [], cause: 'test' },
    });
  const left = async (of: string) =>
    (await database.spendingPowerSnapshot.findMany({ where: { receiver_id: of }, orderBy: { taken_at: 'asc' } })).map(({ taken_at }) => taken_at.toISOString());

  it('stay for 90 days, then the last of each day for 400, and the first of all for good', async () => {
    const runs = [
      ...[at(500, 1), at(500, 2), at(450, 3)],
      ...[at(300, 1), at(300, 5), at(300, 23)],
      ...[at(91, 8), at(91, 9)],
      ...[at(80, 8), at(80, 9)],
      at(1, 3),
    ];
    for (const taken_at of runs) await make(receiver_id, taken_at);
    await purgeOldRuns(product.deps, newRun());
    const kept = [at(500, 1), at(300, 23), at(91, 9), at(80, 8), at(80, 9), at(1, 3)].map((taken_at) => taken_at.toISOString());
    expect(await left(receiver_id)).toEqual(kept);
    await purgeOldRuns(product.deps, newRun());
    expect(await left(receiver_id)).toEqual(kept);
  });

  it('of an account that has not changed for long stay: the first and the newest', async () => {
    const id = randomUUID();
    await database.receiver.create({ data: { id, token: id, email: `${id}@example.com`, whitelabel: 'headway' } });
    for (const taken_at of [at(900, 1), at(800, 1), at(700, 1)]) await make(id, taken_at);
    await purgeOldRuns(product.deps, newRun());
    expect(await left(id)).toEqual([at(900, 1), at(700, 1)].map((taken_at) => taken_at.toISOString()));
  });
});
