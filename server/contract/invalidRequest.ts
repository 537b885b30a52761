import { DomainError } from '../domain/basics/errors.ts';
import type { FieldProblem } from '../domain/forms/address.ts';
import type { FieldError } from './problems.ts';

/** What came does not fit: everything that is to be corrected, field by field, and nothing of it was stored. */
export class InvalidRequest extends DomainError {
  readonly errors: readonly FieldError[];

  constructor(errors: readonly FieldError[]) {
    super('invalid_request');
    this.errors = errors;
  }
}

/** The findings of a form's rules as the answer to a request: each says in its own words what to do. */
export function invalidFields(problems: readonly FieldProblem[]): InvalidRequest {
  return new InvalidRequest(problems.map(({ path, message }) => ({ path, message, fix: message })));
}
