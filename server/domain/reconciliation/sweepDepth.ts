import { dayMs } from '../basics/dates.ts';

/** How far back a sweep looks, in milliseconds: the quick one finds lost webhooks, the deep one late changes. */
export const sweepReach = { quick: 3 * dayMs, deep: 120 * dayMs } as const;
export type SweepDepth = keyof typeof sweepReach;
