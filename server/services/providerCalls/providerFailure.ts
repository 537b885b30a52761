import { DomainError } from '../../domain/basics/errors.ts';
import { ProviderFailure, Refused } from '../../providers/failure.ts';

/**
 * A provider's failure as the reader is told it: refused means correct something, anything else means try again. What
 * the provider said stays in the log, since it is not written for merchants.
 */
export function failureForReader(error: unknown): unknown {
  if (!(error instanceof ProviderFailure)) return error;
  return error instanceof Refused ? new DomainError('provider_refused', {}, error.message) : new DomainError('provider_unavailable', {}, error.message);
}
