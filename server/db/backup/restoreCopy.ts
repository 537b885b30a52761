import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Account, giveTo } from '../postgres/account.ts';
import { renewPassword } from '../postgres/cluster.ts';
import { type DatabaseFolder, databaseFolder, fallbackFolder } from '../postgres/folder.ts';
import { processMark } from '../postgres/owner.ts';
import { installedPrograms, type Programs, reachablePrograms } from '../postgres/programs.ts';
import { startServer } from '../postgres/server.ts';
import { unfinishedPrefix } from '../postgres/unfinished.ts';
import { historiesIn, lastSegment, restoreCommand, segmentBefore } from './archive.ts';
import { copyBack } from './dataFolder.ts';
import { type Backup, backupsIn, type Manifest } from './manifest.ts';
import { BackupRefused } from './refused.ts';
import { requireKeys, requireReadable } from './storedKeys.ts';
import { dataIn } from './takeCopy.ts';

interface Wanted {
  backupDir: string;
  /** The data folder, which must hold no database. */
  dataDir: string;
  /** The moment to restore, by the database's clock; undefined for all that there is. */
  at: Date | undefined;
  keyRing: string;
}

export interface Restored {
  /** The backup it began with. */
  folder: string;
  /** When the last change of it was made, as PostgreSQL writes it; undefined when nothing followed the backup. */
  lastChange: string | undefined;
  /** Ids of the keys by which its secrets are encrypted. */
  keys: string[];
}

/** A copy of a data folder, and the log that continues it. */
interface Chosen extends Backup {
  log: string;
  copy: NonNullable<Manifest['copy']>;
}

/** Returns the newest copy that was whole at a moment. */
function chooseCopy(backupDir: string, at: Date | undefined): Chosen {
  const copies = historiesIn(backupDir).flatMap(({ copies: folder, log }) =>
    backupsIn(folder).flatMap((backup) => (backup.manifest.copy ? [{ ...backup, log, copy: backup.manifest.copy }] : [])),
  );
  const newestFirst = copies.toSorted((one, other) => other.manifest.finished_at.localeCompare(one.manifest.finished_at));
  const chosen = newestFirst.find(({ manifest }) => at === undefined || manifest.finished_at <= at.toISOString());
  if (chosen) return chosen;
  const oldest = newestFirst.at(-1);
  throw new BackupRefused(
    oldest
      ? `no backup in ${backupDir} is old enough: the earliest moment that can be restored is ${oldest.manifest.finished_at}`
      : `there is no whole backup in ${backupDir}: name the folder of backups in BACKUP_DIR`,
  );
}

async function emptyPlace(dataDir: string): Promise<DatabaseFolder> {
  const place = await databaseFolder(dataDir);
  if (existsSync(place.cluster))
    throw new BackupRefused(
      `there is a database in ${dataDir}, which a restore would replace: name an empty folder in DATA_DIR, or remove that database with npm run db:reset`,
    );
  return place;
}

function giveAllTo(account: Account, root: string): void {
  if (account.uid === undefined) return;
  giveTo(account, root);
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) giveTo(account, join(root, path));
}

/** The settings by which a server repeats the log and then takes part in nothing else: it neither archives nor accepts connections before the end. */
const recoverySettings = (log: string, at: Date | undefined): Record<string, string> => ({
  hot_standby: 'off',
  restore_command: restoreCommand(log),
  recovery_target_timeline: 'current',
  recovery_target_action: 'promote',
  // The server reads this before it knows any name of a zone.
  ...(at && { recovery_target_time: at.toISOString().replace('Z', '+00') }),
});

const lastChangeLine = /last completed transaction was at log time (?<time>.+)$/;
const endsEarlyLine = /recovery ended before configured recovery target was reached/;
const damagedLine = /could not restore file "(?<name>[^"]+)" from archive/;

/** Returns why a restore failed, in words for the operator; undefined for what only the server's own log explains. */
function refusalOf(lines: readonly string[], { log }: Chosen, at: Date | undefined): BackupRefused | undefined {
  const damaged = lines.map((line) => damagedLine.exec(line)?.groups?.name).find(Boolean);
  if (damaged) return new BackupRefused(`the log is damaged: ${damaged} in ${log} cannot be read. Name a moment before it with --at`);
  if (lines.some((line) => endsEarlyLine.test(line)))
    return new BackupRefused(`the log in ${log} ends before ${at?.toISOString()}: name an earlier moment, or restore all that there is without --at`);
  return undefined;
}

/** Repeats the log on a copy until its end or the moment wanted. Returns when the last change was made. */
async function repeatLog(
  place: DatabaseFolder,
  { programs, chosen, at }: { programs: Programs; chosen: Chosen; at: Date | undefined },
): Promise<string | undefined> {
  writeFileSync(join(place.cluster, 'recovery.signal'), '');
  giveAllTo(place.account, place.cluster);
  const lines: string[] = [];
  try {
    const settings = recoverySettings(chosen.log, at);
    const server = await startServer({ ...place, ...programs, settings, onLine: (line) => lines.push(line) });
    await server.stop();
  } catch (error) {
    throw refusalOf(lines, chosen, at) ?? error;
  }
  return lines.map((line) => lastChangeLine.exec(line)?.groups?.time).find(Boolean);
}

/** Throws a BackupRefused when the log was not repeated to its end, as where a file of it has the content of another. */
function requireEnd(cluster: string, { log, copy }: Chosen, last: string): void {
  const file = readdirSync(join(cluster, 'pg_wal'))
    .filter((name) => name.endsWith('.history'))
    .toSorted()
    .at(-1);
  const position =
    file &&
    readFileSync(join(cluster, 'pg_wal', file), 'utf8')
      .trim()
      .split('\n')
      .at(-1)
      ?.split('\t')[1];
  const reached = position && segmentBefore(position, { timeline: copy.first.slice(0, 8), segmentBytes: copy.segmentBytes });
  // A product that runs beside the restore may have archived more of the log meanwhile.
  if (!reached || reached < last)
    throw new BackupRefused(`the log in ${log} is damaged: it ends in ${reached}, and goes on to ${last}. Name a moment before it with --at`);
}

/** Starts the restored server once, to see that the keys at hand read its secrets. Returns the keys' ids. */
async function requireKeysOf(place: DatabaseFolder, programs: Programs, keyRing: string): Promise<string[]> {
  const password = await renewPassword(place, programs.postgres);
  const server = await startServer({ ...place, ...programs, settings: {}, onLine: () => {} });
  try {
    return await requireReadable(`postgresql://headway:${password}@127.0.0.1:${server.port}/headway`, keyRing);
  } finally {
    await server.stop();
  }
}

/**
 * Restores the embedded database into an empty data folder, as it was at a moment or as new as the log has it. It appears
 * there whole or not at all. Throws a BackupRefused.
 */
export async function restoreCopy({ backupDir, dataDir, at, keyRing }: Wanted): Promise<Restored> {
  const installed = installedPrograms();
  const place = await emptyPlace(dataDir);
  const programs = reachablePrograms(installed, place.account, () => fallbackFolder(place.account));
  const chosen = chooseCopy(backupDir, at);
  requireKeys(chosen.manifest.keys, keyRing);
  const last = at ? undefined : lastSegment(chosen.log, chosen.copy);
  const making = mkdtempSync(join(dirname(place.cluster), `${unfinishedPrefix}${processMark()}-`));
  try {
    const unfinished = { cluster: join(making, 'cluster'), account: place.account };
    await copyBack(dataIn(chosen.folder), unfinished.cluster, { folders: chosen.copy.folders, files: chosen.manifest.files });
    giveAllTo(place.account, making);
    const lastChange = await repeatLog(unfinished, { programs, chosen, at });
    if (last) requireEnd(unfinished.cluster, chosen, last);
    const keys = await requireKeysOf(unfinished, programs, keyRing);
    renameSync(unfinished.cluster, place.cluster);
    return { folder: chosen.folder, lastChange, keys };
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}
