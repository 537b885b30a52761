import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Prisma } from '../../server/db/client.ts';
import { encryptedColumns } from '../../server/db/secrets.ts';
import { isCounted } from '../../server/domain/card/card.ts';
import { receiverFieldNames } from '../../server/domain/receiver/receiver.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { columnsMadeByTheDatabase, modelsKeptByTheDatabase, sampleRows, staffRow } from '../support/sampleRows.ts';

/** The calls of a model's delegate, for tests that go through all models. */
interface AnyDelegate {
  create(args: { data: object }): Promise<object>;
  findFirst(args: object): Promise<object | null>;
}

interface SchemaField {
  column: string;
  type: string;
  isOptional: boolean;
}

let product: TestDatabase;
beforeAll(async () => {
  product = await testDatabase();
});
afterAll(() => product.stop());

const delegateOf = (model: string): AnyDelegate => {
  const name = model.charAt(0).toLowerCase() + model.slice(1);
  return (product.database as unknown as Record<string, AnyDelegate>)[name] as AnyDelegate;
};

const fieldNamesOf = (model: string): string[] => Object.keys((Prisma as unknown as Record<string, Record<string, string>>)[`${model}ScalarFieldEnum`] ?? {});

/** The models of schema.prisma: table → field → column. */
async function readSchema(): Promise<Map<string, SchemaField[]>> {
  const text = await readFile(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8');
  const models = [...text.matchAll(/^model \w+ \{\n([\s\S]*?)^\}/gm)].map(([, body = '']) => {
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? '';
    const fields = [...body.matchAll(/^ {2}(\w+) +(\w+)(\?|\[\])?([^\n]*)$/gm)].map(([, name = '', type = '', suffix = '', attributes = '']) => ({
      column: /@map\("(\w+)"\)/.exec(attributes)?.[1] ?? name,
      type: `${/@db\.(\w+)/.exec(attributes)?.[1] ?? type}${suffix === '[]' ? '[]' : ''}`,
      isOptional: suffix === '?',
    }));
    return [table, fields] as const;
  });
  return new Map(models);
}

const sqlTypes: Record<string, string> = {
  Uuid: 'uuid',
  String: 'text',
  'String[]': 'text[]',
  VarChar: 'character varying(255)',
  Boolean: 'boolean',
  Int: 'integer',
  BigInt: 'bigint',
  Float: 'double precision',
  Json: 'jsonb',
  Timestamptz: 'timestamp(3) with time zone',
  Date: 'date',
};

const encryptedNames = new Set(encryptedColumns.map(({ table, column }) => `${table}.${column}`));

test('every table and column of the schema is in the database with the same type, and nothing else is', async () => {
  const rows = await product.database.$queryRaw<{ table: string; column: string; type: string; is_optional: boolean }[]>`
    SELECT relation.relname AS table, attribute.attname AS column, format_type(coalesce(nullif(type.typbasetype, 0), type.oid), attribute.atttypmod) AS type,
      NOT attribute.attnotnull AS is_optional
    FROM pg_class relation JOIN pg_attribute attribute ON attribute.attrelid = relation.oid JOIN pg_type type ON type.oid = attribute.atttypid
    WHERE relation.relnamespace = 'public'::regnamespace AND relation.relkind IN ('r', 'p') AND NOT relation.relispartition AND attribute.attnum > 0 AND NOT attribute.attisdropped
      AND relation.relname <> '_prisma_migrations'
    ORDER BY 1, 2`;
  const inDatabase = rows.map((row) => `${row.table}.${row.column} ${row.type}${row.is_optional ? '?' : ''}`);
  const inSchema = [...(await readSchema())].flatMap(([table, fields]) =>
    fields.map((field) => `${table}.${field.column} ${sqlTypes[field.type]}${field.isOptional ? '?' : ''}`),
  );
  expect(inDatabase.toSorted()).toEqual(inSchema.toSorted());
});

test('the receiver has every field of the wire, a secret only as its handle or its last digits', () => {
  const columns = new Set(fieldNamesOf('Receiver'));
  expect(receiverFieldNames.filter((name) => !columns.has(name))).toEqual(['ein']);
  expect([...columns]).toEqual(expect.arrayContaining(['ein_encrypted', 'ein_last_four']));
});

test('what the database takes for an uncounted transaction is what the rules take for one', async () => {
  const [row] = await product.database.$queryRaw<{ rule: string }[]>`
    SELECT pg_get_expr(adbin, adrelid) AS rule FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
    WHERE adrelid = 'card_transaction'::regclass AND attname = 'is_counted'`;
  const statuses = [...(row?.rule.matchAll(/'(\w+)'/g) ?? [])].map(([, status = '']) => status);
  expect(statuses.toSorted()).toEqual(['BOUNCED', 'DECLINED', 'EXPIRED', 'VOIDED']);
  expect(statuses.filter((status) => isCounted({ status }))).toEqual([]);
});

test('a column that holds secrets takes nothing else', async () => {
  const rows = await product.database.$queryRaw<{ name: string }[]>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE domain_name = 'encrypted'`;
  expect(new Set(rows.map(({ name }) => name))).toEqual(encryptedNames);
});

describe('every column of every model is written and read back', () => {
  beforeAll(() => product.database.receiver.create({ data: staffRow }));

  test.each(Object.entries(sampleRows))('%s', async (model, row) => {
    const made = columnsMadeByTheDatabase[model as Prisma.ModelName] ?? [];
    expect(new Set([...Object.keys(row), ...made])).toEqual(new Set(fieldNamesOf(model)));
    await delegateOf(model).create({ data: row });
    expect(await delegateOf(model).findFirst({ where: 'id' in row ? { id: row.id } : {} })).toMatchObject(row);
  });

  test.each(modelsKeptByTheDatabase)('%s, which the database keeps', async (model) => {
    expect(new Set(Object.keys((await delegateOf(model).findFirst({})) ?? {}))).toEqual(new Set(fieldNamesOf(model)));
  });

  test('no model is left out', () => {
    expect(new Set([...Object.keys(sampleRows), ...modelsKeptByTheDatabase])).toEqual(new Set(Object.keys(Prisma.ModelName)));
  });
});
