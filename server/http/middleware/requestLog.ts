import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { safeUrl } from '../../domain/access/queryNames.ts';

interface Logged {
  method: string;
  url: string;
  requestId: string;
  status: number;
  /** When the request came, by `performance.now()` in ms. */
  began: number;
  /** Whether the answer was sent to its end. */
  isComplete: boolean;
}

/**
 * Writes one log line for a request, without identifying data or secrets: secret query values are removed and no header
 * is logged. The line is composed only when its level is enabled.
 */
export function logRequest(log: Logger, { method, url, requestId, status, began, isComplete }: Logged): void {
  const level = status >= 500 ? 'error' : 'debug';
  if (!log.isLevelEnabled(level)) return;
  const line = { req: { method, url: safeUrl(url), id: requestId }, res: { status }, responseTime: Math.round(performance.now() - began) };
  log[level](line, isComplete ? 'request completed' : 'request aborted');
}

/** Logs each request when its connection closes. */
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
