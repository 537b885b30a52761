import type { Response } from 'express';
import { type ApiAnswer, isStream } from './apiRequest.ts';

/** Sends an answer whose body is complete. */
export function sendWhole(response: Response, { status, headers, body }: ApiAnswer<string | Buffer>): void {
  response.status(status).setHeaders(new Map(Object.entries(headers)));
  response.send(body);
}

/** Sends an answer as fast as the client takes it, and stops producing a file when the client disconnects. */
export async function sendAnswer(response: Response, { status, headers, body }: ApiAnswer): Promise<void> {
  if (!isStream(body)) return sendWhole(response, { status, headers, body });
  response.status(status).setHeaders(new Map(Object.entries(headers)));
  for await (const chunk of body) {
    if (response.destroyed) return;
    if (!response.write(chunk)) await untilDrained(response);
  }
  response.end();
}

/** How long a client may take nothing of an answer. It then loses the connection, because the work behind the answer waits for it. */
const stallMs = 30_000;

/** Waits until the client has taken what was sent, or has disconnected. Disconnects a client that takes nothing. */
export async function untilDrained(response: Response): Promise<void> {
  if (response.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stalled = setTimeout(() => response.destroy(), stallMs);
  response.once('drain', resolve).once('close', resolve);
  await promise;
  clearTimeout(stalled);
  response.off('drain', resolve).off('close', resolve);
}
