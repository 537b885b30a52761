import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Account, accountFor, canReach } from './account.ts';

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

function makeFolderOutside(path: string, account: Account): string {
  const folder = mkdtempSync(join(outsidePlace(account), 'database-'));
  chmodSync(folder, 0o755);
  rmSync(path, { recursive: true, force: true });
  symlinkSync(folder, path);
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
export function databaseFolder(dataDir: string): DatabaseFolder {
  const path = postgresFolder(dataDir);
  const target = linkTarget(path);
  if (target && existsSync(target)) return clusterIn(target);
  if (!target) mkdirSync(path, { recursive: true, mode: 0o755 });
  const { account } = clusterIn(path);
  return clusterIn(!target && canReach(account, path) ? path : makeFolderOutside(path, account));
}

/** Removes the embedded database of a data folder, wherever it lies. Nothing of it may be running. */
export function removeDatabaseFolder(dataDir: string): void {
  const path = postgresFolder(dataDir);
  const target = linkTarget(path);
  if (target) rmSync(target, { recursive: true, force: true });
  rmSync(path, { recursive: true, force: true });
}
