import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { processMark } from '../postgres/owner.ts';
import { unfinishedPrefix } from '../postgres/unfinished.ts';
import { copyChecked } from './checkedCopy.ts';
import { type Backup, backupsIn, finishBackup, keepNewest, type Manifest } from './manifest.ts';
import { BackupRefused } from './refused.ts';
import { requireKeys, requireReadable, storedKeyIds } from './storedKeys.ts';

/*
 * A database elsewhere is dumped and loaded by PostgreSQL's own programs. A dump is the database of one moment; what
 * continues it is left to the operator of that server.
 */

const fileName = 'database.dump';
const dumpsIn = (backupDir: string) => join(resolve(backupDir), 'dumps');

/** A database that is not ours to copy. */
interface Elsewhere {
  url: string;
  /** The PATH on which PostgreSQL's programs are looked for. */
  path: string | undefined;
}

/** Passes the parts of an address as PostgreSQL's programs read them, since everybody on a machine sees their arguments. */
function environmentOf({ url, path }: Elsewhere): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  return {
    NODE_ENV: 'production',
    PATH: path,
    PGHOST: decodeURIComponent(hostname),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(searchParams.has('sslmode') && { PGSSLMODE: searchParams.get('sslmode') ?? '' }),
  };
}

async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row> {
  const client = new pg.Client({ connectionString: url, application_name: 'headway backup', connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const [row] = (await client.query<Row>(statement)).rows;
    if (!row) throw new Error('a statement without conditions returned no row');
    return row;
  } finally {
    await client.end();
  }
}

/** Throws a BackupRefused when a program of PostgreSQL is not at hand in the server's major version. */
async function requireProgram(program: string, { url, path }: Elsewhere): Promise<void> {
  const { major } = await ask<{ major: number }>(url, `SELECT current_setting('server_version_num')::int / 10000 AS major`);
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', env: { NODE_ENV: 'production', PATH: path } });
  const found = /\(PostgreSQL\) (?<major>\d+)/.exec(stdout ?? '')?.groups?.major;
  if (Number(found) === major) return;
  throw new BackupRefused(
    `the database runs PostgreSQL ${major}, and ${found === undefined ? `no ${program} is` : `${program} ${found} is`} at hand: install the client programs of PostgreSQL ${major}`,
  );
}

async function run(program: string, args: readonly string[], elsewhere: Elsewhere): Promise<void> {
  const child = spawn(program, args, { env: environmentOf(elsewhere), stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const code = await new Promise((done, fail) => child.on('error', fail).on('close', done));
  if (code !== 0) throw new BackupRefused(`${program} failed: ${complaint.trim().split('\n').at(-1)}`);
}

/** Dumps the database at an address. The dump appears whole or not at all. Throws a BackupRefused. */
export async function takeDump(elsewhere: Elsewhere, backupDir: string): Promise<Backup> {
  const { url } = elsewhere;
  await requireProgram('pg_dump', elsewhere);
  const dumps = dumpsIn(backupDir);
  mkdirSync(dumps, { recursive: true, mode: 0o700 });
  const unfinished = mkdtempSync(join(dumps, `${unfinishedPrefix}${processMark()}-`));
  try {
    const { began } = await ask<{ began: Date }>(url, 'SELECT clock_timestamp() AS began');
    await run('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${join(unfinished, 'given')}`], elsewhere);
    const files = [{ path: fileName, ...(await copyChecked(join(unfinished, 'given'), join(unfinished, fileName))) }];
    rmSync(join(unfinished, 'given'));
    const manifest: Manifest = { finished_at: began.toISOString(), keys: await storedKeyIds(url), files, copy: null };
    return finishBackup(unfinished, dumps, manifest);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Removes all but the newest dumps. */
export const keepNewestDumps = (backupDir: string, count: number): Backup[] => keepNewest(dumpsIn(backupDir), count);

async function requireEmpty(url: string): Promise<void> {
  const { is_empty } = await ask<{ is_empty: boolean }>(
    url,
    `SELECT NOT EXISTS (SELECT FROM pg_class WHERE relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace)) AS is_empty`,
  );
  if (!is_empty) throw new BackupRefused('DATABASE_URL: that database has tables, which a restore would mix with those of the backup: name an empty one');
}

/** Checks a dump against its manifest on the way to a copy of its own, and loads that. */
async function load(elsewhere: Elsewhere, { folder, manifest }: Backup): Promise<void> {
  const making = mkdtempSync(join(folder, unfinishedPrefix));
  try {
    const { sha256 } = await copyChecked(join(folder, fileName), join(making, fileName));
    if (sha256 !== manifest.files[0]?.sha256)
      throw new BackupRefused(`the backup is damaged: ${join(folder, fileName)} was changed. Remove ${folder} to restore an older one`);
    await run('pg_restore', ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction', '--dbname=', join(making, fileName)], elsewhere);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** Loads the newest dump into the empty database at an address. Throws a BackupRefused. */
export async function restoreDump(
  elsewhere: Elsewhere,
  { backupDir, keyRing }: { backupDir: string; keyRing: string },
): Promise<{ folder: string; keys: string[] }> {
  const { url } = elsewhere;
  await requireEmpty(url);
  await requireProgram('pg_restore', elsewhere);
  const backup = backupsIn(dumpsIn(backupDir)).at(-1);
  if (!backup) throw new BackupRefused(`there is no whole dump in ${dumpsIn(backupDir)}: name the folder of backups in BACKUP_DIR`);
  requireKeys(backup.manifest.keys, keyRing);
  await load(elsewhere, backup);
  return { folder: backup.folder, keys: await requireReadable(url, keyRing) };
}
