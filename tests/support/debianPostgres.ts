import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddedPostgres } from '../../server/db/embedded.ts';
import { giveTo } from '../../server/db/postgres/account.ts';
import { programEnvironment } from '../../server/db/postgres/cluster.ts';
import { databaseFolder } from '../../server/db/postgres/folder.ts';
import { startServer } from '../../server/db/postgres/server.ts';

/** The programs of the oldest PostgreSQL that the product runs on, as Debian installs them. */
const debianPrograms = '/usr/lib/postgresql/15/bin';

export const isDebianPostgresInstalled = (): boolean => existsSync(join(debianPrograms, 'initdb'));

/** What makes the tests of a run use that PostgreSQL in place of the embedded one. */
export const onDebianPostgres = { TEST_POSTGRES: 'debian' } as const;

/** The tests that such a run consists of: what the database itself keeps, and the SQL of each kind of page, job and decision. */
export const testsOnDebianPostgres: readonly string[] = [
  'tests/core/catalog.test.ts',
  'tests/core/databaseConstraints.test.ts',
  'tests/core/databaseFigures.test.ts',
  'tests/core/databaseMigrations.test.ts',
  'tests/core/databaseSchema.test.ts',
  'tests/core/distribution.test.ts',
  'tests/core/cashFlow.test.ts',
  'tests/core/filesTie.test.ts',
  'tests/core/insights.test.ts',
  'tests/core/moneyDecision.test.ts',
  'tests/core/moneyFlow.test.ts',
  'tests/core/onboardingWalk.test.ts',
  'tests/core/partitions.test.ts',
  'tests/core/transactionsTable.test.ts',
];

interface DebianOptions {
  dataDir: string;
  settings: Readonly<Record<string, string>>;
}

/** Starts a PostgreSQL of Debian on a free port, with a new cluster in the data folder. */
export async function startDebianPostgres({ dataDir, settings }: DebianOptions): Promise<EmbeddedPostgres> {
  const { cluster, account } = await databaseFolder(dataDir);
  mkdirSync(cluster, { mode: 0o700 });
  giveTo(account, cluster);
  const madeAs = ['--username=headway', '--encoding=UTF8', '--locale=C.UTF-8', '--auth=trust', '--no-sync'];
  execFileSync(join(debianPrograms, 'initdb'), ['--pgdata', cluster, ...madeAs], { ...account, cwd: '/', env: programEnvironment });
  const server = await startServer({ cluster, account, settings, postgres: join(debianPrograms, 'postgres'), onLine: () => {} });
  return { url: `postgresql://headway@127.0.0.1:${server.port}/postgres`, stop: server.stop };
}
