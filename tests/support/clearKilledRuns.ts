import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeEmbeddedPostgres } from '../../server/db/embedded.ts';
import { liveOwner, processMark } from '../../server/db/postgres/owner.ts';

const prefix = 'test-';

/** Returns the name of this run's database folder, which contains the mark of this process. */
export const ownRunFolder = (): string => `${prefix}${processMark()}`;

/** Errors to ignore: another user's run, which only that user may remove, or a folder that another run is removing now. */
const leaveAlone = new Set(['EACCES', 'EPERM', 'ENOENT', 'ENOTEMPTY']);

/** Removes the folders of killed runs: their servers ended with them, their data stayed. */
export async function clearKilledRuns(temporary: string): Promise<void> {
  for (const name of readdirSync(temporary).filter((entry) => entry.startsWith(`${prefix}headway-`))) {
    if (liveOwner(name.slice(prefix.length)) !== undefined) continue;
    await removeRun(join(temporary, name));
  }
}

async function removeRun(folder: string): Promise<void> {
  try {
    await removeEmbeddedPostgres(folder);
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (!leaveAlone.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
