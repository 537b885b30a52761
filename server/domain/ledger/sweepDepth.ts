import { dayInMs } from '../basics/dates.ts';

/** How far back a sweep looks, in milliseconds: the quick one finds webhooks that got lost, the deep one what changes late. */
export const sweepReach = { quick: 3 * dayInMs, deep: 120 * dayInMs } as const;
export type SweepDepth = keyof typeof sweepReach;
