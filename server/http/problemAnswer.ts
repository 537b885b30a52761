import type { Logger } from 'pino';
import { InvalidRequest } from '../contract/invalidRequest.ts';
import { type FieldError, problemBody } from '../contract/problems.ts';
import { DomainError, type ErrorCode } from '../domain/basics/errors.ts';
import { failureForReader } from '../services/failureForReader.ts';
import type { ApiAnswer } from './apiRequest.ts';

/** A failure by its code, and the values for its text. */
interface Failure {
  code: ErrorCode;
  details?: Readonly<Record<string, unknown>>;
  errors?: readonly FieldError[];
}

/** Returns a failure as application/problem+json. */
export function problem({ code, details = {}, errors }: Failure, requestId: string): ApiAnswer<string> {
  const body = problemBody(code, details, requestId, errors);
  return {
    status: body.status,
    headers: {
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(typeof details.retryAfterSeconds === 'number' && { 'Retry-After': String(details.retryAfterSeconds) }),
    },
    body: JSON.stringify(body),
  };
}

/** Returns the answer to a failed call. A known failure keeps its text; any other is logged and answered with the request id alone. */
export function problemAnswer(log: Logger, thrown: unknown, requestId: string): ApiAnswer<string> {
  const error = failureForReader(thrown);
  const isKnown = error instanceof DomainError;
  const answer = problem(isKnown ? failureOf(error) : { code: 'unexpected' }, requestId);
  if (answer.status >= 500) log.error({ err: error, request_id: requestId }, isKnown ? 'a request failed' : 'unexpected failure');
  return answer;
}

const failureOf = (error: DomainError): Failure => ({
  code: error.code,
  details: error.details,
  ...(error instanceof InvalidRequest && { errors: error.errors }),
});

/** Makes the error for a body that is not JSON. */
export const unreadableBody = (): DomainError => new DomainError('invalid_request', { reason: 'The body is not readable JSON. Send valid JSON.' });
