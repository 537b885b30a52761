import { randomBytes, randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';

/**
 * Gives every request an id, which every answer, problem and log line of it carries, and a nonce for the scripts of
 * its page. An id from outside is not taken over: it could tie other people's log lines together.
 */
export const requestId: RequestHandler = (_request, response, next) => {
  response.locals.requestId = randomUUID();
  response.locals.nonce = randomBytes(16).toString('base64');
  response.setHeader('X-Request-Id', response.locals.requestId);
  next();
};
