import { dayMs } from '../basics/dates.ts';

/** How far back a comparison with the providers looks: the quick one follows a difference, the deep one finds late changes. */
export const sweepReachMs = { quick: 3 * dayMs, deep: 120 * dayMs } as const;

/** How often every receiver is compared. */
export const comparedEveryMs = 7 * dayMs;
export type SweepDepth = keyof typeof sweepReachMs;
