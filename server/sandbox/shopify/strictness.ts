import { openSettings, type Settings } from '../core/settings.ts';
import type { Store } from '../core/store.ts';

/** The settings of the platform's strictness. The usual values are those of a store on the standard plan. */
export interface Strictness {
  /** Points that a store's bucket holds. */
  bucket_points: number;
  /** Points that come back each second. */
  points_per_second: number;
  /** How long a bulk operation runs, in milliseconds. */
  bulk_ms: number;
  /** Whether the platform has approved the app for protected customer data. */
  is_approved: boolean;
}

const usual: Strictness = { bucket_points: 1_000, points_per_second: 100, bulk_ms: 300, is_approved: true };

/** Returns how strict the platform is with a store. */
export const strictnessOf = async ({ strictness: own }: { strictness?: Partial<Strictness> }, strictness: Settings<Strictness>): Promise<Strictness> => ({
  ...(await strictness.settings()),
  ...own,
});

export function openStrictness(store: Store): Settings<Strictness> {
  return openSettings(store.collection<Partial<Strictness>>('shopify', 'strictness'), usual);
}
