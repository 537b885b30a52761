import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { liveOwner } from './owner.ts';

/** The name of a cluster or a backup that is not whole yet, or was cut off, begins with this. */
export const unfinishedPrefix = 'unfinished-';

/** Removes from a folder what was cut off: all of that name that no living process is making. */
export function clearUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(unfinishedPrefix) && liveOwner(name) === undefined) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
