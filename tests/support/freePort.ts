import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems lend to outgoing connections, one of which could take a port between its choice and its use. */
const lowest = 20_000;
/** Each process that runs tests chooses among ports of its own, in turn, so that no two choose the same before it is in use. */
const portsOfProcess = 700;
const processes = 18;

const ownLowest = lowest + (Number(process.env.VITEST_POOL_ID ?? 0) % processes) * portsOfProcess;
let next = randomInt(portsOfProcess);

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
    next = (next + 1) % portsOfProcess;
    const port = ownLowest + next;
    if (await isFree(port)) return port;
  }
}
