import { UnreadableContent } from '../db/storedJson.ts';
import { isUnreachable } from '../db/unreachable.ts';
import { DomainError } from '../domain/basics/errors.ts';
import { ProviderFailure, Refused } from '../providers/failure.ts';

const beingUpdated = 'We are updating this right now. Try again in a few minutes.';

/**
 * Translates a failure for the reader. A provider's refusal means correct something, any other failure of a provider, or a database
 * that cannot be reached, means try again; its own words stay in the log, since they are not written for merchants. Content that a
 * newer version of the product stored becomes readable once this process is replaced.
 */
export function failureForReader(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  if (error instanceof UnreadableContent && error.isNewer) return new DomainError('not_ready', { reason: beingUpdated }, error.message);
  if (error instanceof Refused) return new DomainError('provider_refused', {}, error.message);
  if (error instanceof ProviderFailure) return new DomainError('provider_unavailable', {}, error.message);
  // A provider's failure can have the same causes, and was named above.
  return isUnreachable(error) ? new DomainError('provider_unavailable', { retryAfterSeconds: 10 }, `the database: ${error.message}`) : error;
}
