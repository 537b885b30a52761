import type { Response } from 'express';
import { type ApiAnswer, isStream } from './apiRequest.ts';
import { clientPace } from './clientPace.ts';

/** Sends an answer whose body is complete. */
export function sendWhole(response: Response, { status, headers, body }: ApiAnswer<string | Buffer>): void {
  response.status(status).setHeaders(new Map(Object.entries(headers)));
  response.send(body);
}

/** Sends an answer as fast as the client takes it, and stops producing a file when the client disconnects. */
export async function sendAnswer(response: Response, { status, headers, body }: ApiAnswer): Promise<void> {
  if (!isStream(body)) return sendWhole(response, { status, headers, body });
  response.status(status).setHeaders(new Map(Object.entries(headers)));
  const pace = clientPace(response);
  for await (const chunk of body) {
    if (response.destroyed) return;
    pace.wrote(response.write(chunk));
    await pace.untilTaken();
  }
  response.end();
}
