import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartRefused } from './lifecycle.ts';

/** How long a client may take to send its headers, and its whole request, in ms; one that takes longer is disconnected. */
const receiving = { headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 };

/**
 * How long an idle connection is kept, in ms: longer than the minute for which load balancers keep theirs, so that none of them sends
 * a request into a connection that is just being closed and answers 502.
 */
const keepAliveTimeout = 75_000;

/** Listens on a port. Refuses with one line that names the setting when the port is taken or not allowed. */
export async function listen(handler: RequestListener, port: number, setting: string): Promise<{ port: number; stop: () => Promise<void> }> {
  const answers = new Set<ServerResponse>();
  const server = createServer({ ...receiving, keepAliveTimeout });
  server.on('request', (_request, response) => {
    answers.add(response);
    response.once('close', () => answers.delete(response));
  });
  server.on('request', handler);
  await listenOrRefuse(server, port, setting);
  return { port: (server.address() as AddressInfo).port, stop: () => drain(server, answers) };
}

function listenOrRefuse(server: Server, port: number, setting: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portRefusal(error, port, setting)));
    server.listen(port, resolve);
  });
}

/** Turns the system's error about a port into a line for the operator; returns other errors unchanged. */
export function portRefusal(error: NodeJS.ErrnoException, port: number, setting: string): Error {
  if (error.code === 'EADDRINUSE') return new StartRefused(`${setting}: port ${port} is taken; stop what listens there or set ${setting} to another port`);
  if (error.code === 'EACCES') return new StartRefused(`${setting}: port ${port} may not be opened by this user; set ${setting} to a port above 1023`);
  return error;
}

/** How long running requests may continue after a stop is requested. */
const drainLimitMs = 2_000;

/**
 * Accepts no new connection, lets running requests finish, then closes the remaining connections. Each answer ends its connection: a
 * client that went on using one would have its last request cut off.
 */
function drain(server: Server, answers: ReadonlySet<ServerResponse>): Promise<void> {
  const endsConnection = (response: ServerResponse) => {
    response.shouldKeepAlive = false;
    response.once('close', () => server.closeIdleConnections());
  };
  for (const answer of answers) endsConnection(answer);
  server.prependListener('request', (_request, response) => endsConnection(response));
  return new Promise((resolve) => {
    const limit = setTimeout(() => server.closeAllConnections(), drainLimitMs);
    server.close(() => {
      clearTimeout(limit);
      resolve();
    });
    server.closeIdleConnections();
  });
}
