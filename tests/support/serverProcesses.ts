import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childrenOf } from './procfs.ts';

/** Sends a signal to all processes of the PostgreSQL that runs on a data folder, the first of them before those that it started. */
export function signalServer(cluster: string, signal: NodeJS.Signals): void {
  const server = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const started = childrenOf(server);
  process.kill(server, signal);
  for (const pid of started) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // It has ended meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
