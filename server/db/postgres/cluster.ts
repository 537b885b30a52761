import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Account, giveTo } from './account.ts';
import type { DatabaseFolder } from './folder.ts';
import { processMark } from './owner.ts';
import { clearUnfinished, unfinishedPrefix } from './unfinished.ts';

/** The environment of PostgreSQL's programs. It has nothing of the product's own, so no secret reaches them. */
export const programEnvironment: NodeJS.ProcessEnv = { NODE_ENV: 'production', PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

interface Run {
  account: Account;
  /** The action that an error message names. */
  doing: string;
  input?: string;
}

function run(program: string, args: readonly string[], { account, doing, input = '' }: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...account, cwd: '/', env: programEnvironment, stdio: ['pipe', 'ignore', 'pipe'] });
    // A program that ends before it has read everything says why by its own end.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${doing} failed: ${complaint.trim()}`))));
  });
}

/** Sorting and case follow PostgreSQL's built-in Unicode rules, the same on every machine. */
const initdbSettings = [
  '--username=headway',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth=scram-sha-256',
  '--no-instructions',
];

/** Returns the password's file; it is inside the cluster, so that both appear and go together. */
const passwordFile = (cluster: string) => join(cluster, 'headway.password');

/** Returns a cluster's password. Throws an Error of one readable line when the cluster is another user's, or was not made here. */
export function clusterPassword(cluster: string): string {
  try {
    return readFileSync(passwordFile(cluster), 'utf8');
  } catch (error) {
    const isClosed = error instanceof Error && 'code' in error && error.code === 'EACCES';
    throw new Error(
      isClosed
        ? `the embedded database in ${cluster} belongs to another user: start as that user, or set DATA_DIR`
        : `the folder ${cluster} is not an embedded database of this product: remove it, or set DATA_DIR`,
    );
  }
}

const newPassword = () => randomBytes(24).toString('hex');

/** Gives a cluster that does not run a new password, and returns it: that of a copy stays behind with the original. */
export async function renewPassword({ cluster, account }: DatabaseFolder, postgres: string): Promise<string> {
  const password = newPassword();
  const input = `ALTER ROLE headway PASSWORD '${password}'\n`;
  await run(postgres, ['--single', '-D', cluster, 'postgres'], { account, doing: 'giving the embedded database a new password', input });
  writeFileSync(passwordFile(cluster), password, { mode: 0o600 });
  giveTo(account, passwordFile(cluster));
  return password;
}

/**
 * Makes an empty cluster, unless one exists, and returns its password. The cluster appears whole or not at all: an
 * interrupted start leaves nothing that the next would take for a database, and of two simultaneous starts one makes
 * it.
 */
export async function makeCluster({ cluster, account }: DatabaseFolder, initdb: string): Promise<string> {
  if (existsSync(cluster)) return clusterPassword(cluster);

  const folder = dirname(cluster);
  clearUnfinished(folder);
  const password = newPassword();
  const making = mkdtempSync(join(folder, `${unfinishedPrefix}${processMark()}-`));
  const unfinished = join(making, 'cluster');
  const passwordForInitdb = join(making, 'password');
  try {
    writeFileSync(passwordForInitdb, password, { mode: 0o600 });
    mkdirSync(unfinished, { mode: 0o700 });
    for (const path of [making, passwordForInitdb, unfinished]) giveTo(account, path);
    await run(initdb, [`--pgdata=${unfinished}`, `--pwfile=${passwordForInitdb}`, ...initdbSettings], { account, doing: 'creating the embedded database' });
    renameSync(passwordForInitdb, passwordFile(unfinished));
    renameSync(unfinished, cluster);
    return password;
  } catch (error) {
    if (!existsSync(cluster)) throw error;
    return clusterPassword(cluster);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}
