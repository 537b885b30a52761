import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeEmbeddedPostgres } from '../../server/db/embedded.ts';
import { liveOwner, processMark } from '../../server/db/postgres/owner.ts';
import { disposableFolder } from './disposableFolder.ts';

const prefix = 'test-headway-';

/** Errors to ignore: another user's run, which only that user may remove, or a folder that another run is removing now. */
const leaveAlone = new Set(['EACCES', 'EPERM', 'ENOENT', 'ENOTEMPTY']);

/** Removes the databases of runs that were killed: their servers ended with them, their data stayed. */
async function clearKilledRuns(parent: string): Promise<void> {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix) && liveOwner(entry) === undefined)) {
    try {
      await removeEmbeddedPostgres(join(parent, name));
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch (error) {
      if (!leaveAlone.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
}

/** Makes a folder for a database that ends with this run, which its server's own user can read. */
export async function makeRunFolder(): Promise<string> {
  const parent = disposableFolder();
  await clearKilledRuns(parent);
  const folder = mkdtempSync(join(parent, `test-${processMark()}-`));
  chmodSync(folder, 0o755);
  return folder;
}
