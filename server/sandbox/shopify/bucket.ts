import type { SandboxClock } from '../core/clock.ts';

/** How many points a shop's bucket holds and how fast they come back. */
export interface BucketSize {
  maximum: number;
  /** Points a second. */
  restoreRate: number;
}

export interface ThrottleStatus {
  maximumAvailable: number;
  currentlyAvailable: number;
  restoreRate: number;
}

export interface Buckets {
  /** Takes the points of a query out of the shop's bucket; false when it holds too few, and then takes none. */
  take(shop: string, size: BucketSize, points: number): boolean;
  giveBack(shop: string, size: BucketSize, points: number): void;
  status(shop: string, size: BucketSize): ThrottleStatus;
}

/** Returns the leaky buckets of our app, one for each shop, full at first and where days are skipped. They follow the machine's time, as signatures do. */
export function openBuckets({ machineNow, onNewBeginning }: Pick<SandboxClock, 'machineNow' | 'onNewBeginning'>): Buckets {
  const buckets = new Map<string, { points: number; at: number }>();
  onNewBeginning(() => buckets.clear());

  function current(shop: string, { maximum, restoreRate }: BucketSize) {
    const at = machineNow().getTime();
    const before = buckets.get(shop) ?? { points: maximum, at };
    const bucket = { points: Math.min(maximum, before.points + ((at - before.at) / 1_000) * restoreRate), at };
    buckets.set(shop, bucket);
    return bucket;
  }

  return {
    take(shop, size, points) {
      const bucket = current(shop, size);
      if (bucket.points < points) return false;
      bucket.points -= points;
      return true;
    },
    giveBack(shop, size, points) {
      const bucket = current(shop, size);
      bucket.points = Math.min(size.maximum, bucket.points + points);
    },
    status(shop, size) {
      return { maximumAvailable: size.maximum, currentlyAvailable: Math.floor(current(shop, size).points), restoreRate: size.restoreRate };
    },
  };
}
