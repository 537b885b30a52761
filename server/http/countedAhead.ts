import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** A process counts at once at most the limit divided by this. */
const partAhead = 40;
/** The most callers whose calls a process counts ahead. */
const maximumCallers = 10_000;

/** The calls that a process may let a caller make without asking the database, and has let them make, before their minute ends. */
interface Ahead {
  left: number;
  made: number;
  endsAt: number;
}

/**
 * Counts calls in the database, several at once for a caller who makes many: as many more as they have made here in this
 * minute, and never more than a fortieth of the limit. All processes together let nobody have more calls than the limit
 * allows. A caller who spreads their calls over processes may have, for each further one, up to a fortieth fewer, which were
 * counted there and not made.
 */
export class CountedAhead {
  readonly #counts: RateLimiterPostgres;
  readonly #ahead = new Map<string, Ahead>();

  constructor(counts: RateLimiterPostgres) {
    this.#counts = counts;
  }

  /** Counts one call. Throws the library's refusal of a caller who has made too many. */
  async count(caller: string): Promise<void> {
    const known = this.#ahead.get(caller);
    const ahead = known && Date.now() < known.endsAt ? known : { left: 0, made: 0, endsAt: Number.POSITIVE_INFINITY };
    if (ahead.left > 0) ahead.left -= 1;
    else await this.#countMore(caller, ahead);
    ahead.made += 1;
  }

  async #countMore(caller: string, ahead: Ahead): Promise<void> {
    const wanted = Math.max(1, Math.min(ahead.made, Math.floor(this.#counts.points / partAhead)));
    const { consumedPoints, msBeforeNext } = await this.#counts.consume(caller, wanted).catch(givenInPart(wanted, this.#counts.points));
    // One of them is the call that asked.
    ahead.left += wanted - Math.max(0, consumedPoints - this.#counts.points) - 1;
    // A grant of fewer calls comes with the time until the refusal after it, which is longer than the minute.
    ahead.endsAt = Math.min(ahead.endsAt, Date.now() + msBeforeNext);
    // Calls counted ahead and forgotten are only lost to their callers.
    if (this.#ahead.size >= maximumCallers) this.#ahead.clear();
    this.#ahead.set(caller, ahead);
  }
}

/** Lets a count pass of which a part is within the limit. */
const givenInPart = (wanted: number, limit: number) => (refusal: unknown) => {
  if (!(refusal instanceof RateLimiterRes)) throw refusal;
  const beyond = refusal.consumedPoints - limit;
  // A caller refused from memory has no count.
  if (beyond <= 0 || beyond >= wanted) throw refusal;
  return refusal;
};
