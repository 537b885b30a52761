import { dayMs, hourMs } from '../basics/dates.ts';

/** How far back a comparison with the providers looks: the quick one follows a difference, the deep one finds late changes. */
export const sweepReachMs = { quick: 3 * dayMs, deep: 120 * dayMs } as const;

/**
 * How old our reading of the bank's transfers may be when we order one, in milliseconds. It is read every hour; a restored database may
 * be days behind the bank, which forgets after 48 hours under which keys it has made transfers.
 */
export const knownTransfersMs = 2 * hourMs;

/** How often every receiver is compared. */
export const comparedEveryMs = 7 * dayMs;
export type SweepDepth = keyof typeof sweepReachMs;
