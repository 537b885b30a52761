import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';

/**
 * Processes told apart beyond their number, which is given again to others. The owner of a running server is written
 * on its command line, so that it is true as long as the server runs.
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

/** What a program says of a process, or nothing when there is no such process. */
function askPs(pid: number, format: string): string {
  return execFileSync('ps', ['-ww', '-o', format, '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim();
}

/** When a process began, in words that only equal themselves; '' when it is gone, be it only waiting to be buried. */
function beginningOf(pid: number): string {
  try {
    if (!hasProc) return askPs(pid, 'lstart=').replace(/\W/g, '');
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything; the fields after it are counted from the last parenthesis.
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

/** This process, as it is written on the command line of the server that it starts. */
export const ownMark = (): string => `headway-${process.pid}-${beginningOf(process.pid)}`;

/** The number of the process that a mark in a text means, when it still runs. */
export function liveOwner(text: string): number | undefined {
  const [, pid, beginning] = /headway-(\d+)-(\w+)/.exec(text) ?? [];
  return pid && beginningOf(Number(pid)) === beginning ? Number(pid) : undefined;
}

/** The number of the living process that started a server. */
export const ownerOf = (server: number): number | undefined => liveOwner(commandLineOf(server));

/** Whether a process is a server of that cluster, and not another program that got its number. */
export function servesCluster(pid: number, cluster: string): boolean {
  if (beginningOf(pid) === '') return false;
  try {
    return hasProc ? realpathSync(`/proc/${pid}/cwd`) === realpathSync(cluster) : commandLineOf(pid).includes(cluster);
  } catch {
    return false;
  }
}
