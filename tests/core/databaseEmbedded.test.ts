import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, removeEmbeddedPostgres, shareEmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { accountFor } from '../../server/db/postgres/account.ts';
import { renewPassword } from '../../server/db/postgres/cluster.ts';
import { isAlive } from '../../server/db/postgres/owner.ts';
import { reachablePrograms } from '../../server/db/postgres/programs.ts';

const holder = fileURLToPath(new URL('../support/holdEmbeddedPostgres.ts', import.meta.url));
const log = { debug: () => {}, error: () => {} };

let dataDir: string;
let children: ChildProcess[];
let servers: EmbeddedPostgres[];

/** A database with one row in it, made once and copied: making one takes longer than all else here. */
let original: string;
beforeAll(async () => {
  original = newFolder();
  const server = await startEmbeddedPostgres({ dataDir: original, log });
  await query(server.url, 'CREATE TABLE kept AS SELECT 1 AS one');
  await server.stop();
});
afterAll(() => rmSync(original, { recursive: true, force: true }));

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-'));
  chmodSync(folder, 0o755);
  return folder;
}

beforeEach(() => {
  dataDir = newFolder();
  children = [];
  servers = [];
});

afterEach(async () => {
  for (const child of children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) await kill(child, 'SIGKILL');
  for (const server of servers) await server.stop();
  await removeEmbeddedPostgres(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

const copyOriginal = () => execFileSync('cp', ['-a', join(original, 'postgres'), dataDir]);

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log });
  servers.push(server);
  return server;
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Another process that holds a copy of the database, and has committed its row there once more. */
async function startElsewhere(): Promise<{ owner: ChildProcess; url: string; postmaster: number }> {
  copyOriginal();
  const owner = spawn(process.execPath, [holder, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(owner);
  const [line] = (await once(owner.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  const url = line.toString().trim();
  await query(url, 'UPDATE kept SET one = one + 1');
  return { owner, url, postmaster: lockedBy() };
}

const inCluster = (name: string) => join(dataDir, 'postgres/cluster', name);
const lockedBy = () => Number(readFileSync(inCluster('postmaster.pid'), 'utf8').split('\n')[0]);
const kill = async (child: ChildProcess, signal: NodeJS.Signals) => {
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
};
const untilGone = async (pid: number) => {
  while (isAlive(pid)) await pause(10);
};

/** The words of a process's command; none of one that has ended meanwhile. */
function commandOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** Other than those of this run: processes that end the server when its owner is gone. */
function watcherOf(postmaster: number): number {
  const found = readdirSync('/proc').find((pid) => {
    const [program, , script, argument] = /^\d+$/.test(pid) ? commandOf(pid) : [];
    return program === '/bin/sh' && script?.startsWith('while read') && argument === String(postmaster);
  });
  return Number(found);
}

test('what was committed is there after a stop and a start', async () => {
  copyOriginal();
  const first = await start();
  await query(first.url, 'UPDATE kept SET one = 2');
  await first.stop();
  const second = await start();
  expect(await query(second.url, 'SELECT one FROM kept')).toEqual([{ one: 2 }]);
});

test('it takes connections from this machine alone, with a password, and knows nothing of our environment', async () => {
  copyOriginal();
  const { url } = await start();
  const settings = await query<{ listen: string; sockets: string }>(
    url,
    `SELECT current_setting('listen_addresses') AS listen, current_setting('unix_socket_directories') AS sockets`,
  );
  expect(settings).toEqual([{ listen: '127.0.0.1', sockets: inCluster('') }]);
  const byPort = Object.assign(new URL(url), { hostname: '127.0.0.1' }).href;
  for (const way of [url, byPort]) {
    expect(await query(way, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await expect(query(way.replace(/:[0-9a-f]+@/, ':guessed@'), 'SELECT 1')).rejects.toThrow('password authentication failed');
  }
  expect(readFileSync(`/proc/${lockedBy()}/environ`, 'utf8')).not.toContain('VITEST');
});

describe('its server is gone', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)('after %s to its owner', async (signal) => {
    const { owner, postmaster } = await startElsewhere();
    await kill(owner, signal);
    await untilGone(postmaster);
    expect(existsSync(inCluster('postmaster.pid'))).toBe(false);
  });

  test('and nothing that watched over it is left when it was stopped', async () => {
    copyOriginal();
    const server = await start();
    const postmaster = lockedBy();
    const watcher = watcherOf(postmaster);
    expect(isAlive(watcher)).toBe(true);
    await server.stop();
    await untilGone(watcher);
    expect(isAlive(postmaster)).toBe(false);
  });
});

describe('the next start works by itself and finds what was committed', () => {
  afterEach(async () => {
    const { url } = await start();
    expect(await query(url, 'SELECT one FROM kept')).toEqual([{ one: 2 }]);
  });

  test('after kill -9 of the owner', async () => {
    const { owner } = await startElsewhere();
    await kill(owner, 'SIGKILL');
  });

  test('after kill -9 of the owner and of what would have ended the server, which lives on', async () => {
    const { owner, postmaster } = await startElsewhere();
    process.kill(watcherOf(postmaster), 'SIGKILL');
    await kill(owner, 'SIGKILL');
    expect(isAlive(postmaster)).toBe(true);
  });

  test('after kill -9 of the server, whose lock file stays', async () => {
    const { owner, postmaster } = await startElsewhere();
    process.kill(postmaster, 'SIGKILL');
    await kill(owner, 'SIGKILL');
    expect(lockedBy()).toBe(postmaster);
  });

  test('when the lock file names a process that is another by now', async () => {
    const { owner, postmaster } = await startElsewhere();
    const lock = readFileSync(inCluster('postmaster.pid'), 'utf8');
    await kill(owner, 'SIGKILL');
    await untilGone(postmaster);
    writeFileSync(inCluster('postmaster.pid'), lock.replace(/^\d+/, String(process.pid)));
  });
});

test('a start that was cut off while it made the database leaves nothing that is taken for one', async () => {
  const unfinished = join(dataDir, 'postgres/unfinished-headway-999999999-1');
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, 'PG_VERSION'), '18');
  const { url } = await start();
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(existsSync(unfinished)).toBe(false);
});

test.runIf(process.getuid?.() === 0)('a copy of its programs that was cut off is removed by the next one', () => {
  const folder = join(dataDir, 'closed');
  mkdirSync(join(folder, 'bin'), { recursive: true });
  for (const name of ['postgres', 'initdb']) writeFileSync(join(folder, 'bin', name), '');
  chmodSync(folder, 0o700);
  const place = join(dataDir, 'open');
  mkdirSync(join(place, 'unfinished-headway-999999999-1'), { recursive: true });
  reachablePrograms({ folder, version: '18.4.0' }, { uid: 65_534, gid: 65_534 }, () => place);
  expect(readdirSync(place)).toEqual(['postgresql-18.4.0']);
});

test.runIf(process.getuid?.() === 0)('data of a user whose group is root’s stay that user’s', () => {
  chownSync(dataDir, 1_001, 0);
  expect(accountFor(dataDir)).toEqual({ uid: 1_001, gid: 0 });
});

test('a password that cannot be renewed is told as that', async () => {
  const place = { cluster: join(dataDir, 'none'), account: {} };
  await expect(renewPassword(place, '/bin/false')).rejects.toThrow(/^giving the embedded database a new password failed/);
  await expect(renewPassword(place, join(dataDir, 'none'))).rejects.toThrow('ENOENT');
});

test('a second start on the same data is refused in one line, and the first goes on', async () => {
  const { owner, url } = await startElsewhere();
  await expect(start()).rejects.toThrow(new RegExp(`^the embedded database is in use by process ${owner.pid}: [^\\n]+$`));
  await expect(removeEmbeddedPostgres(dataDir)).rejects.toThrow('in use');
  expect(await query(url, 'SELECT one FROM kept')).toEqual([{ one: 2 }]);
});

test('a start that fails says why in one line, without what else its log says', async () => {
  copyOriginal();
  writeFileSync(inCluster('PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow(
    /^the embedded database did not start: database files are incompatible with server [^\n]* PostgreSQL version 17[^\n]*$/,
  );
});

test('a log that does not arrive in the archive is an error for an operator', async () => {
  copyOriginal();
  const backupDir = join(dataDir, 'backups');
  const lines: string[] = [];
  const server = await startEmbeddedPostgres({ dataDir, backupDir, log: { debug: () => {}, error: (_: object, line?: string) => lines.push(line ?? '') } });
  servers.push(server);
  const [history = ''] = readdirSync(backupDir);
  chmodSync(join(backupDir, history, 'log'), 0o500);
  await query(server.url, 'UPDATE kept SET one = 3');
  await query(server.url, 'SELECT pg_switch_wal()');
  while (lines.length === 0) await pause(50);
  expect(lines).toEqual([expect.stringMatching(/archiving write-ahead log file "[0-9A-F]{24}" failed too many times/)]);
});

test('of starts at the same moment on an empty folder exactly one works', async () => {
  const outcomes = await Promise.allSettled([start(), start(), start()]);
  const started = outcomes.filter((outcome) => outcome.status === 'fulfilled');
  expect(started).toHaveLength(1);
  expect(await query(started[0]?.value.url ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a command shares the database of the running product and leaves it running, and starts one when there is none', async () => {
  const { owner, url, postmaster } = await startElsewhere();
  const shared = await shareEmbeddedPostgres({ dataDir, log });
  expect(shared.url).toBe(url);
  await shared.stop();
  expect(await query(url, 'SELECT one FROM kept')).toEqual([{ one: 2 }]);
  await kill(owner, 'SIGKILL');
  await untilGone(postmaster);
  const own = await shareEmbeddedPostgres({ dataDir, log });
  servers.push(own);
  expect(await query(own.url, 'SELECT one FROM kept')).toEqual([{ one: 2 }]);
});

test('a command about a database that is not there is refused in one line, and makes none', async () => {
  await expect(shareEmbeddedPostgres({ dataDir, log })).rejects.toThrow(/^there is no database in [^\n]+: [^\n]*DATA_DIR[^\n]*$/);
  expect(existsSync(inCluster('PG_VERSION'))).toBe(false);
});

test('it starts under a folder that was closed to everybody else, and keeps its data', async () => {
  copyOriginal();
  chmodSync(dataDir, 0o700);
  const first = await start();
  await query(first.url, 'UPDATE kept SET one = 2');
  await first.stop();
  const second = await start();
  expect(await query(second.url, 'SELECT one FROM kept')).toEqual([{ one: 2 }]);
});

test('nothing of a database is left once it is removed, wherever it lay', async () => {
  copyOriginal();
  chmodSync(dataDir, 0o700);
  await (await start()).stop();
  const folder = realpathSync(join(dataDir, 'postgres'));
  await removeEmbeddedPostgres(dataDir);
  expect([existsSync(folder), readdirSync(dataDir)]).toEqual([false, []]);
});

test('data of a closed temporary folder does not stay behind when only that folder is removed', async () => {
  const reached = () => realpathSync(join(dataDir, 'postgres'));
  copyOriginal();
  chmodSync(dataDir, 0o700);
  await (await start()).stop();
  const abandoned = reached();
  rmSync(dataDir, { recursive: true });
  mkdirSync(dataDir, { mode: 0o755 });
  copyOriginal();
  chmodSync(dataDir, 0o700);
  await start();
  // A user other than root needs no other place, and finds the folder where it was.
  expect(existsSync(abandoned)).toBe(abandoned === reached());
});
