import type { Request, Response } from 'express';
import type { Origin } from '../services/access/auditEntry.ts';
import type { CurrentProgram } from '../services/deps.ts';

/** The values that middleware adds to a request, in the order in which it adds them. */
declare module 'express-serve-static-core' {
  interface Locals {
    requestId: string;
    nonce: string;
    program: CurrentProgram;
  }
}

/** Returns the caller's address, as trusted proxies report it. The rate limits count by it. */
export function callerAddress(request: Request): string {
  return request.ip ?? request.socket.remoteAddress ?? 'unknown';
}

/** Returns the origin of a request, as it is recorded with the changes it makes. */
export function originOf(request: Request, response: Response): Origin {
  return { requestId: response.locals.requestId, address: callerAddress(request), userAgent: request.headers['user-agent']?.slice(0, 512) ?? '' };
}

/** Returns the signal that aborts when the client has disconnected. */
export function leaving(response: Response): AbortSignal {
  const left = new AbortController();
  // A client that has its whole answer leaves nothing undone: an abort of every call would cost as much as routing it.
  const leave = () => response.writableFinished || left.abort();
  if (response.destroyed) leave();
  else response.once('close', leave);
  return left.signal;
}

/** Returns whether a body may have more than this many bytes; one of unknown length may. */
export function mayBeLonger({ headers }: Request, bytes: number): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > bytes;
}
