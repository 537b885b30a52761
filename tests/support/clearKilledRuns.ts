import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeEmbeddedPostgres } from '../../server/db/embedded.ts';
import { liveOwner, ownMark } from '../../server/db/postgres/owner.ts';

const prefix = 'test-';

/** Name of the folder that holds this run's database; it tells which process the folder belongs to. */
export const ownRunFolder = (): string => `${prefix}${ownMark()}`;

/** Another user's run, which only that user may remove; or another run is removing the same folder at this moment. */
const leaveAlone = new Set(['EACCES', 'EPERM', 'ENOENT', 'ENOTEMPTY']);

/** Removes the folders of runs that were killed: their servers ended with them, their data did not. */
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
