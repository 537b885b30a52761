import { readdirSync, readFileSync } from 'node:fs';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acrossReceivers } from '../../server/db/acrossReceivers.ts';
import type { Database } from '../../server/db/database.ts';
import { databaseOf } from '../../server/db/databaseOf.ts';
import { keptByOneServer, places } from '../../server/db/distribution.ts';
import { distributionSql } from '../../server/db/distributionSql.ts';
import { PrismaClient } from '../../server/db/generated/client.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { merchantId } from '../support/sampleRows.ts';
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

/** Returns what is found once some SQL has run, which is then undone. */
const foundAfter = <Found>(sql: string, find: () => Promise<Found>): Promise<Found> =>
  undone(async () => {
    await client.query(sql);
    return find();
  });

const isKept = (name: string) => keptByOneServer.some((rule) => rule.name === name);
/** The column by which a table is spread; undefined for one that is not. */
const spreadBy = (table: string): string | undefined => {
  const place = places[table];
  return place?.on === 'receiver' || place?.on === 'name' ? place.by : undefined;
};

const ownTables = `SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> '_prisma_migrations'`;

/** Tables of the database and of the list that the other does not have. */
async function tablesWithoutPlace(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`SELECT relname AS name FROM pg_class WHERE oid IN (${ownTables})`);
  const names = new Set(rows.map(({ name }) => name));
  return [...[...names].filter((name) => !places[name]), ...Object.keys(places).filter((name) => !names.has(name))];
}

/** Keys and unique indexes of spread tables that do not contain the column by which they are spread, and are not named as kept by one server alone. */
async function keysAcrossServers(): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; columns: string[] }>(`
    SELECT relation.relname AS table, index_name.relname AS name,
      ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = relation.oid AND attnum = ANY (unique_index.indkey::int[])) AS columns
    FROM pg_index unique_index JOIN pg_class relation ON relation.oid = unique_index.indrelid JOIN pg_class index_name ON index_name.oid = unique_index.indexrelid
    WHERE (indisunique OR indisexclusion) AND relation.oid IN (${ownTables})`);
  return rows
    .filter(({ table, name, columns }) => {
      const by = spreadBy(table);
      return by !== undefined && !columns.includes(by) && !isKept(name);
    })
    .map(({ table, name }) => `${table}: ${name}`);
}

/** Foreign keys that would lead from one server to another. */
async function foreignKeysAcrossServers(): Promise<string[]> {
  const { rows } = await client.query<{ from: string; to: string; name: string; pairs: [string, string][] }>(`
    SELECT child.relname AS from, parent.relname AS to, conname AS name, ARRAY(
      SELECT ARRAY[own.attname::text, theirs.attname::text] FROM unnest(conkey, confkey) AS pair (own, theirs)
        JOIN pg_attribute own ON own.attrelid = conrelid AND own.attnum = pair.own
        JOIN pg_attribute theirs ON theirs.attrelid = confrelid AND theirs.attnum = pair.theirs) AS pairs
    FROM pg_constraint JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
    WHERE contype = 'f' AND conrelid IN (${ownTables})`);
  const order = Object.keys(places);
  const isHeld = ({ from, to, pairs }: (typeof rows)[number]) => {
    const [child, parent] = [places[from]?.on, places[to]?.on];
    if (child === 'receiver' && parent === 'receiver') {
      const isTogether = pairs.some(([own, theirs]) => own === spreadBy(from) && theirs === spreadBy(to));
      return isTogether && order.indexOf(to) <= order.indexOf(from);
    }
    if (child === 'receiver') return parent === 'everywhere';
    return child === parent && child !== 'name';
  };
  return rows.filter((key) => !isKept(key.name) && !isHeld(key)).map(({ name }) => name);
}

/** Triggers whose function writes rows of another receiver, or server, than the row that fires it, or that fire on TRUNCATE and on something else. */
async function triggersAcrossServers(): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string; body: string }>(`
    SELECT relation.relname AS table, tgname AS name, pg_get_triggerdef(trigger.oid) AS definition, prosrc AS body
    FROM pg_trigger trigger JOIN pg_class relation ON relation.oid = tgrelid JOIN pg_proc function ON function.oid = tgfoid
    WHERE NOT tgisinternal AND relation.oid IN (${ownTables})`);
  return rows
    .filter(({ table, name, definition, body }) => {
      if (isKept(name)) return false;
      const isMixed = /TRUNCATE/.test(definition) && !/ BEFORE TRUNCATE ON /.test(definition);
      const isOwn = writesOf(body).every(places[table]?.on === 'one' ? staysOnOneServer : staysWithReceiver);
      return isMixed || !isOwn;
    })
    .map(({ table, name }) => `${table}: ${name}`);
}

/** Returns the statements of a function that write. */
function writesOf(body: string): string[] {
  return body
    .replaceAll(/DO\s+UPDATE SET/g, 'DO SET')
    .split(';')
    .flatMap((statement) => /\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+[\s\S]*$/.exec(statement)?.[0] ?? []);
}

const writtenBy = (statement: string): string => /(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/.exec(statement)?.[1] ?? '';
const staysOnOneServer = (statement: string): boolean => places[writtenBy(statement)]?.on === 'one';

const rowOfTrigger = String.raw`(?:NEW\.|OLD\.|coalesce\(NEW\.)`;
/** Whether a statement of a trigger writes rows of the receivers alone whose rows fired it: by the row, or by what it selects from the rows. */
function staysWithReceiver(statement: string): boolean {
  const table = writtenBy(statement);
  if (places[table]?.on !== 'receiver') return false;
  const isOfRows = /\bFROM \(?\s*(?:added|removed|%s)|FROM (?:added|removed)\b/.test(statement);
  if (statement.startsWith('INSERT'))
    return /\(receiver_id,/.test(statement) && (/SELECT receiver_id,/.test(statement) ? isOfRows : /VALUES \(NEW\.receiver_id/.test(statement));
  if (new RegExp(String.raw`\b(?:receiver_id|id) = ${rowOfTrigger}(?:receiver_id|id)`).test(statement)) {
    return new RegExp(String.raw`\b${table === 'receiver' ? 'id' : 'receiver_id'} = ${rowOfTrigger}`).test(statement);
  }
  return isOfRows && /\(?(\w+)\.receiver_id[\s\S]*=\s*\(?(\w+)\.receiver_id/.test(statement);
}

describe('a database over several servers', () => {
  test('every table has a place', async () => {
    expect(await tablesWithoutPlace()).toEqual([]);
    expect(await foundAfter('CREATE TABLE planted (receiver_id uuid PRIMARY KEY)', tablesWithoutPlace)).toEqual(['planted']);
  });

  test('keys and unique indexes contain the column by which their table is spread, but for those that one server alone keeps', async () => {
    expect(await keysAcrossServers()).toEqual([]);
    const planted = [
      'ALTER TABLE card ADD CONSTRAINT planted UNIQUE (token)',
      'CREATE UNIQUE INDEX planted ON draw (transfer_id) WHERE transfer_id IS NOT NULL',
    ];
    for (const sql of planted) expect(await foundAfter(sql, keysAcrossServers)).toEqual([expect.stringContaining('planted')]);
  });

  test('foreign keys stay with the receiver, lead to a table that is everywhere, or from one unspread table to another', async () => {
    expect(await foreignKeysAcrossServers()).toEqual([]);
    const planted = [
      'ALTER TABLE draw ADD CONSTRAINT planted FOREIGN KEY (requested_by) REFERENCES receiver (id)',
      'ALTER TABLE receiver_of_card ADD CONSTRAINT planted FOREIGN KEY (receiver_id) REFERENCES receiver (id)',
      'ALTER TABLE stray_transfer ADD COLUMN receiver_id uuid CONSTRAINT planted REFERENCES receiver (id)',
      // The table that it leads to would be spread after its own.
      'ALTER TABLE account_statement ADD COLUMN draw_id uuid, ADD CONSTRAINT planted FOREIGN KEY (receiver_id, draw_id) REFERENCES draw (receiver_id, id)',
    ];
    for (const sql of planted) expect(await foundAfter(sql, foreignKeysAcrossServers)).toEqual(['planted']);
  });

  test('triggers write rows of the receiver alone whose row fires them', async () => {
    expect(await triggersAcrossServers()).toEqual([]);
    const written = [
      'UPDATE staff_note SET text = NEW.text WHERE author_id = NEW.author_id',
      'DELETE FROM sign_in WHERE receiver_id = NEW.author_id',
      'UPDATE receiver SET is_locked = true WHERE id = NEW.author_id',
      `INSERT INTO receiver_of_card (card_token, receiver_id) VALUES (NEW.text, NEW.receiver_id)`,
      'INSERT INTO closed_books (receiver_id, until) SELECT receiver_id, now() FROM sign_in',
    ];
    for (const statement of written) {
      const planted = `CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN ${statement}; RETURN NULL; END $f$`;
      const trigger = '; CREATE TRIGGER planted AFTER INSERT ON staff_note FOR EACH ROW EXECUTE FUNCTION planted()';
      expect(await foundAfter(planted + trigger, triggersAcrossServers), statement).toEqual(['staff_note: planted']);
    }
    const fromOneServer = `CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN UPDATE sign_in SET seen_at = now(); RETURN NULL; END $f$;
      CREATE TRIGGER planted AFTER INSERT ON webhook_seen FOR EACH ROW EXECUTE FUNCTION planted()`;
    expect(await foundAfter(fromOneServer, triggersAcrossServers)).toEqual(['webhook_seen: planted']);
    const mixed = 'CREATE TRIGGER planted BEFORE DELETE OR TRUNCATE ON staff_note FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()';
    expect(await foundAfter(mixed, triggersAcrossServers)).toEqual(['staff_note: planted']);
  });
});

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
      return rows.map(({ name }) => name).filter(isKept);
    });
    expect(left).toEqual([]);
  });
});
