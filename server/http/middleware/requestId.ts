import { randomBytes, randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';

const nonceBytes = 16;
const noncesAtOnce = 256;
let drawn = Buffer.alloc(0);

/** Chance is drawn for many at once: by itself each would cost as much as routing the request. None is used twice. */
function drawNonce(): string {
  if (drawn.length === 0) drawn = randomBytes(nonceBytes * noncesAtOnce);
  const nonce = drawn.toString('base64', 0, nonceBytes);
  drawn = drawn.subarray(nonceBytes);
  return nonce;
}

/**
 * Gives every request an id, which every answer, problem and log line of it carries, and a nonce for the scripts of
 * its page. An id from outside is not taken over: it could tie other people's log lines together.
 */
export const requestId: RequestHandler = (_request, response, next) => {
  response.locals.requestId = randomUUID();
  response.locals.nonce = drawNonce();
  response.setHeader('X-Request-Id', response.locals.requestId);
  next();
};
