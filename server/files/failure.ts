import { InvalidRequest } from '../contract/invalidRequest.ts';
import { DomainError } from '../domain/basics/errors.ts';
import { failureForReader } from '../services/failureForReader.ts';
import type { Failure } from './messages.ts';

/** Returns an error as plain data. A provider's failure becomes the one that the reader is told. */
export function writeFailure(thrown: unknown): Failure {
  const error = failureForReader(thrown);
  if (error instanceof DomainError) {
    const { code, details, message } = error;
    return { code, details, message, ...(error instanceof InvalidRequest && { errors: error.errors }) };
  }
  return error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack }
    : { name: 'Error', message: String(error), stack: undefined };
}

/** Returns the error that was written. */
export function readFailure(failure: Failure): Error {
  if ('code' in failure) return failure.errors ? new InvalidRequest(failure.errors) : new DomainError(failure.code, failure.details, failure.message);
  return Object.assign(new Error(failure.message), { name: failure.name, stack: failure.stack });
}
