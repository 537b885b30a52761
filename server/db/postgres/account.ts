import { spawnSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';

/**
 * The account that the server's programs run as. PostgreSQL refuses to run as root, so root runs them under another
 * account; any other user runs them under their own (an empty object).
 */
export interface Account {
  uid?: number;
  gid?: number;
}

/** Accounts that a machine may have, in order of preference. None is added to the machine. */
const candidates = ['postgres', 'nobody'];

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
}

function ownerOf(path: string): Account | undefined {
  const { uid, gid } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return uid && gid !== undefined ? { uid, gid } : undefined;
}

/** Returns the account for the data in `folder`: the owner of existing data, so that it stays readable. Throws when root finds no account to use. */
export function accountFor(folder: string): Account {
  if (userInfo().uid !== 0) return {};
  const owner = ownerOf(folder);
  if (owner) return owner;
  for (const name of candidates) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid && gid !== undefined) return { uid, gid };
  }
  throw new Error(`the embedded database cannot run as root, and this machine has no account ${candidates.join(' or ')}: set DATABASE_URL`);
}

/** Makes the account the owner of a file or folder. Does nothing where the programs run as the present user. */
export function giveTo({ uid, gid }: Account, path: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/** Returns whether the account can enter the folder, or run the program, at this path. A parent folder may be closed to it. */
export function canReach(account: Account, path: string): boolean {
  return spawnSync('test', ['-x', path], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}
