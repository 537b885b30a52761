import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { safeUrl } from '../../domain/access/queryNames.ts';
import { networkOf } from '../network.ts';
import { callerAddress } from '../request.ts';

interface Logged {
  method: string;
  url: string;
  requestId: string;
  status: number;
  /** The caller's address. */
  address: string;
  /** When the request came, by `performance.now()` in ms. */
  began: number;
  /** Whether the answer was sent to its end. */
  isComplete: boolean;
}

/** The statuses of a caller without a session or a right, of somebody else's data, which answers as if there were none, and of too many calls. */
const refusals: ReadonlySet<number> = new Set([401, 403, 404, 429]);

function levelOf(status: number): 'error' | 'info' | 'debug' {
  if (status >= 500) return 'error';
  return refusals.has(status) ? 'info' : 'debug';
}

/**
 * Writes one log line for a request, without secrets: secret query values are removed and no header is logged. A refusal names
 * the caller's network, by which attacks are found; no other line names anybody. The line is composed only when its level is enabled.
 */
export function logRequest(log: Logger, { method, url, requestId, status, address, began, isComplete }: Logged): void {
  const level = levelOf(status);
  if (!log.isLevelEnabled(level)) return;
  const whence = refusals.has(status) ? { address: networkOf(address) } : {};
  const line = { req: { method, url: safeUrl(url), id: requestId }, res: { status }, ...whence, responseTime: Math.round(performance.now() - began) };
  log[level](line, isComplete ? 'request completed' : 'request aborted');
}

/** Logs each request when its connection closes. */
export function requestLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    const { method, originalUrl: url } = request;
    const address = callerAddress(request);
    const began = performance.now();
    response.once('close', () => {
      const { locals, statusCode: status, writableFinished: isComplete } = response;
      logRequest(log, { method, url, requestId: locals.requestId, status, address, began, isComplete });
    });
    next();
  };
}
