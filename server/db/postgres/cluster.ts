import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, chownSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Account } from './account.ts';
import type { DatabaseFolder } from './folder.ts';
import { liveOwner, ownMark } from './owner.ts';

/** The programs get nothing of the product's environment: no secret reaches them. */
export const programEnvironment: NodeJS.ProcessEnv = { NODE_ENV: 'production', PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

function giveTo({ uid, gid }: Account, path: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

function run(program: string, args: readonly string[], account: Account): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...account, cwd: '/', env: programEnvironment, stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`the embedded database could not be made: ${complaint.trim()}`))));
  });
}

/** Sorting and case are PostgreSQL's own Unicode rules, the same on every machine. */
const initdbSettings = [
  '--username=headway',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth=scram-sha-256',
  '--no-instructions',
];

const unfinishedPrefix = 'unfinished-';

/** Removes what starts that were cut off had begun to make. */
function clearUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(unfinishedPrefix) && liveOwner(name.slice(unfinishedPrefix.length).replace(/\.password$/, '')) === undefined) {
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}

function requireOwn({ cluster, passwordFile }: DatabaseFolder): void {
  if (!existsSync(cluster)) return;
  try {
    accessSync(cluster, constants.X_OK);
    accessSync(passwordFile, constants.R_OK);
  } catch {
    throw new Error(`the embedded database in ${dirname(cluster)} belongs to another user: start as that user, or set DATA_DIR`);
  }
}

export const clusterPassword = ({ passwordFile }: DatabaseFolder): string => readFileSync(passwordFile, 'utf8');

/**
 * Makes an empty cluster, unless there is one, and answers its password. The cluster appears whole or not at all: a
 * start that was cut off leaves nothing that the next would take for a database.
 */
export async function makeCluster(place: DatabaseFolder, initdb: string): Promise<string> {
  const { cluster, passwordFile, account } = place;
  requireOwn(place);
  if (existsSync(join(cluster, 'PG_VERSION'))) return clusterPassword(place);

  clearUnfinished(dirname(cluster));
  const password = randomBytes(24).toString('hex');
  const unfinished = join(dirname(cluster), `${unfinishedPrefix}${ownMark()}`);
  const passwordForInitdb = `${unfinished}.password`;
  try {
    mkdirSync(unfinished, { mode: 0o700 });
    writeFileSync(passwordForInitdb, password, { mode: 0o600 });
    giveTo(account, unfinished);
    giveTo(account, passwordForInitdb);
    await run(initdb, [`--pgdata=${unfinished}`, `--pwfile=${passwordForInitdb}`, ...initdbSettings], account);
    writeFileSync(passwordFile, password, { mode: 0o600 });
    renameSync(unfinished, cluster);
  } finally {
    rmSync(passwordForInitdb, { force: true });
    rmSync(unfinished, { recursive: true, force: true });
  }
  return password;
}
