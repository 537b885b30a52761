import type { Request } from 'express';
import type { Caller } from '../services/caller.ts';
import type { CurrentProgram } from '../services/deps.ts';

/** What the middleware learns about a request, in the order in which it learns it. */
declare module 'express-serve-static-core' {
  interface Locals {
    requestId: string;
    nonce: string;
    program: CurrentProgram;
    caller?: Caller;
  }
}

/** The address of whoever calls, as far as trusted proxies say; the rate limits count by it. */
export function callerAddress(request: Request): string {
  return request.ip ?? request.socket.remoteAddress ?? 'unknown';
}
