import { DomainError } from '../domain/basics/errors.ts';

/** The deepest nesting of a body. No call needs half of it, and code that walks a value deeper down would run out of stack. */
const maximumDepth = 32;

/** Throws `invalid_request` for a parsed body that is nested too deep. Walks level by level, so that no depth runs out of stack. */
export function requireShallow(body: unknown): void {
  let level: readonly unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maximumDepth) {
      throw new DomainError('invalid_request', { reason: `The body is nested more than ${maximumDepth} levels deep. Send it as the call describes it.` });
    }
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
}
