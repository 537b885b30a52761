import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { unfinishedPrefix } from '../postgres/unfinished.ts';
import { BackupRefused } from './refused.ts';

const file = z.object({ path: z.string(), bytes: z.number(), sha256: z.string() });

const content = z.object({
  /** The moment from which a restore of it can reach any other, by the database's clock. */
  finished_at: z.iso.datetime(),
  /** Ids of the keys of ENCRYPTION_KEYS by which its secrets are encrypted. The keys themselves are never in a backup. */
  keys: z.array(z.string()),
  files: z.array(file),
  /** The folders of a copy of the data folder, and where the log begins that makes it consistent; null for a dump. */
  copy: z.object({ folders: z.array(z.string()), first: z.string(), segmentBytes: z.number() }).nullable(),
});

const stored = z.object({ sha256: z.string(), content });

export type Manifest = z.infer<typeof content>;
export type BackedUpFile = z.infer<typeof file>;

/** A backup that is whole. */
export interface Backup {
  folder: string;
  manifest: Manifest;
}

const name = 'manifest.json';

/** The schema gives its own order to what it has read. */
const hashOf = (manifest: Manifest) =>
  createHash('sha256')
    .update(JSON.stringify(content.parse(manifest)))
    .digest('hex');

/** Writes the manifest, the last file of a backup, to the disk. */
function writeManifest(folder: string, manifest: Manifest): void {
  const descriptor = openSync(join(folder, name), 'w', 0o600);
  writeSync(descriptor, JSON.stringify({ sha256: hashOf(manifest), content: manifest }));
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Makes a whole backup of an unfinished folder: writes the manifest, and only then gives the folder the name by which it is found. */
export function finishBackup(unfinished: string, backups: string, manifest: Manifest): Backup {
  writeManifest(unfinished, manifest);
  const folder = join(backups, manifest.finished_at.replaceAll(':', ''));
  renameSync(unfinished, folder);
  return { folder, manifest };
}

/** Returns a backup's manifest. Throws a BackupRefused when it is damaged. */
function readManifest(folder: string): Manifest {
  const path = join(folder, name);
  try {
    const { sha256, content: manifest } = stored.parse(JSON.parse(readFileSync(path, 'utf8')));
    if (sha256 === hashOf(manifest)) return manifest;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
  }
  throw new BackupRefused(`the backup in ${folder} is damaged: its manifest was changed. Remove that folder to restore an older one`);
}

/** Returns the whole backups of a folder, the oldest first. */
export function backupsIn(folder: string): Backup[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((entry) => !entry.startsWith(unfinishedPrefix) && existsSync(join(folder, entry, name)))
    .map((entry) => ({ folder: join(folder, entry), manifest: readManifest(join(folder, entry)) }))
    .toSorted((one, other) => one.manifest.finished_at.localeCompare(other.manifest.finished_at));
}

/** Removes all but the newest backups of a folder. Returns those that are kept, the oldest first. */
export function keepNewest(folder: string, count: number): Backup[] {
  const all = backupsIn(folder);
  for (const old of all.slice(0, -count)) {
    // A backup that is removed in part must not pass for a backup, so it loses its name first.
    const removed = join(folder, `${unfinishedPrefix}${basename(old.folder)}`);
    renameSync(old.folder, removed);
    rmSync(removed, { recursive: true, force: true });
  }
  return all.slice(-count);
}
