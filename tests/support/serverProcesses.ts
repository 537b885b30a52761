import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childrenOf } from './procfs.ts';
import { signalIfAlive } from './signalIfAlive.ts';

/** Sends a signal to all processes of the PostgreSQL that runs on a data folder, the first of them before those that it started. */
export function signalServer(cluster: string, signal: NodeJS.Signals): void {
  const server = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const started = childrenOf(server);
  process.kill(server, signal);
  for (const pid of started) signalIfAlive(pid, signal);
}
