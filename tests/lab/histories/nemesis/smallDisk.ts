import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A disk with little room, for the folder of the database. */
export interface SmallDisk {
  folder: string;
  /** Whether it is a disk of its own; else the folder lies on the machine's, which is never filled. */
  isOwn: boolean;
  /** Fills it to the last block. */
  fill: () => void;
  free: () => void;
  remove: () => void;
}

/** Room for the database with its log, and for what some minutes add. */
const size = '400m';
const partBytes = 1024 * 1024;
const blockBytes = 4096;

/** Writes until nothing fits any more, in large parts first. */
function writeToTheEnd(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (const bytes of [partBytes, blockBytes]) {
      const part = Buffer.alloc(bytes);
      try {
        for (;;) writeSync(file, part);
      } catch (failure) {
        if ((failure as NodeJS.ErrnoException).code !== 'ENOSPC') throw failure;
      }
    }
  } finally {
    closeSync(file);
  }
}

/** Makes a small disk in memory, for which the system asks for root. */
export function makeSmallDisk(folder: string): SmallDisk {
  mkdirSync(folder, { mode: 0o755 });
  const isOwn = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'headway-histories', folder]).status === 0;
  const ballast = join(folder, 'ballast');
  const free = () => rmSync(ballast, { force: true });
  return {
    folder,
    isOwn,
    fill: () => isOwn && writeToTheEnd(ballast),
    free,
    remove() {
      if (isOwn) spawnSync('umount', [folder]);
    },
  };
}
