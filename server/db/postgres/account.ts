import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { userInfo } from 'node:os';

/**
 * Who the server's programs run as. PostgreSQL refuses to run as root, so root hands them to somebody else; anybody
 * else runs them as themselves (an empty object).
 */
export interface Account {
  uid?: number;
  gid?: number;
}

/** Accounts that a machine may have, the better first. Nothing is added to the machine. */
const candidates = ['postgres', 'nobody'];

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
}

function ownerOf(path: string): Account | undefined {
  const { uid, gid } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return uid && gid ? { uid, gid } : undefined;
}

/** The account for the data in `folder`: its owner when it is there already, so that it can be read again. */
export function accountFor(folder: string): Account {
  if (userInfo().uid !== 0) return {};
  const owner = ownerOf(folder);
  if (owner) return owner;
  for (const name of candidates) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid && gid) return { uid, gid };
  }
  throw new Error(`the embedded database cannot run as root, and this machine has no account ${candidates.join(' or ')}: set DATABASE_URL`);
}

/** Whether that account can enter a folder, or run a program, at this path. A folder above may be closed to it. */
export function canReach(account: Account, path: string): boolean {
  return spawnSync('test', ['-x', path], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}
