import { DomainError } from '../domain/basics/errors.ts';
import type { FieldProblem } from '../domain/forms/address.ts';
import type { FieldError } from './problems.ts';

/** A request with mistakes: `errors` names all of them, field by field. Nothing of the request was stored. */
export class InvalidRequest extends DomainError {
  readonly errors: readonly FieldError[];

  constructor(errors: readonly FieldError[]) {
    super('invalid_request');
    this.errors = errors;
  }
}

/** Returns the problems that a form's rules found as the failure of a request. Each message also serves as the fix. */
export function invalidFields(problems: readonly FieldProblem[]): InvalidRequest {
  return new InvalidRequest(problems.map(({ path, message }) => ({ path, message, fix: message })));
}
