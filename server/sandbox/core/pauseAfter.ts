const pausesMs = [1_000, 2_000, 5_000, 15_000, 60_000];

/** Returns the milliseconds that a webhook waits after its n-th attempt, counted from 1. */
export const pauseAfter = (attempts: number): number => pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? 1_000;
