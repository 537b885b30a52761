import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { DomainError, type ErrorCode } from '../../domain/basics/errors.ts';
import { problem, problemAnswer, unreadableAddress, unreadableBody } from '../problemAnswer.ts';
import { sendWhole } from '../sendAnswer.ts';

/** Sends a failure as application/problem+json. */
export function sendProblem(response: Response, code: ErrorCode): void {
  sendWhole(response, problem({ code }, response.locals.requestId));
}

/** The errors of a client that Express's body parser, router and file server throw, by status. */
const byStatus: Readonly<Record<number, (error: Error) => DomainError>> = {
  // The parser of bodies names the type of its errors; the others fail to decode an address.
  400: (error) => ('type' in error ? unreadableBody() : unreadableAddress()),
  // A path that leaves the folder of files, or names a hidden one.
  403: () => new DomainError('not_found'),
  404: () => new DomainError('not_found'),
  413: () => new DomainError('body_too_large'),
  415: () => new DomainError('unsupported_media_type'),
};

const unmet = () => new DomainError('invalid_request', { reason: 'The headers of this request ask for what cannot be given. Send it without them.' });

/** Returns a client's error that Express's own parts found as a DomainError, and any other unchanged. */
export function expressFailure(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const status = expressStatus(thrown);
  if (status < 400 || status >= 500) return thrown;
  return (byStatus[status] ?? unmet)(thrown);
}

/** Returns the status of Express's own errors, 0 of any other. Theirs have it twice; a provider's failure has the `status` that the provider answered with. */
function expressStatus(error: Error): number {
  if (!('status' in error) || !('statusCode' in error)) return 0;
  return typeof error.status === 'number' && error.status === error.statusCode ? error.status : 0;
}

/** Handles, last, failures outside of declared calls, and those after the beginning of an answer was sent: the client then sees that it was cut off. */
export function problemHandler(log: Logger): ErrorRequestHandler {
  return (thrown: unknown, _request, response, _next) => {
    const { requestId } = response.locals;
    if (response.headersSent) {
      // A client that has left is told nothing, and what it left undone is no failure.
      if (!response.destroyed) log.error({ err: thrown, request_id: requestId }, 'an answer was cut off');
      response.destroy();
      return;
    }
    // Of the file that was to be sent.
    response.removeHeader('Content-Encoding');
    sendWhole(response, problemAnswer(log, expressFailure(thrown), requestId));
  };
}

/** Answers 404 to every address, and every method of a webhook's, that nothing declares. */
export const noSuchCall: RequestHandler = (_request, response) => sendProblem(response, 'not_found');
