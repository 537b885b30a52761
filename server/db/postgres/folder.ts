import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Account, accountFor, canReach } from './account.ts';
import { clearLeftovers } from './leftover.ts';

/** Where things go that the account cannot reach in their own place. Open to walk through, closed further in. */
const outsidePlaces = ['/var/lib/headway', '/var/tmp/headway'];

/** The first place outside that can be made and that the account can reach. */
export function outsidePlace(account: Account): string {
  for (const place of outsidePlaces) {
    try {
      mkdirSync(place, { recursive: true, mode: 0o755 });
    } catch {
      continue;
    }
    if (canReach(account, place)) return place;
  }
  throw new Error(`the embedded database finds no folder that it can use (tried ${outsidePlaces.join(', ')}): set DATABASE_URL or DATA_DIR`);
}

function linkTarget(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
}

/** In a folder outside: the path of the link that leads to it. */
const linkFile = (folder: string) => join(folder, 'link');

/** Removes folders whose link stood among temporary files and is gone, which nobody else would ever do. */
function clearAbandoned(place: string): void {
  for (const name of readdirSync(place).filter((entry) => entry.startsWith('database-'))) {
    const folder = join(place, name);
    if (!existsSync(linkFile(folder)) || existsSync(join(folder, 'cluster/postmaster.pid'))) continue;
    const link = readFileSync(linkFile(folder), 'utf8');
    if (link.startsWith(join(tmpdir(), '/')) && linkTarget(link) !== folder) rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a folder outside with a link to it at `path`, and takes along a cluster that `path` holds from before it was closed. */
async function moveOutside(path: string, account: Account): Promise<string> {
  const { cluster } = clusterIn(path);
  await clearLeftovers(cluster);
  const place = outsidePlace(account);
  clearAbandoned(place);
  const folder = mkdtempSync(join(place, 'database-'));
  chmodSync(folder, 0o755);
  // Unlike a rename, it works from one file system to another, and keeps whose it is.
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
 * The folder of the embedded database in a data folder, made if need be. Where root's server could not reach it (under
 * a closed home, say) it lies outside and a link stands in its place, so that whoever removes the data folder begins
 * with an empty database.
 */
export async function databaseFolder(dataDir: string): Promise<DatabaseFolder> {
  const path = postgresFolder(dataDir);
  const target = linkTarget(path);
  if (target && existsSync(target)) return clusterIn(target);
  if (!target) mkdirSync(path, { recursive: true, mode: 0o755 });
  const { account } = clusterIn(path);
  return clusterIn(!target && canReach(account, path) ? path : await moveOutside(path, account));
}

/** Removes the embedded database of a data folder, wherever it lies. Nothing of it may be running. */
export function removeDatabaseFolder(dataDir: string): void {
  const path = postgresFolder(dataDir);
  const target = linkTarget(path);
  if (target) rmSync(target, { recursive: true, force: true });
  rmSync(path, { recursive: true, force: true });
}
