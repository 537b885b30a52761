import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';

/** Known to this process alone, so that nobody else can speak for another address. */
const secret = randomBytes(32);
const header = 'x-embedded-visitor';

/** The header by which the embedded app says, on its calls to our own API, from where its visitor came. */
export function forwardedFor(address: string): Record<string, string> {
  return { [header]: `${secret.toString('hex')} ${address}` };
}

/** Takes the visitor's address from a call of our own embedded app; from anybody else the header means nothing. */
export const visitorOfEmbedded: RequestHandler = (request, _response, next) => {
  const said = request.headers[header];
  delete request.headers[header];
  const [key = '', address = ''] = typeof said === 'string' ? said.split(' ') : [];
  const given = Buffer.from(key, 'hex');
  if (given.length === secret.length && timingSafeEqual(given, secret)) Object.defineProperty(request, 'ip', { value: address });
  next();
};
