import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabaseFolder } from '../postgres/folder.ts';
import { processMark } from '../postgres/owner.ts';
import { clearUnfinished, unfinishedPrefix } from '../postgres/unfinished.ts';
import { historyOf, removeLogBefore } from './archive.ts';
import { copyChecked } from './checkedCopy.ts';
import { copyDataFolder } from './dataFolder.ts';
import { type BackedUpFile, type Backup, finishBackup, keepNewest, type Manifest } from './manifest.ts';
import { BackupRefused } from './refused.ts';
import { storedKeyIds } from './storedKeys.ts';

/** The log of a copy has to arrive in the archive within this time. */
const archiveLimitMs = 120_000;

/** The folder of the data inside a backup. */
export const dataIn = (folder: string) => join(folder, 'data');

interface Source extends DatabaseFolder {
  /** The address of its running server. */
  url: string;
  backupDir: string;
}

async function requireArchiving(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ archives: boolean; is_made: boolean }>(
    `SELECT current_setting('archive_mode') = 'on' AS archives, to_regclass('_prisma_migrations') IS NOT NULL AS is_made`,
  );
  if (!rows[0]?.archives) throw new BackupRefused('the running database does not archive its log: restart the product with BACKUP_DIR, and back up then');
  if (!rows[0].is_made) throw new BackupRefused('there is nothing to back up: the product has not run on this database yet');
}

interface Stopped {
  label: string;
  first: string;
  segment_bytes: number;
  finished_at: Date;
}

/** Ends the copying and waits until the log up to here is in the archive. */
async function stopCopying(client: pg.Client): Promise<Stopped> {
  await client.query(`SET statement_timeout = ${archiveLimitMs}`);
  const { rows } = await client.query<Stopped>(`
    SELECT labelfile AS label, substring(labelfile from '\\(file ([0-9A-F]{24})\\)') AS first, clock_timestamp() AS finished_at,
      (SELECT setting::int FROM pg_settings WHERE name = 'wal_segment_size') AS segment_bytes
    FROM pg_backup_stop(true)`);
  const [stopped] = rows;
  if (!stopped) throw new Error('a statement without conditions returned no row');
  return stopped;
}

const isTimeOut = (error: unknown) => error instanceof pg.DatabaseError && error.code === '57014';

async function copyWhileRunning(client: pg.Client, cluster: string, to: string): Promise<Pick<Manifest, 'files' | 'copy' | 'finished_at'>> {
  await client.query(`SELECT pg_backup_start('headway', true)`);
  const { folders, files } = await copyDataFolder(cluster, to);
  const stopped = await stopCopying(client).catch((error: unknown) => {
    if (!isTimeOut(error)) throw error;
    throw new BackupRefused(
      'the log does not arrive in BACKUP_DIR: see last_failed_wal in pg_stat_archiver, whether the folder has room, and who may write to it',
    );
  });
  const copy = { folders, first: stopped.first, segmentBytes: stopped.segment_bytes };
  return { files: [...files, await addLabel(to, stopped.label)], copy, finished_at: stopped.finished_at.toISOString() };
}

/** Adds the file by which a restore finds where the log begins. */
async function addLabel(to: string, label: string): Promise<BackedUpFile> {
  const [given, path] = [join(to, '..', 'label'), 'backup_label'];
  writeFileSync(given, label);
  return { path, ...(await copyChecked(given, join(to, path)).finally(() => rmSync(given))) };
}

/**
 * Copies an embedded database while it runs. The copy appears in the history's folder whole or not at all; its log is in
 * the archive then. Throws a BackupRefused.
 */
export async function takeCopy({ url, backupDir, ...place }: Source): Promise<Backup> {
  const client = new pg.Client({ connectionString: url, application_name: 'headway backup' });
  await client.connect();
  const { copies } = historyOf(backupDir, place.cluster);
  try {
    await requireArchiving(client);
    if (!existsSync(copies))
      throw new BackupRefused('the running database archives its log elsewhere: restart the product with this BACKUP_DIR, and back up then');
    clearUnfinished(copies);
    const unfinished = join(copies, `${unfinishedPrefix}${processMark()}`);
    mkdirSync(unfinished, { mode: 0o700 });
    try {
      const manifest = { ...(await copyWhileRunning(client, place.cluster, dataIn(unfinished))), keys: await storedKeyIds(url) };
      return finishBackup(unfinished, copies, manifest);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  } finally {
    // A copy that failed ends with its connection.
    await client.end();
  }
}

/** Removes all but the newest copies of a cluster, and the log that none of them needs. */
export function keepNewestCopies(backupDir: string, cluster: string, count: number): void {
  const { copies, log } = historyOf(backupDir, cluster);
  const [oldest] = keepNewest(copies, count);
  if (oldest?.manifest.copy) removeLogBefore(log, oldest.manifest.copy.first);
}
