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

/** When a process began, in words that only equal themselves. */
function beginningOf(pid: number): string {
  try {
    if (!hasProc) return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).replace(/\W/g, '');
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything; the fields after it are counted from the last parenthesis.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** This process, as it is written on the command line of the server that it starts. */
export const ownMark = (): string => `headway-${process.pid}-${beginningOf(process.pid)}`;

/** The number of the process that a mark means, when it still runs. */
export function liveOwner(mark: string): number | undefined {
  const [, pid, beginning] = /^headway-(\d+)-(\w+)$/.exec(mark) ?? [];
  return pid && beginningOf(Number(pid)) === beginning ? Number(pid) : undefined;
}

/** Whether a process is a server of that cluster, and not another program that got its number. */
export function servesCluster(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  try {
    if (hasProc) return realpathSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster);
  } catch {
    return false;
  }
}
