import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackedUpFile } from './manifest.ts';
import { BackupRefused } from './refused.ts';

const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOSPC';

/** Copies a file to the disk and returns what was copied, with its SHA-256. The file may grow meanwhile. */
export async function copyChecked(from: string, to: string): Promise<Omit<BackedUpFile, 'path'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(createReadStream(from), tap, createWriteStream(to, { flush: true, mode: 0o600 })).catch((error: unknown) => {
    throw isFull(error) ? new BackupRefused(`no room is left on the disk of ${to}: nothing was kept. Make room there, and run this again`) : error;
  });
  return { bytes, sha256: hash.digest('hex') };
}
