import type { Logger } from 'pino';
import { InvalidRequest } from '../contract/invalidRequest.ts';
import { type FieldError, type ProblemBody, problemBody } from '../contract/problems.ts';
import { DomainError, type ErrorCode } from '../domain/basics/errors.ts';
import { failureForReader } from '../services/failureForReader.ts';
import type { ApiAnswer } from './apiRequest.ts';

/** A failure by its code, and the values for its text. */
interface Failure {
  code: ErrorCode;
  details?: Readonly<Record<string, unknown>>;
  errors?: readonly FieldError[];
}

/** The body of a failure's answer, and the headers that it has in any form. */
interface Problem {
  body: ProblemBody;
  headers: Readonly<Record<string, string>>;
}

function problemOf({ code, details = {}, errors }: Failure, requestId: string): Problem {
  const { retryAfterSeconds } = details;
  return {
    body: problemBody(code, details, requestId, errors),
    headers: { 'Cache-Control': 'no-store', ...(typeof retryAfterSeconds === 'number' && { 'Retry-After': String(retryAfterSeconds) }) },
  };
}

const asJson = ({ body, headers }: Problem): ApiAnswer<string> => ({
  status: body.status,
  headers: { 'Content-Type': 'application/problem+json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
});

/** Returns a failure as application/problem+json. */
export const problem = (failure: Failure, requestId: string): ApiAnswer<string> => asJson(problemOf(failure, requestId));

/** Returns what is answered to a failure. A known one keeps its text; any other is logged and answered with the request id alone. */
export function readProblem(log: Logger, thrown: unknown, requestId: string): Problem {
  const error = failureForReader(thrown);
  const isKnown = error instanceof DomainError;
  const answer = problemOf(isKnown ? failureOf(error) : { code: 'unexpected' }, requestId);
  if (answer.body.status >= 500) log.error({ err: error, request_id: requestId }, isKnown ? 'a request failed' : 'unexpected failure');
  return answer;
}

/** Returns the answer to a failed call, as `readProblem` does. */
export const problemAnswer = (log: Logger, thrown: unknown, requestId: string): ApiAnswer<string> => asJson(readProblem(log, thrown, requestId));

const failureOf = (error: DomainError): Failure => ({
  code: error.code,
  details: error.details,
  ...(error instanceof InvalidRequest && { errors: error.errors }),
});

/** Makes the error for an address that cannot be decoded. */
export const unreadableAddress = (): DomainError =>
  new DomainError('invalid_request', { reason: 'The address of this request cannot be read. Check it and try again.' });

/** Makes the error for a body that is not JSON. */
export const unreadableBody = (): DomainError => new DomainError('invalid_request', { reason: 'The body is not readable JSON. Send valid JSON.' });
