import { readdirSync, readFileSync } from 'node:fs';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acrossReceivers } from '../../server/db/acrossReceivers.ts';
import type { Database } from '../../server/db/database.ts';
import { databaseOf } from '../../server/db/databaseOf.ts';
import { places } from '../../server/db/distribution.ts';
import { distributionSql } from '../../server/db/distributionSql.ts';
import { PrismaClient } from '../../server/db/generated/client.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { merchantId } from '../support/sampleRows.ts';
import { isKeptByOneServer, spreadBy } from '../support/spreading.ts';
import { namesReceiver, statementsOf } from '../support/statements.ts';

let product: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  product = await testDatabase();
  client = new pg.Client({ connectionString: product.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await product.stop();
});

/** Runs work in a transaction that is rolled back. */
async function undone<Result>(work: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN');
  try {
    return await work();
  } finally {
    await client.query('ROLLBACK');
  }
}

const folder = new URL('../../server/db/', import.meta.url);
const schema = readFileSync(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8');
const models = new Map(
  [...schema.matchAll(/^model (\w+) \{\n[\s\S]*?@@map\("(\w+)"\)/gm)].map(([, model = '', table = '']) => [
    model.charAt(0).toLowerCase() + model.slice(1),
    table,
  ]),
);
const isSpread = (table: string) => places[table]?.on === 'receiver';

/** Statements that name the receiver in another way than `namesReceiver` sees, each with that way. */
const otherwise: Readonly<Record<string, string>> = {
  'queries/classicRows.ts: classicCardTable': 'a source of fromWhere, which names it',
  'queries/classicRows.ts: classicTransferTable': 'a source of fromWhere, which names it',
  'queries/purchaseDecision.ts: storeStatement': 'the receiver is its first column',
};

/** Returns the places of a file whose statements name no receiver. */
const withoutReceiver = (file: string, source: string): string[] =>
  statementsOf(file, source, models)
    .filter((statement) => !namesReceiver(statement, isSpread))
    .map(({ place }) => place);

describe('statements', () => {
  const files = [...readdirSync(folder), ...readdirSync(new URL('queries/', folder)).map((name) => `queries/${name}`)].filter((name) => name.endsWith('.ts'));

  test('each names the receiver whose rows it reads or writes, or is listed with what it is for', () => {
    const found = new Set(files.flatMap((file) => withoutReceiver(file, readFileSync(new URL(file, folder), 'utf8'))));
    expect([...found].toSorted()).toEqual([...Object.keys(acrossReceivers), ...Object.keys(otherwise)].toSorted());
  });

  test('that search for a page of receivers ask about each of them by itself, and read no other table whole', () => {
    const statements = files.flatMap((file) => statementsOf(file, readFileSync(new URL(file, folder), 'utf8'), models));
    const searches = new Set(statements.filter(({ text }) => text.includes('⟦receiversAtOnce⟧')).map(({ place }) => place));
    expect(searches.size).toBeGreaterThan(8);
    const conditions = statements.filter(({ place, text }) => searches.has(place) && /EXISTS \(SELECT/.test(text) && !/^\s*DELETE/.test(text));
    expect(conditions.map(({ place }) => place)).toContain('queries/draws.ts: receiversToDraw');
    const asked = (text: string) => [text.match(/EXISTS \(\s*SELECT/g)?.length, text.match(/⟦perReceiver⟧\)/g)?.length];
    for (const { place, text } of conditions) expect([place, ...asked(text)]).toEqual([place, asked(text)[0], asked(text)[0]]);
  });

  /** With `@` in place of `$`. */
  const planted: readonly [what: string, source: string][] = [
    ['rows by another column', 'export const planted = (t) => prismaOf(t).$queryRaw<Card[]>`SELECT token FROM card WHERE token = @{token}`;'],
    [
      'a planner',
      'export const planted = (t) => prismaOf(t).$queryRaw`SELECT id FROM receiver WHERE EXISTS (SELECT FROM draw WHERE draw.receiver_id = receiver.id)`;',
    ],
    [
      'one table of two',
      'export const planted = (t) => runOften(t, Prisma.sql`SELECT 1 FROM card JOIN draw ON true WHERE card.receiver_id = @{receiverId}::uuid`);',
    ],
    ['a write', "export const planted = (t) => prismaOf(t).$executeRaw`UPDATE draw SET status = 'failed' WHERE transfer_id = @{transferId}`;"],
    ['plain text', 'export const planted = `SELECT pg_sleep(0) FROM card WHERE token = @{token}`;'],
    ['a table given by name', 'export const planted = (t, table) => prismaOf(t).$executeRaw`DELETE FROM @{Prisma.raw(table)} WHERE at < @{at}`;'],
    ['a part without any receiver', 'export const planted = Prisma.sql`(SELECT max(at) FROM ledger_transfer WHERE subject_id = booking.subject_id)`;'],
    ["a model's rows by another column", 'export const planted = (t) => prismaOf(t).card.findFirst({ where: { token } });'],
    ['all but one receiver', 'export const planted = (t) => prismaOf(t).card.count({ where: { receiver_id: { not: receiverId } } });'],
    ['receivers by another column', 'export const planted = (t) => prismaOf(t).receiver.findMany({ where: { email } });'],
  ];
  test.each(planted)('a new one that does not is found: %s', (_, source) => {
    expect(withoutReceiver('planted.ts', source.replaceAll('@', '$'))).toEqual(['planted.ts: planted']);
  });
});

/** Connections that keep what is asked on them. */
class ListeningPool extends pg.Pool {
  readonly asked: pg.QueryConfig<unknown[]>[] = [];

  override query = ((statement: pg.QueryConfig<unknown[]>) => {
    this.asked.push(statement);
    return super.query(statement);
  }) as pg.Pool['query'];
}

test('each scoped handle names the receiver in every statement', async () => {
  const pool = new ListeningPool({ connectionString: product.url, max: 1 });
  const database = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: true }) });
  const own = databaseOf(database as unknown as Database, receiverScope(merchantId)) as unknown as Record<string, Record<string, () => Promise<unknown>>>;
  const spread = [...models].filter(([model, table]) => model !== 'receiver' && isSpread(table));
  for (const [model, table] of spread) {
    for (const method of ['findFirst', 'findMany', 'count', 'deleteMany']) {
      pool.asked.length = 0;
      // Some tables refuse that their rows are deleted, once they were asked.
      await own[model]?.[method]?.().catch(() => {});
      expect(pool.asked, `${model}.${method}`).toHaveLength(1);
      expect(pool.asked[0]?.text, `${model}.${method}`).toContain(`WHERE "public"."${table}"."receiver_id" = $1`);
      expect(pool.asked[0]?.values?.[0], `${model}.${method}`).toBe(merchantId);
    }
  }
  expect(spread.length).toBeGreaterThan(40);
  await database.$disconnect();
});

describe('npm run distribution:sql', () => {
  /** Stand-ins for the functions of Citus, which say by what they were called. Truncating is real. */
  const standIns = `
    CREATE SCHEMA citus_stand_in; SET search_path TO public, citus_stand_in;
    CREATE TABLE citus_stand_in.call (number serial, name text, relation regclass, by text, beside text);
    CREATE FUNCTION citus_stand_in.create_reference_table(relation regclass) RETURNS void LANGUAGE sql
      AS $$ INSERT INTO citus_stand_in.call (name, relation) VALUES ('everywhere', relation) $$;
    CREATE FUNCTION citus_stand_in.create_distributed_table(relation regclass, by text, colocate_with text) RETURNS void LANGUAGE sql
      AS $$ INSERT INTO citus_stand_in.call (name, relation, by, beside) VALUES ('spread', relation, by, colocate_with) $$;
    CREATE FUNCTION citus_stand_in.truncate_local_data_after_distributing_table(relation regclass) RETURNS void LANGUAGE plpgsql
      AS $$ BEGIN EXECUTE format('TRUNCATE %s CASCADE', relation); INSERT INTO citus_stand_in.call (name, relation) VALUES ('emptied', relation); END $$`;

  test('every statement runs, in its order; every table is named, and those that stay keep their rows', async () => {
    await client.query(`INSERT INTO launch_code (code_hash, receiver_id, session, expires_at)
      SELECT 'code', id, '{}', now() FROM receiver LIMIT 1`);
    await client.query(`INSERT INTO rate_limit (key, points) VALUES ('stays', 1)`);
    const { calls, limits } = await undone(async () => {
      await client.query(standIns);
      await client.query(distributionSql());
      const { rows } = await client.query<{ name: string; table: string; by: string | null; beside: string | null }>(
        'SELECT name, relation::text AS table, by, beside FROM citus_stand_in.call ORDER BY number',
      );
      return { calls: rows, limits: (await client.query('SELECT key FROM rate_limit')).rows };
    });
    const moved = Object.entries(places).filter(([, { on }]) => on !== 'one');
    expect(calls.filter(({ name }) => name !== 'emptied')).toEqual(
      moved.map(([table, place]) =>
        place.on === 'everywhere'
          ? { name: 'everywhere', table, by: null, beside: null }
          : { name: 'spread', table, by: spreadBy(table), beside: place.on === 'receiver' && table !== 'receiver' ? 'receiver' : 'none' },
      ),
    );
    expect(calls.filter(({ name }) => name === 'emptied').map(({ table }) => table)).toEqual(moved.map(([table]) => table).toReversed());
    expect(limits).toEqual([{ key: 'stays' }]);
    for (const table of Object.keys(places)) expect(distributionSql()).toMatch(new RegExp(String.raw`\b${table}\b`));
  });

  test('afterwards nothing is left that only one server can keep', async () => {
    const left = await undone(async () => {
      await client.query(standIns);
      await client.query(distributionSql());
      const { rows } = await client.query<{ name: string }>(`
        SELECT conname::text AS name FROM pg_constraint UNION SELECT relname::text FROM pg_class UNION SELECT tgname::text FROM pg_trigger`);
      return rows.map(({ name }) => name).filter(isKeptByOneServer);
    });
    expect(left).toEqual([]);
  });
});
