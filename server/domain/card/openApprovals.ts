import { dayMs } from '../basics/dates.ts';

/** An approval reserves spending power until the issuer has reported its authorization or says that there is none. */

/**
 * After how many milliseconds the issuer is asked after an approval that it has not reported. It declines a purchase itself when
 * it has no answer within six seconds, and its webhook follows within seconds of the purchase.
 */
export const overdueMs = 10 * 60_000;

/** After how many milliseconds staff are told of an approval whose purchase the issuer does not know. */
const lingeringMs = 2 * dayMs;

/** Returns whether the issuer is asked after an approval. */
export const isOverdue = (decidedAt: Date, now: Date): boolean => now.getTime() - decidedAt.getTime() > overdueMs;

/** Returns whether staff are told of an approval whose purchase the issuer does not know. */
export const isLingering = (decidedAt: Date, now: Date): boolean => now.getTime() - decidedAt.getTime() > lingeringMs;
