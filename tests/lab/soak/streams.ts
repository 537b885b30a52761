import { type IncomingMessage, request } from 'node:http';
import { count, type Load, pause } from './load.ts';
import type { Merchant } from './merchant.ts';

/** How many sessions are open at once, of a merchant each. */
const sessions = 100;
const beforeNextMs = 1_000;

/** Opens the stream of a session's page. Resolves with the answer, whose body goes on until the stream ends. */
function openStream({ product, over }: Load, { host, token, accessToken }: Merchant): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { host, accept: 'text/event-stream', authorization: `Bearer ${accessToken}` };
    request(`${product.url}/api/events?token=${token}`, { headers, signal: over }, resolve).once('error', reject).end();
  });
}

/** Reads a stream to its end and counts its events. */
async function listen(load: Load, merchant: Merchant): Promise<void> {
  const fromMs = performance.now();
  const stream = await openStream(load, merchant);
  load.record.add({ route: 'GET /api/events (opened)', status: stream.statusCode ?? 0, code: undefined, fromMs, untilMs: performance.now() });
  count(load, 'streams opened');
  stream.setEncoding('utf8');
  for await (const text of stream) count(load, 'events streamed', text.split('\ndata:').length - 1);
}

/** Keeps the pages of a hundred sessions open, each with a stream, which is opened again when it ends. */
export async function holdStreams(load: Load): Promise<void> {
  await Promise.all(
    load.merchants.slice(0, sessions).map(async (merchant) => {
      while (!load.over.aborted) {
        await listen(load, merchant).catch((failure: Error) => {
          if (!load.over.aborted) count(load, `streams cut: ${failure.message}`);
        });
        await pause(load, beforeNextMs);
      }
    }),
  );
}
