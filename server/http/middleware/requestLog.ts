import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { safeUrl } from '../../domain/access/queryNames.ts';

interface Logged {
  method: string;
  url: string;
  requestId: string;
  status: number;
  /** When it came, by `performance.now()`. */
  began: number;
  /** Whether the answer was sent to its end. */
  isComplete: boolean;
}

/**
 * Writes one line for a request, with nothing that identifies or opens: secret query names are cut, no header is kept.
 * The line is only put together when the level of the log has it written.
 */
export function logRequest(log: Logger, { method, url, requestId, status, began, isComplete }: Logged): void {
  const level = status >= 500 ? 'error' : 'debug';
  if (!log.isLevelEnabled(level)) return;
  const line = { req: { method, url: safeUrl(url), id: requestId }, res: { status }, responseTime: Math.round(performance.now() - began) };
  log[level](line, isComplete ? 'request completed' : 'request aborted');
}

/** Logs each request when it is over. */
export function requestLog(log: Logger): RequestHandler {
  return ({ method, originalUrl: url }, response, next) => {
    const began = performance.now();
    response.once('close', () => {
      const { locals, statusCode: status, writableFinished: isComplete } = response;
      logRequest(log, { method, url, requestId: locals.requestId, status, began, isComplete });
    });
    next();
  };
}
