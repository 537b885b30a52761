import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { InvalidRequest } from '../../contract/invalidRequest.ts';
import type { FieldError } from '../../contract/problems.ts';
import { problemBody } from '../../contract/problems.ts';
import { DomainError, type ErrorCode } from '../../domain/basics/errors.ts';
import { failureForReader } from '../../services/providerCalls/providerFailure.ts';

/** Sends a failure as application/problem+json. */
export function sendProblem(response: Response, code: ErrorCode, details: Readonly<Record<string, unknown>> = {}, errors?: readonly FieldError[]): void {
  const body = problemBody(code, details, response.locals.requestId, errors);
  response.status(body.status).type('application/problem+json').send(JSON.stringify(body));
}

/** What Express's own body parser and router throw, by the status they carry. */
const byStatus: Readonly<Record<number, ErrorCode>> = { 400: 'invalid_request', 404: 'not_found', 413: 'body_too_large', 415: 'unsupported_media_type' };

function statusOf(error: unknown): number | undefined {
  return typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number' ? error.status : undefined;
}

/** The last handler: known failures keep their words; anything else is logged and answered with the request id alone. */
export function problemHandler(log: Logger): ErrorRequestHandler {
  return (thrown: unknown, _request, response, next) => {
    if (response.headersSent) return next(thrown);
    const error = failureForReader(thrown);
    if (error instanceof InvalidRequest) return sendProblem(response, error.code, error.details, error.errors);
    if (error instanceof DomainError) {
      if (problemBody(error.code, error.details, '').status >= 500) log.error({ err: error, request_id: response.locals.requestId }, 'a call failed');
      if (typeof error.details.retryAfterSeconds === 'number') response.setHeader('Retry-After', String(error.details.retryAfterSeconds));
      return sendProblem(response, error.code, error.details);
    }
    const known = byStatus[statusOf(error) ?? 0];
    if (known) return sendProblem(response, known, known === 'invalid_request' ? { reason: 'The body is not readable JSON. Send valid JSON.' } : {});
    log.error({ err: error, request_id: response.locals.requestId }, 'unexpected failure');
    return sendProblem(response, 'unexpected');
  };
}

/** The answer to every address of the API that no contract declares. */
export const noSuchCall: RequestHandler = (_request, response) => sendProblem(response, 'not_found');
