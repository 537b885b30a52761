import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../server/db/migrate.ts';
import { emptyDatabase, type TestDatabase } from '../support/database.ts';

let empty: TestDatabase;
let folder: string;

beforeEach(async () => {
  empty = await emptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp(fileURLToPath(new URL('../../prisma/migrations', import.meta.url)), folder, { recursive: true });
});

afterEach(async () => {
  await empty.stop();
  await rm(folder, { recursive: true });
});

const addMigration = async (name: string, sql: string) => {
  await cp(join(folder, '20261121000000_foundation'), join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'migration.sql'), sql);
};

const records = () =>
  empty.database.$queryRaw<{ migration_name: string; checksum: string; finished_at: Date | null; applied_steps_count: number }[]>`
    SELECT * FROM _prisma_migrations ORDER BY migration_name`;

test('of four processes that start together one applies the migrations and the others find nothing to do', async () => {
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(empty.url, folder)));
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  expect(await records()).toHaveLength(applied.flat().length);
  expect(await migrate(empty.url, folder)).toEqual([]);
});
