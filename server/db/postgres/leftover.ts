import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive, ownerOf, servesCluster } from './owner.ts';

/** Signals that end a server, the gentlest first, and how long each may take. The last two lose no committed data. */
const endings = [
  { signal: 'SIGINT', limitMs: 5_000 },
  { signal: 'SIGQUIT', limitMs: 3_000 },
  { signal: 'SIGKILL', limitMs: 2_000 },
] as const;

/** Ends a server that is not our child, so its end can only be polled for. */
async function endServer(pid: number): Promise<void> {
  for (const { signal, limitMs } of endings) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (let waitedMs = 0; waitedMs < limitMs; waitedMs += 20) {
      if (!isAlive(pid)) return;
      await pause(20);
    }
  }
}

const lockFile = (cluster: string) => join(cluster, 'postmaster.pid');

function readLock(cluster: string): string | undefined {
  try {
    return readFileSync(lockFile(cluster), 'utf8');
  } catch {
    return undefined;
  }
}

/** Returns the process id of the server that a lock names, when it serves that cluster. */
function serverOf(cluster: string, lock: string | undefined): number | undefined {
  const pid = Number(lock?.split('\n', 1)[0]);
  return pid > 0 && servesCluster(pid, cluster) ? pid : undefined;
}

/** Returns the port of a cluster's running server whose owner lives; undefined when there is none. */
export function runningPort(cluster: string): number | undefined {
  const lock = readLock(cluster);
  const server = serverOf(cluster, lock);
  const port = Number(lock?.split('\n')[3]);
  return server !== undefined && ownerOf(server) !== undefined && port > 0 ? port : undefined;
}

/** Removes exactly the lock that was read: if another start has replaced it, the new one is put back. */
function removeLock(cluster: string, lock: string): void {
  const aside = `${lockFile(cluster)}.${process.pid}`;
  try {
    renameSync(lockFile(cluster), aside);
    if (readFileSync(aside, 'utf8') !== lock) linkSync(aside, lockFile(cluster));
  } catch {
    // Another start has removed the lock.
  }
  rmSync(aside, { force: true });
}

/** The product is already running on this cluster. The message is one readable line. */
export class ClusterInUse extends Error {
  constructor(owner: number) {
    super(`the embedded database is in use by process ${owner}: stop that first, or give each process the same DATABASE_URL`);
    this.name = 'ClusterInUse';
  }
}

/**
 * Clears the remains of a killed process: ends a server that outlived it and removes a lock whose server is gone
 * (PostgreSQL itself would take any process with the same id for that server). Throws ClusterInUse when the server's
 * owner lives.
 */
export async function clearLeftovers(cluster: string): Promise<void> {
  const lock = readLock(cluster);
  if (lock === undefined) return;
  const server = serverOf(cluster, lock);
  const owner = server && ownerOf(server);
  if (owner) throw new ClusterInUse(owner);
  if (server) await endServer(server);
  removeLock(cluster, lock);
}
