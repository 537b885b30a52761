import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: Record<string, string>;
  /** The bytes as text, for signatures. */
  raw: string;
  body: Record<string, unknown>;
}

export interface EventInbox {
  /** Give this to the sandbox as the product's address. */
  url: string;
  received: Received[];
  /** Answers each call; 200 with nothing until set. */
  answer: (call: Received) => { status: number; body?: string } | Promise<{ status: number; body?: string }>;
  /** Resolves with the first call that fits, whether it came already or is still to come. */
  next(fits: (call: Received) => boolean): Promise<Received>;
  stop(): Promise<void>;
}

const flat = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : (value ?? '')]));

function parsed(raw: string): Record<string, unknown> {
  const value: unknown = raw === '' ? {} : JSON.parse(raw);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Stands where the product's webhook addresses are, and keeps what arrives. */
export async function openEventInbox(): Promise<EventInbox> {
  const waiting = new Set<{ fits: (call: Received) => boolean; resolve: (call: Received) => void }>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const raw = Buffer.concat(parts).toString();
    const call: Received = { path: request.url ?? '', headers: flat(request.headers), raw, body: parsed(raw) };
    inbox.received.push(call);
    const { status, body = '' } = await inbox.answer(call);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
    for (const waiter of waiting) {
      if (!waiter.fits(call)) continue;
      waiting.delete(waiter);
      waiter.resolve(call);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const inbox: EventInbox = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: () => ({ status: 200 }),
    next: (fits) =>
      new Promise((resolve) => {
        const already = inbox.received.find(fits);
        if (already) resolve(already);
        else waiting.add({ fits, resolve });
      }),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return inbox;
}
