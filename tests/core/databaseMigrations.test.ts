import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../server/db/migrate.ts';
import { emptyDatabase, type TestDatabase } from '../support/database.ts';

const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
const foundation = '20261121000000_foundation';
const next = '20991231000000_next';

let empty: TestDatabase;
let folder: string;

beforeEach(async () => {
  empty = await emptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp(join(migrations, foundation), join(folder, foundation), { recursive: true });
});

afterEach(async () => {
  await empty.stop();
  await rm(folder, { recursive: true });
});

async function addMigration(sql: string): Promise<void> {
  await mkdir(join(folder, next), { recursive: true });
  await writeFile(join(folder, next, 'migration.sql'), sql);
}

const tableExists = async (name: string) => {
  const [row] = await empty.database.$queryRaw<{ found: boolean }[]>`SELECT to_regclass(${name}) IS NOT NULL AS found`;
  return row?.found;
};

test('no two migrations have the same time', async () => {
  const times = (await readdir(migrations)).map((name) => /^(\d{14})_\w+$/.exec(name)?.[1]);
  expect(times).not.toContain(undefined);
  expect(times).toEqual([...new Set(times)]);
});

test('of four processes that start together one applies the migrations and the others find nothing to do', async () => {
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(empty.url, folder)));
  expect(applied.filter((names) => names.length > 0)).toEqual([[foundation]]);
  expect(await migrate(empty.url, folder)).toEqual([]);
});

test("what was applied is recorded as Prisma's own tool records it", async () => {
  await migrate(empty.url, folder);
  const records = await empty.database.$queryRaw<object[]>`SELECT * FROM _prisma_migrations`;
  const sql = await readFile(join(folder, foundation, 'migration.sql'));
  expect(records).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      checksum: createHash('sha256').update(sql).digest('hex'),
      migration_name: foundation,
      logs: null,
      rolled_back_at: null,
      started_at: expect.any(Date),
      finished_at: expect.any(Date),
      applied_steps_count: 1,
    },
  ]);
});

test('only what is new is applied to a database that has rows', async () => {
  await migrate(empty.url, folder);
  await empty.database.$executeRaw`INSERT INTO receiver (token, email, whitelabel) VALUES ('user-1', 'ada@example.com', 'headway')`;
  await addMigration('CREATE TABLE next (id integer PRIMARY KEY)');
  expect(await migrate(empty.url, folder)).toEqual([next]);
  expect(await empty.database.$queryRaw`SELECT token FROM receiver`).toEqual([{ token: 'user-1' }]);
});

test('a migration that was changed after it was applied is refused in one line that says how to begin anew', async () => {
  await addMigration('SELECT 1');
  await migrate(empty.url, folder);
  // So is a database of before: its first migration was another, and those after it are gone.
  await rm(join(folder, next), { recursive: true });
  await writeFile(join(folder, foundation, 'migration.sql'), 'SELECT 1');
  await expect(migrate(empty.url, folder)).rejects.toThrow(
    /^migration 20261121000000_foundation was changed after this database had applied it: begin anew with an empty database, as npm run db:reset [^\n]+$/,
  );
});

test('a migration that fails keeps nothing of itself and can be applied once it is mended', async () => {
  await addMigration('CREATE TABLE half (id integer); SELECT no_such_function()');
  await expect(migrate(empty.url, folder)).rejects.toThrow(`migration ${next} failed and nothing of it was kept: function no_such_function() does not exist`);
  expect([await tableExists('half'), await tableExists('receiver')]).toEqual([false, false]);
  await addMigration('CREATE TABLE half (id integer)');
  expect(await migrate(empty.url, folder)).toEqual([foundation, next]);
});

test('a migration that another tool began and never finished is refused', async () => {
  await migrate(empty.url, folder);
  await empty.database.$executeRaw`UPDATE _prisma_migrations SET finished_at = NULL`;
  await expect(migrate(empty.url, folder)).rejects.toThrow(/was begun and never finished/);
});

test('an older version of the product starts on the database of a newer one', async () => {
  await addMigration('SELECT 1');
  await migrate(empty.url, folder);
  await rm(join(folder, next), { recursive: true });
  expect(await migrate(empty.url, folder)).toEqual([]);
});

test('the weekday on which weekly parts fell due, which was that of the next payment, stays', async () => {
  await migrate(empty.url, folder);
  // 4 December 2026 is a Friday, and 6 December a Sunday.
  await empty.database.$executeRaw`
    INSERT INTO receiver (token, email, whitelabel, payment_plan, next_payment_at) VALUES
      ('friday', 'a@example.com', 'headway', 'fixed_pay', '2026-12-04T00:00:00Z'), ('sunday', 'b@example.com', 'headway', 'fixed_pay', '2026-12-06T00:00:00Z'),
      ('none yet', 'c@example.com', 'headway', 'fixed_pay', NULL), ('net terms', 'd@example.com', 'headway', 'net_terms', '2026-12-04T00:00:00Z')`;
  await cp(join(migrations, '20261129080000_fewer_ways'), join(folder, '20261129080000_fewer_ways'), { recursive: true });
  await migrate(empty.url, folder);
  expect(await empty.database.$queryRaw`SELECT token, weekly_draw_day FROM receiver ORDER BY email`).toEqual([
    { token: 'friday', weekly_draw_day: 5 },
    { token: 'sunday', weekly_draw_day: 0 },
    { token: 'none yet', weekly_draw_day: null },
    { token: 'net terms', weekly_draw_day: null },
  ]);
});
