import { DomainError } from '../../domain/basics/errors.ts';
import { ProviderFailure, Refused } from '../../providers/failure.ts';

/**
 * Translates a provider's failure for the reader: refused means correct something, anything else means try again. The
 * provider's own words stay in the log, since they are not written for merchants.
 */
export function failureForReader(error: unknown): unknown {
  if (!(error instanceof ProviderFailure)) return error;
  return error instanceof Refused ? new DomainError('provider_refused', {}, error.message) : new DomainError('provider_unavailable', {}, error.message);
}
