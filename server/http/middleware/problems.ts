import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { DomainError, type ErrorCode } from '../../domain/basics/errors.ts';
import { problem, problemAnswer, unreadableBody } from '../problemAnswer.ts';
import { sendWhole } from '../sendAnswer.ts';

/** Sends a failure as application/problem+json. */
export function sendProblem(response: Response, code: ErrorCode): void {
  sendWhole(response, problem({ code }, response.locals.requestId));
}

/** The errors of a client that Express's body parser, router and file server throw, by status. */
const byStatus: Readonly<Record<number, () => DomainError>> = {
  400: unreadableBody,
  // A path that leaves the folder of files, or names a hidden one.
  403: () => new DomainError('not_found'),
  404: () => new DomainError('not_found'),
  413: () => new DomainError('body_too_large'),
  415: () => new DomainError('unsupported_media_type'),
};

const unmet = () => new DomainError('invalid_request', { reason: 'The headers of this request ask for what cannot be given. Send it without them.' });

/** Returns a client's error that Express's own parts found as a DomainError, and any other unchanged. */
export function expressFailure(thrown: unknown): unknown {
  const status = expressStatus(thrown);
  if (status < 400 || status >= 500) return thrown;
  return (byStatus[status] ?? unmet)();
}

/** Returns the status of Express's own errors, 0 of any other. Theirs have it twice; a provider's failure has the `status` that the provider answered with. */
function expressStatus(thrown: unknown): number {
  if (!(thrown instanceof Error) || !('status' in thrown) || !('statusCode' in thrown)) return 0;
  return typeof thrown.status === 'number' && thrown.status === thrown.statusCode ? thrown.status : 0;
}

/** Handles, last, failures outside of declared calls. */
export function problemHandler(log: Logger): ErrorRequestHandler {
  return (thrown: unknown, _request, response, next) => {
    if (response.headersSent) return next(thrown);
    sendWhole(response, problemAnswer(log, expressFailure(thrown), response.locals.requestId));
  };
}

/** Answers 404 to every API address that no contract declares. */
export const noSuchCall: RequestHandler = (_request, response) => sendProblem(response, 'not_found');
