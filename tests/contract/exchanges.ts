import { once } from 'node:events';
import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call to the sandbox and its answer; bodies are parsed when they are JSON. */
export interface Exchange {
  method: string;
  path: string;
  request: unknown;
  status: number;
  answer: unknown;
}

function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

/** Starts a proxy between the clients and the sandbox that forwards and records everything. */
export async function recordExchanges(target: string): Promise<{ url: string; exchanges: Exchange[]; stop(): Promise<void> }> {
  const exchanges: Exchange[] = [];
  const server = createServer(async (request, response) => {
    const sent = await bytesOf(request);
    const forward = sendRequest(`${target}${request.url}`, { method: request.method, headers: request.headers }, async (received) => {
      const answered = await bytesOf(received);
      exchanges.push({
        method: request.method ?? '',
        path: (request.url ?? '').split('?')[0] ?? '',
        request: readJson(sent),
        status: received.statusCode ?? 0,
        answer: readJson(answered),
      });
      response.writeHead(received.statusCode ?? 502, received.headers).end(answered);
    });
    forward.on('error', () => response.destroy());
    forward.end(sent);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
