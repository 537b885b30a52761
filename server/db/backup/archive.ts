import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { canReach, giveTo } from '../postgres/account.ts';
import type { DatabaseFolder } from '../postgres/folder.ts';
import { BackupRefused } from './refused.ts';

/*
 * The folder of backups holds a folder for each history of a database: its copies, and the log of every change since the
 * first of them. A restored database begins a history of its own, so that no log of one ever takes the place of another's.
 */

/** The file, inside a cluster, that names its history. A copy leaves it out. */
export const historyFile = 'headway.history';

const prefix = 'history-';

/** A history's two folders. */
export interface History {
  copies: string;
  log: string;
}

const foldersOf = (backupDir: string, name: string): History => ({
  copies: join(resolve(backupDir), name, 'copies'),
  log: join(resolve(backupDir), name, 'log'),
});

/** Returns all histories in a folder of backups. */
export function historiesIn(backupDir: string): History[] {
  if (!existsSync(backupDir)) return [];
  return readdirSync(backupDir)
    .filter((name) => name.startsWith(prefix))
    .map((name) => foldersOf(backupDir, name));
}

function nameOfHistory(cluster: string): string {
  const file = join(cluster, historyFile);
  if (!existsSync(file)) writeFileSync(file, `${prefix}${randomBytes(6).toString('hex')}`, { mode: 0o644 });
  return readFileSync(file, 'utf8');
}

/** Returns the folders of a cluster's history. */
export const historyOf = (backupDir: string, cluster: string): History => foldersOf(backupDir, nameOfHistory(cluster));

/** Makes the folders of a cluster's history. The server's account writes the log, and nobody else reads it. */
function makeHistory(backupDir: string, { cluster, account }: DatabaseFolder): History {
  const history = historyOf(backupDir, cluster);
  mkdirSync(history.copies, { recursive: true, mode: 0o755 });
  mkdirSync(history.log, { recursive: true, mode: 0o755 });
  giveTo(account, history.log);
  chmodSync(history.log, 0o700);
  if (!canReach(account, history.log))
    throw new BackupRefused(`BACKUP_DIR: the embedded database runs under another account, which cannot enter ${history.log}: name a folder that it can reach`);
  return history;
}

/** Quotes a path for the shell, inside a setting in which PostgreSQL replaces each % that is not doubled. */
const quoted = (path: string) => `'${path.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%')}'`;

/** The name of a file of the log in the archive. Its format notices damage. */
const archived = (name: string) => `${name}.gz`;

/**
 * Stores one file of the log: it appears whole, on the disk, or not at all. One that is there is never replaced, and the
 * same one is accepted again, as after a crash between storing and telling.
 */
function archiveCommand(log: string): string {
  const folder = quoted(log);
  const [file, part] = [`${folder}/${archived('%f')}`, `${folder}/%f.part`];
  return `if [ -e ${file} ]; then gzip -dc ${file} | cmp -s - "%p"; else gzip -1 -c "%p" > ${part} && sync ${part} && mv ${part} ${file} && sync ${folder}; fi`;
}

/** Fetches one file of the log. One that is not there is the log's end; a damaged one ends the restore, instead of passing for the end. */
export function restoreCommand(log: string): string {
  const file = `${quoted(log)}/${archived('%f')}`;
  return `if [ ! -e ${file} ]; then exit 1; fi; gzip -dc ${file} > "%p" || exit 255`;
}

/** A change waits for its place in the archive for at most as long as this. */
const archiveTimeout = '60s';

/** Returns the settings by which a server archives its log, after it made the folders. */
export function archiveSettings(backupDir: string, place: DatabaseFolder): Record<string, string> {
  const { log } = makeHistory(backupDir, place);
  return { archive_mode: 'on', archive_command: archiveCommand(log), archive_timeout: archiveTimeout };
}

/** The name of a piece of the log: timeline, then the position in two parts. */
const segmentName = /^(?<timeline>[0-9A-F]{8})(?<high>[0-9A-F]{8})(?<low>[0-9A-F]{8})$/;

/** The number of a segment in its timeline, counted without gaps. */
function numberOf(segment: string, segmentBytes: number): bigint {
  const { high = '0', low = '0' } = segmentName.exec(segment)?.groups ?? {};
  return BigInt(`0x${high}`) * (0x1_0000_0000n / BigInt(segmentBytes)) + BigInt(`0x${low}`);
}

/** Returns the name of the segment that holds the byte before a position of the log, such as 0/5000138. */
export function segmentBefore(position: string, { timeline, segmentBytes }: { timeline: string; segmentBytes: number }): string {
  const [high = '0', low = '0'] = position.split('/');
  const before = BigInt(`0x${high}`) * 0x1_0000_0000n + BigInt(`0x${low}`) - 1n;
  return `${timeline}${hex(before / 0x1_0000_0000n)}${hex((before % 0x1_0000_0000n) / BigInt(segmentBytes))}`;
}

const hex = (number: bigint) => number.toString(16).toUpperCase().padStart(8, '0');

const segmentsIn = (log: string): string[] =>
  readdirSync(log)
    .filter((name) => name.endsWith(archived('')))
    .map((name) => name.slice(0, -archived('').length))
    .filter((name) => segmentName.test(name));

/** Removes the segments before the first that a copy needs. */
export function removeLogBefore(log: string, first: string): void {
  for (const segment of segmentsIn(log)) if (segment < first) rmSync(join(log, archived(segment)));
}

/**
 * Returns the last segment of an archived log. Throws a BackupRefused when one is missing on the way there from the first
 * that a copy needs: a restore would take the gap for the end.
 */
export function lastSegment(log: string, { first, segmentBytes }: { first: string; segmentBytes: number }): string {
  const segments = segmentsIn(log)
    .filter((name) => name.slice(0, 8) === first.slice(0, 8) && name >= first)
    .toSorted();
  let expected = numberOf(first, segmentBytes);
  for (const segment of segments) {
    if (numberOf(segment, segmentBytes) !== expected) break;
    expected += 1n;
  }
  const last = segments.at(-1);
  if (last !== undefined && expected === numberOf(last, segmentBytes) + 1n) return last;
  throw new BackupRefused(
    `the log in ${log} has a gap before ${last ?? first}: a server ran without BACKUP_DIR, or a file was removed. Name a moment before the gap with --at`,
  );
}
