import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { safeUrl } from '../../domain/access/queryNames.ts';

/**
 * One line for each request, with nothing that identifies or opens: secret query names are cut, no header is kept. The
 * line is only put together when the level of the log has it written.
 */
export function requestLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    const began = performance.now();
    const url = request.originalUrl;
    response.once('close', () => {
      const level = response.statusCode >= 500 ? 'error' : 'debug';
      if (!log.isLevelEnabled(level)) return;
      log[level](
        {
          req: { method: request.method, url: safeUrl(url), id: response.locals.requestId },
          res: { status: response.statusCode },
          responseTime: Math.round(performance.now() - began),
        },
        response.writableFinished ? 'request completed' : 'request aborted',
      );
    });
    next();
  };
}
