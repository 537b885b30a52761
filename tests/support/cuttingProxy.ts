import { connect, createServer, type Socket } from 'node:net';

/** How a connection is disturbed: it ends; nothing gets through, and it ends afterward; or what is asked gets through and no answer does. */
export const cuts = ['cut', 'silent', 'answers lost'] as const;
export type Cut = (typeof cuts)[number];

/** A proxy for TCP between two parts, which can be disturbed. */
export interface CuttingProxy {
  port: number;
  /** Disturbs every connection there is, and every new one until it is mended. */
  disturb: (how: Cut) => void;
  mend: () => void;
  stop: () => void;
}

/** Starts a proxy on a port. It passes the caller's address on, so that limits by address see it. */
export async function startCuttingProxy(port: number, targetPort: number): Promise<CuttingProxy> {
  let disturbance: Cut | undefined;
  const sockets = new Set<Socket>();

  function keep(socket: Socket): Socket {
    sockets.add(socket);
    return socket
      .setNoDelay(true)
      .on('error', () => socket.destroy())
      .on('close', () => sockets.delete(socket));
  }

  function endBoth(one: Socket, other: Socket): void {
    one.on('close', () => other.destroy());
    other.on('close', () => one.destroy());
  }

  const server = createServer((client) => {
    keep(client);
    if (disturbance === 'cut') return void client.destroy();
    const target = keep(connect({ port: targetPort, host: '127.0.0.1', localAddress: client.remoteAddress ?? '127.0.0.1' }));
    endBoth(client, target);
    // Dropped bytes are never sent again: the connection ends when the disturbance does.
    client.on('data', (data) => disturbance !== 'silent' && target.write(data));
    target.on('data', (data) => disturbance === undefined && client.write(data));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    disturb(how) {
      disturbance = how;
      if (how === 'cut') endAll();
    },
    mend() {
      disturbance = undefined;
      endAll();
    },
    stop() {
      server.close();
      endAll();
    },
  };
}
