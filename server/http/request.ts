import type { Request, Response } from 'express';
import type { Origin } from '../services/access/audit.ts';
import type { CurrentProgram } from '../services/deps.ts';

/** What the middleware learns about a request, in the order in which it learns it. */
declare module 'express-serve-static-core' {
  interface Locals {
    requestId: string;
    nonce: string;
    program: CurrentProgram;
  }
}

/** The address of whoever calls, as far as trusted proxies say; the rate limits count by it. */
export function callerAddress(request: Request): string {
  return request.ip ?? request.socket.remoteAddress ?? 'unknown';
}

/** Where a request came from, as it is recorded with what it does. */
export function originOf(request: Request, response: Response): Origin {
  return { requestId: response.locals.requestId, address: callerAddress(request), userAgent: request.headers['user-agent']?.slice(0, 512) ?? '' };
}
