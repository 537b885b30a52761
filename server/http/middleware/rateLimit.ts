import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { StricterLimit } from '../../contract/define.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { Deps } from '../../services/deps.ts';
import { countedInDatabase } from '../../services/requests/countedCalls.ts';
import { CountedAhead } from '../countedAhead.ts';
import { networkOf } from '../network.ts';
import { callerAddress } from '../request.ts';

/** Calls allowed in a minute. The counts are in the database, so that all web processes share them. */
const limits = {
  /** By one address, signed in or not; a shop's office shares an address. */
  address: 1_200,
  /** By one signed-in person, one who hands a session in, and one calendar feed. */
  caller: 600,
  /** Analytics events, by one address. */
  ingest: 600,
  /** Sessions handed in that prove nothing, by one address, and connected, by one person: this slows down guessing. */
  handIn: 30,
  /** Mails with a link that somebody asks for: by one address, by one person, and to one mailbox. */
  mailLink: 5,
  /** Invitations to a team, other roles in it, connections of Slack and tests of alerts, by one person: a team is invited in one go. */
  invitation: 20,
  /** Payments, orders and switches of cards, and link windows, by one person: each costs money, or a quota that all merchants share. */
  order: 30,
  /** Deliveries of webhooks that no provider has signed, by one address. */
  unverified: 60,
  /** Reports of what a page's policy forbade, by one address: a page of somebody's extension may send many. */
  policyReport: 60,
  /** Staff looking for customers, by one person. */
  staffSearch: 60,
} as const satisfies Record<StricterLimit | 'address' | 'caller' | 'ingest' | 'unverified' | 'policyReport', number>;
type LimitName = keyof typeof limits;

/** The most calls of one signed-in person in a minute. */
export const callsPerMinute = limits.caller;

/** Makes the refusal of a caller who has made too many calls. */
export function tooQuick(retryAfterSeconds: number): DomainError {
  const wait = retryAfterSeconds === 1 ? 'a second' : `${retryAfterSeconds} seconds`;
  return new DomainError('rate_limited', { retryAfterSeconds, reason: `That was too quick. Wait ${wait} and try again.` });
}

const limiters = new WeakMap<Deps['database'], Map<LimitName, CountedAhead>>();

function limiter(deps: Pick<Deps, 'database'>, name: LimitName): CountedAhead {
  const ofDatabase = limiters.get(deps.database) ?? new Map<LimitName, CountedAhead>();
  limiters.set(deps.database, ofDatabase);
  const existing = ofDatabase.get(name);
  if (existing) return existing;
  const counts = new RateLimiterPostgres({
    ...countedInDatabase(deps),
    keyPrefix: name,
    points: limits[name],
    duration: 60,
    // Past the limit this process refuses from memory for a minute, to spare the database.
    inMemoryBlockOnConsumed: limits[name],
    inMemoryBlockDuration: 60,
  });
  const made = new CountedAhead(counts);
  ofDatabase.set(name, made);
  return made;
}

/** Hashes whom a call is counted by: a key of any length fits its column, and the table shows neither an address nor a mailbox. */
const keyOf = (by: string) => createHash('sha256').update(networkOf(by)).digest('base64url');

/** Counts one call by a person or an address. Throws `rate_limited` with the seconds to wait when there were too many. */
export async function countCall(deps: Pick<Deps, 'database'>, name: LimitName, by: string): Promise<void> {
  try {
    await limiter(deps, name).count(keyOf(by));
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw tooQuick(Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)));
  }
}

/** The failures of a call whose proof, such as a session or a secret address, is missing or wrong. */
const withoutProof: ReadonlySet<string> = new Set(['unauthenticated', 'not_found', 'invalid_request']);

/**
 * Does what needs a proof of the caller, and counts by address only callers whose proof fails: a caller with a proof is
 * never refused for others behind the same address. Throws the failure, or `rate_limited` from the first one too many on.
 */
export async function countFailures<Done>(deps: Pick<Deps, 'database'>, name: LimitName, address: string, act: () => Promise<Done>): Promise<Done> {
  try {
    return await act();
  } catch (failure) {
    if (failure instanceof DomainError && withoutProof.has(failure.code)) await countCall(deps, name, address);
    throw failure;
  }
}

/** Counts a call by the address it came from. */
export const limitAddress =
  (deps: Deps, name: LimitName = 'address'): RequestHandler =>
  (request, _response, next) => {
    countCall(deps, name, callerAddress(request)).then(() => next(), next);
  };
