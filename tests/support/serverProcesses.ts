import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the process that started another one; undefined when that has ended. */
function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** Sends a signal to all processes of the PostgreSQL that runs on a data folder, the first of them before those that it started. */
export function signalServer(cluster: string, signal: NodeJS.Signals): void {
  const server = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const started = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === server);
  process.kill(server, signal);
  for (const pid of started) {
    try {
      process.kill(Number(pid), signal);
    } catch (error) {
      // It has ended meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
