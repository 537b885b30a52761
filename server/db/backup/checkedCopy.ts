import { createHash, type Hash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readSync, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BackedUpFile } from './manifest.ts';
import { BackupRefused } from './refused.ts';

const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOSPC';

const pieceBytes = 65_536;

interface Copying {
  from: number;
  to: number;
  hash: Hash;
}

/** Copies an open file to its end, piece by piece, and lets others have their turn between two of them. Returns the number of bytes. */
async function copyPieces({ from, to, hash }: Copying): Promise<number> {
  const buffer = Buffer.allocUnsafe(pieceBytes);
  for (let bytes = 0; ; await nextTurn()) {
    const piece = buffer.subarray(0, readSync(from, buffer));
    hash.update(piece);
    writeFileSync(to, piece);
    bytes += piece.length;
    // A file that ends with a whole piece is followed by an empty one.
    if (piece.length < pieceBytes) return bytes;
  }
}

/**
 * Copies a file to the disk and returns what was copied, with its SHA-256. The file may grow meanwhile. A data folder has thousands
 * of small files: to wait for each of their calls would take five times as long as the calls.
 */
export async function copyChecked(from: string, to: string): Promise<Omit<BackedUpFile, 'path'>> {
  const hash = createHash('sha256');
  const source = openSync(from, 'r');
  let target: number | undefined;
  try {
    target = openSync(to, 'w', 0o600);
    const bytes = await copyPieces({ from: source, to: target, hash });
    fsyncSync(target);
    return { bytes, sha256: hash.digest('hex') };
  } catch (error) {
    throw isFull(error) ? new BackupRefused(`no room is left on the disk of ${to}: nothing was kept. Make room there, and run this again`) : error;
  } finally {
    closeSync(source);
    if (target !== undefined) closeSync(target);
  }
}
