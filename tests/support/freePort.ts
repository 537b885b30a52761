import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems lend to outgoing connections, one of which could take a port between its choice and its use. */
const [lowest, highest] = [20_000, 32_767];

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Returns a port that no process listens on at this moment, and that none is given without asking for it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest + 1);
    if (await isFree(port)) return port;
  }
}
