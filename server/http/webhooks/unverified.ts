import { DomainError } from '../../domain/basics/errors.ts';
import type { Deps } from '../../services/deps.ts';
import { countCall } from '../middleware/rateLimit.ts';
import { networkOf } from '../network.ts';

/** The most networks that a process remembers as blocked. */
const maximumBlocked = 10_000;

/**
 * Limits the deliveries of an address's network that no provider has signed, since each costs a verification. The counts are in
 * the database; a process remembers blocked networks itself, so that they cost nothing more.
 */
export function unverifiedDeliveries(deps: Pick<Deps, 'database' | 'machineClock'>) {
  const blocked = new Map<string, { untilMs: number; refusal: DomainError }>();

  return {
    /** Throws `rate_limited` for an address whose network has sent too many. */
    admit(address: string): void {
      const network = networkOf(address);
      const known = blocked.get(network);
      if (known && known.untilMs > deps.machineClock().getTime()) throw known.refusal;
      blocked.delete(network);
    },
    /** Counts a delivery that was not signed. Throws `rate_limited` from the network's first one too many on. */
    async count(address: string): Promise<void> {
      try {
        await countCall(deps, 'unverified', address);
      } catch (failure) {
        if (!(failure instanceof DomainError) || failure.code !== 'rate_limited') throw failure;
        const waitMs = Number(failure.details?.retryAfterSeconds) * 1_000;
        if (blocked.size >= maximumBlocked) blocked.clear();
        blocked.set(networkOf(address), { untilMs: deps.machineClock().getTime() + waitMs, refusal: failure });
        throw failure;
      }
    },
  };
}
