import { randomBytes, randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';

const nonceBytes = 16;
const noncesAtOnce = 256;
let drawn = Buffer.alloc(0);

/** Draws a nonce that is used once. Random bytes are drawn for many at a time: drawn singly, each would cost as much as routing the request. */
function drawNonce(): string {
  if (drawn.length === 0) drawn = randomBytes(nonceBytes * noncesAtOnce);
  const nonce = drawn.toString('base64', 0, nonceBytes);
  drawn = drawn.subarray(nonceBytes);
  return nonce;
}

/**
 * Gives every request an id, which its answer, problem and log lines carry, and a nonce for the scripts of its page. An
 * id sent by the client is ignored: it could mix its log lines with other people's.
 */
export const requestId: RequestHandler = (_request, response, next) => {
  response.locals.requestId = randomUUID();
  response.locals.nonce = drawNonce();
  response.setHeader('X-Request-Id', response.locals.requestId);
  next();
};
