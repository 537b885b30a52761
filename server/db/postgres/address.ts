import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { platform } from 'node:os';
import { join } from 'node:path';

/** The server of a cluster, as its own processes reach it. */
interface Listening {
  cluster: string;
  port: number;
  password: string;
}

/** How the names that PostgreSQL gives its socket and the lock beside it begin. */
export const socketPrefix = '.s.PGSQL.';

const socketOf = ({ cluster, port }: Pick<Listening, 'cluster' | 'port'>) => join(cluster, `${socketPrefix}${port}`);

/** The longest path of a socket in bytes, with the zero at its end, on the system that allows the least. */
const longestPath = 104;

/**
 * Returns whether the server of a cluster can listen at a socket in the cluster's folder, beside its port. A statement by way of it
 * costs both sides about a third less work than by TCP. Not everywhere: Windows has none for PostgreSQL, a path may be too long, and some
 * shared folders hold none.
 */
export async function canHoldSocket(cluster: string): Promise<boolean> {
  if (platform() === 'win32' || Buffer.byteLength(socketOf({ cluster, port: 65_535 })) >= longestPath) return false;
  const path = join(cluster, `.s.try.${process.pid}`);
  const server = createServer().listen(path);
  const listens = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.close();
  rmSync(path, { force: true });
  return listens;
}

/** Returns the postgresql:// address of a database of a running server: by its socket where it has one, else by its port. */
export function addressOf(server: Listening, database: string): string {
  const host = existsSync(socketOf(server)) ? encodeURIComponent(server.cluster) : '127.0.0.1';
  return `postgresql://headway:${server.password}@${host}:${server.port}/${database}`;
}
