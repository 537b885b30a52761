import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { places } from '../../server/db/distribution.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { isKeptByOneServer, spreadBy } from '../support/spreading.ts';

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

/** Returns what is found once some SQL has run, which is then undone. */
async function foundAfter<Found>(sql: string, find: () => Promise<Found>): Promise<Found> {
  await client.query('BEGIN');
  try {
    await client.query(sql);
    return await find();
  } finally {
    await client.query('ROLLBACK');
  }
}

const ownTables = `SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> '_prisma_migrations'`;

/** Tables of the database and of the list that the other does not have. */
async function tablesWithoutPlace(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`SELECT relname AS name FROM pg_class WHERE oid IN (${ownTables})`);
  const names = new Set(rows.map(({ name }) => name));
  return [...[...names].filter((name) => !places[name]), ...Object.keys(places).filter((name) => !names.has(name))];
}

/**
 * Keys and unique indexes of tables that do not begin with the receiver by whom they are spread, or contain the name, and are not named as
 * kept by one server alone.
 */
async function keysAcrossServers(): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; columns: string[] }>(`
    SELECT relation.relname AS table, index_name.relname AS name,
      ARRAY(SELECT attname::text FROM unnest(unique_index.indkey) WITH ORDINALITY AS key (number, place)
        LEFT JOIN pg_attribute ON attrelid = relation.oid AND attnum = number ORDER BY place) AS columns
    FROM pg_index unique_index JOIN pg_class relation ON relation.oid = unique_index.indrelid JOIN pg_class index_name ON index_name.oid = unique_index.indexrelid
    WHERE (indisunique OR indisexclusion) AND relation.oid IN (${ownTables})`);
  return rows
    .filter(({ table, name, columns }) => {
      const by = spreadBy(table);
      const isHeld = places[table]?.on === 'receiver' ? columns[0] === by : by === undefined || columns.includes(by);
      return !isHeld && !isKeptByOneServer(name);
    })
    .map(({ table, name }) => `${table}: ${name}`);
}

/** Foreign keys that would lead from one server to another. */
async function foreignKeysAcrossServers(): Promise<string[]> {
  const { rows } = await client.query<{ from: string; to: string; name: string; pairs: [string, string][] }>(`
    SELECT child.relname AS from, parent.relname AS to, conname AS name, ARRAY(
      SELECT ARRAY[own.attname::text, theirs.attname::text] FROM unnest(conkey, confkey) WITH ORDINALITY AS pair (own, theirs, place)
        JOIN pg_attribute own ON own.attrelid = conrelid AND own.attnum = pair.own
        JOIN pg_attribute theirs ON theirs.attrelid = confrelid AND theirs.attnum = pair.theirs ORDER BY place) AS pairs
    FROM pg_constraint JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
    WHERE contype = 'f' AND conrelid IN (${ownTables})`);
  const order = Object.keys(places);
  const isHeld = ({ from, to, pairs }: (typeof rows)[number]) => {
    const [child, parent] = [places[from]?.on, places[to]?.on];
    if (child === 'receiver' && parent === 'receiver') {
      const [[own, theirs] = []] = pairs;
      const isTogether = own === spreadBy(from) && theirs === spreadBy(to);
      return isTogether && order.indexOf(to) <= order.indexOf(from);
    }
    if (child === 'receiver') return parent === 'everywhere';
    return child === parent && child !== 'name';
  };
  return rows.filter((key) => !isKeptByOneServer(key.name) && !isHeld(key)).map(({ name }) => name);
}

/** Triggers whose function writes rows of another receiver, or server, than the row that fires it, or that fire on TRUNCATE and on something else. */
async function triggersAcrossServers(): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string; body: string }>(`
    SELECT relation.relname AS table, tgname AS name, pg_get_triggerdef(trigger.oid) AS definition, prosrc AS body
    FROM pg_trigger trigger JOIN pg_class relation ON relation.oid = tgrelid JOIN pg_proc function ON function.oid = tgfoid
    WHERE NOT tgisinternal AND relation.oid IN (${ownTables})`);
  return rows
    .filter(({ table, name, definition, body }) => {
      if (isKeptByOneServer(name)) return false;
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

/** Functions with an argument of a table's row type, which are made anew with each change of the table and cannot be moved apart from it. */
async function functionsOfRows(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT DISTINCT proname AS name FROM pg_proc CROSS JOIN unnest(coalesce(proallargtypes, proargtypes::oid[])) AS argument (type)
      JOIN pg_type ON pg_type.oid = argument.type JOIN pg_class relation ON relation.oid = typrelid
    WHERE pronamespace = 'public'::regnamespace AND relation.relkind <> 'c' ORDER BY 1`);
  return rows.map(({ name }) => name);
}

/** Triggers that read the tables of their statement's changes. */
async function triggersWithTransitionTables(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT tgname AS name FROM pg_trigger WHERE NOT tgisinternal AND (tgoldtable IS NOT NULL OR tgnewtable IS NOT NULL) ORDER BY 1`);
  return rows.map(({ name }) => name);
}

/** Functions that name a row by its place, which says nothing on another server or in another partition. */
async function functionsByPlace(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT proname AS name FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND prolang <> (SELECT oid FROM pg_language WHERE lanname = 'c')
      AND pg_get_functiondef(oid) ~* '\\mctid\\M'`);
  return rows.map(({ name }) => name);
}

/** These lists only become shorter. */
const known = {
  functionsOfRows: {
    audit_log_hash: 'the trigger that chains a row, and the check of the chain, hash the same columns',
    is_onboarding_open: 'the rule is one for the row that is written and for a row whose bank or card has changed',
  },
  triggersWithTransitionTables: ['store_transaction_day_added', 'store_transaction_day_changed', 'store_transaction_day_removed'],
};

describe('a database over several servers', () => {
  test('every table has a place', async () => {
    expect(await tablesWithoutPlace()).toEqual([]);
    expect(await foundAfter('CREATE TABLE planted (receiver_id uuid PRIMARY KEY)', tablesWithoutPlace)).toEqual(['planted']);
  });

  test('keys and unique indexes begin with the receiver, or contain the name by which their table is spread, but for those that one server alone keeps', async () => {
    expect(await keysAcrossServers()).toEqual([]);
    const planted = [
      'ALTER TABLE card ADD CONSTRAINT planted UNIQUE (token)',
      'ALTER TABLE card ADD CONSTRAINT planted UNIQUE (token, receiver_id)',
      'CREATE UNIQUE INDEX planted ON receiver_of_item (bank_link_id)',
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

  test('no function takes a row of a table, but those that are known', async () => {
    expect(await functionsOfRows()).toEqual(Object.keys(known.functionsOfRows));
    const planted = 'CREATE FUNCTION planted(of card) RETURNS text LANGUAGE sql AS $f$ SELECT of.token $f$';
    expect(await foundAfter(planted, functionsOfRows)).toContain('planted');
  });

  test('no trigger reads the tables of its changes, but those that are known', async () => {
    expect(await triggersWithTransitionTables()).toEqual(known.triggersWithTransitionTables);
    const planted = `CREATE TRIGGER planted AFTER INSERT ON staff_note REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`;
    expect(await foundAfter(planted, triggersWithTransitionTables)).toContain('planted');
  });

  test('neither a function nor our SQL names a row by its place', async () => {
    expect(await functionsByPlace()).toEqual([]);
    const planted = `CREATE FUNCTION planted() RETURNS void LANGUAGE plpgsql AS $f$ BEGIN DELETE FROM rate_limit WHERE ctid = '(0,1)'; END $f$`;
    expect(await foundAfter(planted, functionsByPlace)).toEqual(['planted']);

    const server = new URL('../../server/', import.meta.url);
    const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts') && !name.includes('generated'));
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((name) => /\bctid\b/i.test(readFileSync(new URL(name, server), 'utf8')))).toEqual([]);
  });
});
