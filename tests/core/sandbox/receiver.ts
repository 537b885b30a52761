import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedEvent {
  path: string;
  headers: IncomingHttpHeaders;
  raw: Buffer;
  body: Record<string, unknown>;
}

export interface EventReceiver {
  url: string;
  events: ReceivedEvent[];
  /** Resolves with the first event that fits, those received already included. */
  next(fits: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent>;
  stop(): Promise<void>;
}

/** Stands where the product's webhooks would be, and answers 200 to everything. */
export async function receiveEvents(): Promise<EventReceiver> {
  const events: ReceivedEvent[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const raw = Buffer.concat(parts);
      events.push({ path: request.url ?? '', headers: request.headers, raw, body: raw.length > 0 ? JSON.parse(raw.toString()) : {} });
      response.end();
      for (const check of waiting) check();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    next: (fits) =>
      new Promise((resolve) => {
        const check = () => {
          const found = events.find(fits);
          if (!found) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
