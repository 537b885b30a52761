import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
/** A run stores far less; a container that was given little memory keeps to the disk. */
const sufficientBytes = 4 * 1024 ** 3;

function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= sufficientBytes;
}

/** Returns the folder for databases that end with the run: in memory where there is room, since most of their cost is in files. */
export const disposableFolder = (): string => (existsSync(memory) && hasRoom(memory) ? memory : tmpdir());
