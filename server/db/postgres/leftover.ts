import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive, liveOwner, servesCluster } from './owner.ts';

/** Signals that end a server, the kinder first, and how long each may take. The last two lose nothing that was committed. */
const endings = [
  { signal: 'SIGINT', limit_ms: 5_000 },
  { signal: 'SIGQUIT', limit_ms: 3_000 },
  { signal: 'SIGKILL', limit_ms: 2_000 },
] as const;

/** Ends a server that is not our child, so that its end can only be seen by looking. */
async function endServer(pid: number): Promise<void> {
  for (const { signal, limit_ms } of endings) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (let waited_ms = 0; waited_ms < limit_ms; waited_ms += 20) {
      if (!isAlive(pid)) return;
      await pause(20);
    }
  }
}

function serverOf(cluster: string): number | undefined {
  const lock = join(cluster, 'postmaster.pid');
  if (!existsSync(lock)) return undefined;
  const pid = Number(readFileSync(lock, 'utf8').split('\n', 1)[0]);
  return servesCluster(pid, cluster) ? pid : undefined;
}

/** The port of the server of a cluster whose owner lives, when there is one. */
export function runningPort(cluster: string): number | undefined {
  if (serverOf(cluster) === undefined || ownerOf(cluster) === undefined) return undefined;
  const port = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[3]);
  return Number.isInteger(port) && port > 0 ? port : undefined;
}

function ownerOf(cluster: string): number | undefined {
  const options = join(cluster, 'postmaster.opts');
  if (!existsSync(options)) return undefined;
  return liveOwner(/cluster_name=([\w-]+)/.exec(readFileSync(options, 'utf8'))?.[1] ?? '');
}

/** The product is running on this cluster already. The message is one readable line. */
export class ClusterInUse extends Error {
  constructor(owner: number) {
    super(`the embedded database is in use by process ${owner}: stop that first, or give each process the same DATABASE_URL`);
    this.name = 'ClusterInUse';
  }
}

/**
 * Clears what a killed process left of itself: a server that outlived it is ended, a lock file whose server is gone is
 * removed (PostgreSQL itself would take any process with the same number for that server). Throws ClusterInUse when the
 * server's owner lives.
 */
export async function clearLeftovers(cluster: string): Promise<void> {
  const server = serverOf(cluster);
  if (server === undefined) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
    return;
  }
  const owner = ownerOf(cluster);
  if (owner !== undefined) throw new ClusterInUse(owner);
  await endServer(server);
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}
