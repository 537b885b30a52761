import { type Dirent, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { socketPrefix } from '../postgres/address.ts';
import { historyFile } from './archive.ts';
import { copyChecked } from './checkedCopy.ts';
import type { BackedUpFile } from './manifest.ts';
import { BackupRefused } from './refused.ts';

/** Folders whose content belongs to the running server; a start fills them anew. The log comes from the archive. */
const emptied = new Set(['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans']);

/** Files of the running server, and those that belong to a cluster alone: its password and the name of its history. */
const leftOut = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'tablespace_map',
  'recovery.signal',
  'standby.signal',
  'headway.password',
  historyFile,
]);

const isTemporary = (name: string) => ['pgsql_tmp', 'pg_internal.init', socketPrefix].some((prefix) => name.startsWith(prefix));

interface Found {
  folders: string[];
  files: string[];
}

/** Lists what of a data folder belongs in a copy, by paths relative to it. */
function listFolder(root: string, folder = '', found: Found = { folders: [], files: [] }): Found {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) listEntry(root, join(folder, entry.name), { entry, found });
  return found;
}

function listEntry(root: string, path: string, { entry, found }: { entry: Dirent; found: Found }): void {
  if (leftOut.has(path) || isTemporary(entry.name)) return;
  if (entry.isSymbolicLink()) throw new BackupRefused(`the database has a part elsewhere (${path}), which a backup would lack: move it into the data folder`);
  if (!entry.isDirectory()) {
    found.files.push(path);
    return;
  }
  found.folders.push(path);
  if (!emptied.has(path)) listFolder(root, path, found);
}

/** The file went while the folder was copied: its table was dropped, which the log repeats. */
const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Copies a running server's data folder. The copy is consistent only together with the log of that time. */
export async function copyDataFolder(cluster: string, to: string): Promise<{ folders: string[]; files: BackedUpFile[] }> {
  const { folders, files: paths } = listFolder(cluster);
  mkdirSync(to, { mode: 0o700 });
  for (const folder of folders) mkdirSync(join(to, folder), { mode: 0o700 });
  const files: BackedUpFile[] = [];
  for (const path of paths) {
    try {
      files.push({ path, ...(await copyChecked(join(cluster, path), join(to, path))) });
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
  return { folders, files };
}

/** Copies files of a backup and compares each with the manifest. Throws a BackupRefused that names a damaged or missing one. */
export async function copyBack(from: string, to: string, { folders, files }: { folders: readonly string[]; files: readonly BackedUpFile[] }): Promise<void> {
  mkdirSync(to, { mode: 0o700 });
  for (const folder of folders) mkdirSync(join(to, folder), { mode: 0o700 });
  for (const { path, sha256 } of files) {
    const copied = await copyChecked(join(from, path), join(to, path)).catch((error: unknown) => {
      if (isGone(error)) return undefined;
      throw error;
    });
    if (copied?.sha256 !== sha256)
      throw new BackupRefused(`the backup is damaged: ${join(from, path)} ${copied ? 'was changed' : 'is missing'}. Restore an older one`);
  }
}
