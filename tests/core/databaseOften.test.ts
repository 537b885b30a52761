import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, Prisma, readOften, runOften } from '../../server/db/client.ts';
import { inTransaction } from '../../server/db/database.ts';
import { databaseOf } from '../../server/db/databaseOf.ts';
import { readSignedIn } from '../../server/db/queries/signedInReceiver.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { indexOwners } from '../support/ownerIndex.ts';
import { merchantId, sampleRows } from '../support/sampleRows.ts';

let product: TestDatabase;
beforeAll(async () => {
  product = await testDatabase();
});
afterAll(() => product.stop());

it('a receiver read past Prisma is the very row that Prisma reads, every column of it', async () => {
  await product.database.receiver.create({ data: sampleRows.Receiver });
  await indexOwners(product.database);
  const stored = await product.database.receiver.findUniqueOrThrow({ where: { id: merchantId } });
  expect(await readSignedIn(product.database, stored.token)).toEqual({
    receiver: stored,
    isUninstalled: false,
    signIn: { barredAt: null, seenAt: null, signedOutAt: null },
  });
  expect(await readSignedIn(product.database, 'nobody')).toBeNull();
});

it('a receiver is uninstalled once every platform that hands it in has taken the app away', async () => {
  const { id, token } = await product.database.receiver.create({ data: { token: 'two-stores', email: 'two@example.com', whitelabel: 'headway' } });
  await indexOwners(product.database);
  const isUninstalled = async () => (await readSignedIn(product.database, token))?.isUninstalled;
  expect(await isUninstalled()).toBe(false);
  for (const external_id of ['first', 'second']) {
    await product.database.platformAccount.create({ data: { platform: 'shopify', external_id, receiver_id: id, linked_by: 'first_hand_in' } });
  }
  const takeAway = (external_id: string) =>
    product.database.platformAccount.update({ where: { platform_external_id: { platform: 'shopify', external_id } }, data: { uninstalled_at: new Date() } });
  await takeAway('first');
  expect(await isUninstalled()).toBe(false);
  await takeAway('second');
  expect(await isUninstalled()).toBe(true);
});

it('values mean the same past Prisma, through it, and inside a transaction', async () => {
  const { text, values } =
    Prisma.sql`SELECT 9007199254740993::bigint AS large, 7 AS small, '2024-02-29'::date AS day, '2026-07-04T01:02:03.456+02'::timestamptz AS at,
    true AS flag, ${"it's"}::text AS said, NULL::bigint AS missing, '{"a":[1,null]}'::json AS json, ARRAY['x','y'] AS words`;
  const past = await runOften(product.database, { text, values });
  expect(past).toEqual([
    {
      large: 9_007_199_254_740_993n,
      small: 7,
      day: new Date('2024-02-29T00:00:00Z'),
      at: new Date('2026-07-03T23:02:03.456Z'),
      flag: true,
      said: "it's",
      missing: null,
      json: { a: [1, null] },
      words: ['x', 'y'],
    },
  ]);
  expect(await product.database.$queryRawUnsafe(text, ...values)).toEqual(past);
  expect(await inTransaction(product.database, (transaction) => runOften(transaction, { text, values }))).toEqual(past);
});

describe('reads that share connections', () => {
  const answered = (count: number) => Prisma.sql`SELECT 12 / ${count}::int AS answer`;
  const read = (count: number) => readOften<{ answer: number }>(product.database, answered(count));

  it('get their own answers, and one that fails fails alone', async () => {
    const counts = [1, 2, 0, 3, 0, 4, 6];
    const settled = await Promise.allSettled(Array.from({ length: 20 }, () => counts.map(read)).flat());
    const answers = settled.map((one) => (one.status === 'fulfilled' ? one.value[0]?.answer : one.reason.code));
    const divisionByZero = '22012';
    expect(answers).toEqual(Array.from({ length: 20 }, () => [12, 6, divisionByZero, 4, divisionByZero, 3, 2]).flat());
  });

  it('go on when their connections have broken', async () => {
    await read(1);
    const other = createDatabase(product.url, { maximumConnections: 1 });
    const ended = await other.$queryRaw<{ pid: number }[]>`
      SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    // One that has not ended yet would still take the next test's transaction, and break in it.
    await eventually('the end of the connections', async () => {
      const open = await other.$queryRaw<{ pid: number }[]>`SELECT pid FROM pg_stat_activity WHERE datname = current_database()`;
      return !ended.some(({ pid }) => open.some((one) => one.pid === pid));
    });
    await other.$disconnect();
    expect(await eventually('an answer', () => read(3).catch(() => undefined))).toEqual([{ answer: 4 }]);
  });

  it('of a transaction see what it has done', async () => {
    const { id, token } = await product.database.receiver.create({ data: { token: 'changed', email: 'changed@example.com', whitelabel: 'headway' } });
    await indexOwners(product.database);
    const emails = await inTransaction(product.database, async (transaction) => {
      await databaseOf(transaction, receiverScope(id)).receiver.update({ data: { email: 'new@example.com' } });
      const email = Prisma.sql`SELECT email FROM receiver WHERE token = ${token}`;
      return [await readOften(transaction, email), await readOften(product.database, email)].flat();
    });
    expect(emails).toEqual([{ email: 'new@example.com' }, { email: 'changed@example.com' }]);
  });
});
