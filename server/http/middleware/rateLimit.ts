import type { RequestHandler } from 'express';
import { RateLimiterPrisma, RateLimiterRes } from 'rate-limiter-flexible';
import type { StricterLimit } from '../../contract/define.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Caller } from '../../services/caller.ts';
import type { Deps } from '../../services/deps.ts';
import { callerAddress } from '../request.ts';

/** Calls allowed in a minute. They are counted in the database, so that any number of web processes count together. */
const limits = {
  /** By one address, signed in or not: a shop's office shares one. */
  address: 1_200,
  /** By one signed-in person. */
  caller: 600,
  /** Sessions handed in, by one address: guessing must be slow. */
  handIn: 30,
  /** Staff looking for customers, by one person. */
  staffSearch: 60,
} as const satisfies Record<StricterLimit | 'address' | 'caller', number>;
type LimitName = keyof typeof limits;

const limiters = new WeakMap<Deps['database'], Map<LimitName, RateLimiterPrisma>>();

function limiter(deps: Deps, name: LimitName): RateLimiterPrisma {
  const ofDatabase = limiters.get(deps.database) ?? new Map<LimitName, RateLimiterPrisma>();
  limiters.set(deps.database, ofDatabase);
  const existing = ofDatabase.get(name);
  if (existing) return existing;
  const made = new RateLimiterPrisma({
    storeClient: deps.database,
    tableName: 'rateLimit',
    keyPrefix: name,
    points: limits[name],
    duration: 60,
    // Past the limit this process refuses by itself for the rest of the minute and spares the database.
    inMemoryBlockOnConsumed: limits[name],
    inMemoryBlockDuration: 60,
    clearExpiredByTimeout: false,
  });
  ofDatabase.set(name, made);
  return made;
}

/** Counts one call. Throws `rate_limited` with the seconds to wait when there were too many. */
async function countCall(deps: Deps, name: LimitName, by: string): Promise<void> {
  try {
    await limiter(deps, name).consume(by);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
    throw new DomainError('rate_limited', { retryAfterSeconds, reason: `That was too quick. Wait ${retryAfterSeconds} seconds and try again.` });
  }
}

/** Counts a call by the address it came from. */
export const limitAddress =
  (deps: Deps, name: LimitName = 'address'): RequestHandler =>
  (request, _response, next) => {
    countCall(deps, name, callerAddress(request)).then(() => next(), next);
  };

/** Counts a call by the person who made it. */
export async function limitCaller(deps: Deps, caller: Caller): Promise<void> {
  await countCall(deps, 'caller', caller.receiverId);
}
