import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';

/**
 * Identifies processes by more than their id, which the system reuses. The owner of a running server is written on the
 * server's command line, so it is true as long as the server runs.
 */
const hasProc = existsSync('/proc/self/stat');

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns what `ps` prints about a process. Throws when there is none. */
function askPs(pid: number, format: string): string {
  return execFileSync('ps', ['-ww', '-o', format, '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim();
}

/** Returns a process's start time as text for comparison only; '' when it has ended, even if its parent has not yet collected it. */
function beginningOf(pid: number): string {
  try {
    if (!hasProc) return askPs(pid, 'lstart=').replace(/\W/g, '');
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain anything, so the fields are counted from the last parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? '' : (fields[19] ?? '');
  } catch {
    return '';
  }
}

function commandLineOf(pid: number): string {
  try {
    return hasProc ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') : askPs(pid, 'args=');
  } catch {
    return '';
  }
}

/** Returns the mark of this process for the command line of the server that it starts. */
export const processMark = (): string => `headway-${process.pid}-${beginningOf(process.pid)}`;

/** Returns the id of the process that a mark in a text names, if it still runs. */
export function liveOwner(text: string): number | undefined {
  const [, pid, beginning] = /headway-(\d+)-(\w+)/.exec(text) ?? [];
  return pid && beginningOf(Number(pid)) === beginning ? Number(pid) : undefined;
}

/** Returns the id of the living process that started a server. */
export const ownerOf = (server: number): number | undefined => liveOwner(commandLineOf(server));

/** Returns whether a process serves that cluster, and is not another program with a reused id. */
export function servesCluster(pid: number, cluster: string): boolean {
  if (beginningOf(pid) === '') return false;
  try {
    return hasProc ? realpathSync(`/proc/${pid}/cwd`) === realpathSync(cluster) : commandLineOf(pid).includes(cluster);
  } catch {
    return false;
  }
}
