import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Account, accountFor, canReach } from './account.ts';
import { clearLeftovers } from './leftover.ts';

/**
 * Parent folders for data that the account cannot reach in its own place. Anyone may pass through them; the folders
 * inside are closed further.
 */
const outsidePlaces = ['/var/lib/headway', '/var/tmp/headway'];

/** Returns the first of these folders that can be made and that the account can reach. */
export function fallbackFolder(account: Account): string {
  for (const place of outsidePlaces) {
    try {
      mkdirSync(place, { recursive: true, mode: 0o755 });
    } catch {
      continue;
    }
    if (canReach(account, place)) return place;
  }
  throw new Error(`the embedded database found no usable folder (tried ${outsidePlaces.join(', ')}): set DATABASE_URL or DATA_DIR`);
}

function linkTarget(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
}

/** Returns the file, in an outside folder, that records the path of the link to it. */
const linkFile = (folder: string) => join(folder, 'link');

/** Removes outside folders whose link was in the temporary directory and is gone; nothing else would ever remove them. */
function clearAbandoned(place: string): void {
  for (const name of readdirSync(place).filter((entry) => entry.startsWith('database-'))) {
    const folder = join(place, name);
    if (!existsSync(linkFile(folder)) || existsSync(join(folder, 'cluster/postmaster.pid'))) continue;
    const link = readFileSync(linkFile(folder), 'utf8');
    if (link.startsWith(join(tmpdir(), '/')) && linkTarget(link) !== folder) rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes an outside folder with a link to it at `path`, and moves there a cluster that `path` still holds from before it was closed to the account. */
async function moveOutside(path: string, account: Account): Promise<string> {
  const { cluster } = clusterIn(path);
  await clearLeftovers(cluster);
  const place = fallbackFolder(account);
  clearAbandoned(place);
  const folder = mkdtempSync(join(place, 'database-'));
  chmodSync(folder, 0o755);
  // Unlike a rename, `mv` works across file systems; it keeps the owner as well.
  if (existsSync(cluster)) execFileSync('mv', [cluster, folder]);
  rmSync(path, { recursive: true, force: true });
  symlinkSync(folder, path);
  writeFileSync(linkFile(folder), path);
  return folder;
}

const postgresFolder = (dataDir: string) => join(resolve(dataDir), 'postgres');

export interface DatabaseFolder {
  cluster: string;
  account: Account;
}

function clusterIn(folder: string): DatabaseFolder {
  const cluster = join(folder, 'cluster');
  return { cluster, account: accountFor(cluster) };
}

/**
 * Returns the folder of the embedded database in a data folder; makes it if needed. Where the account that runs root's
 * server cannot reach it (under a closed home, say), the folder is outside and a link takes its place, so that after
 * the data folder is removed the database starts empty.
 */
export async function databaseFolder(dataDir: string): Promise<DatabaseFolder> {
  const path = postgresFolder(dataDir);
  const target = linkTarget(path);
  if (target && existsSync(target)) return clusterIn(target);
  if (!target) mkdirSync(path, { recursive: true, mode: 0o755 });
  const { account } = clusterIn(path);
  return clusterIn(!target && canReach(account, path) ? path : await moveOutside(path, account));
}

/** Removes the embedded database of a data folder, wherever it is. Its server must not be running. */
export function removeDatabaseFolder(dataDir: string): void {
  const path = postgresFolder(dataDir);
  const target = linkTarget(path);
  if (target) rmSync(target, { recursive: true, force: true });
  rmSync(path, { recursive: true, force: true });
}

/** An operator's command is about a database that is not there. The message is one readable line. */
export class NoDatabaseThere extends Error {
  constructor(dataDir: string) {
    super(`there is no database in ${resolve(dataDir)}: name its folder in DATA_DIR, or its server in DATABASE_URL`);
    this.name = 'NoDatabaseThere';
  }
}
