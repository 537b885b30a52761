import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, accountFor } from '../../../server/db/postgres/account.ts';
import { type Container, readStages, type Stage } from '../../check/dockerfile.ts';
import { root } from '../../check/seeds.ts';

/** Where images are made. */
export interface Workplace {
  stages: readonly Stage[];
  /** Holds a folder for each stage, which is what `/headway` would be in the image, beside `context`, `bin` and `home`. */
  folder: string;
  /** Stands in for the user of a container: root takes an account that owns no file of an image; anyone else remains themselves. */
  account: Account;
}

/** The home of the user `node` in the images that Node publishes. */
const homeInImage = '/home/node';
const homeIn = (folder: string) => join(folder, 'home');

/** Makes an empty workplace in the temporary directory. `close` removes it. */
export function openWorkplace(): Workplace & { close: () => void } {
  // An engine makes files that everybody may read.
  process.umask(0o022);
  const folder = mkdtempSync(join(tmpdir(), 'headway-image-'));
  chmodSync(folder, 0o755);
  const home = homeIn(folder);
  const account = accountFor(home);
  mkdirSync(home);
  if (account.uid !== undefined && account.gid !== undefined) chownSync(home, account.uid, account.gid);
  mkdirSync(join(folder, 'bin'));
  // The base image brings the pinned Node, which runs this check as well. The account may not reach it in its own place.
  copyFileSync(process.execPath, join(folder, 'bin/node'));
  return {
    stages: readStages(readFileSync(join(root, 'Dockerfile'), 'utf8')),
    folder,
    account,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Returns how to spawn a program as a container's user, with the container's settings and these, and nothing else of this machine. */
export function asUser({ folder, account }: Workplace, { environment }: Container, settings: Readonly<Record<string, string>> = {}) {
  const own = Object.entries(environment).map(([name, value]) => [name, value.replace(homeInImage, homeIn(folder))]);
  return { ...account, env: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, HOME: homeIn(folder), ...Object.fromEntries(own), ...settings } };
}
