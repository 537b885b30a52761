import { type FirstReading, readingWords } from './firstReading.ts';

/** The states of reading a connected store's sales. */
export const storeSyncStates = ['waiting', 'running', 'done', 'failed'] as const;
export type StoreSyncState = (typeof storeSyncStates)[number];

/** How far a connected store's sales have been read, as it crosses the wire. */
export interface StoreSyncFacts {
  readonly store_name: string | null;
  readonly sync_state: StoreSyncState | null;
  readonly synced_count: number;
  /** How many there are; null where the store does not say. */
  readonly expected_count: number | null;
  /** The other currencies than the US dollar in which it has sales; left out where there are none. */
  readonly other_currencies?: readonly string[] | undefined;
}

const count = new Intl.NumberFormat('en-US');
const noNeedToWait = 'You need not wait for it.';

/** Returns the text for the state of the sync; null once the sync is done, and without a store. */
export function storeSyncWords({ sync_state, store_name, synced_count, expected_count }: StoreSyncFacts, reading: FirstReading | null): string | null {
  const store = store_name ?? 'your store';
  switch (sync_state) {
    case 'waiting':
      return `We are about to read the sales of ${store}. ${noNeedToWait}`;
    case 'running':
      if (reading && reading.months_read > 0) return `${readingWords(reading)}. ${noNeedToWait}`;
      return synced_count === 0
        ? `We are reading the sales of ${store}. ${noNeedToWait}`
        : `We are reading the sales of ${store}: ${count.format(synced_count)}${expected_count === null ? '' : ` of ${count.format(expected_count)}`} so far. ${noNeedToWait}`;
    case 'failed':
      return `The sales of ${store} could not be read just now. We try again by ourselves.`;
    default:
      return null;
  }
}

/** Returns the share of the sales that has been read, in whole percent; null where that is not known. */
export function storeSyncPercent({ sync_state, synced_count, expected_count }: StoreSyncFacts, reading: FirstReading | null): number | null {
  if (sync_state !== 'running') return null;
  if (reading && reading.months_read > 0) return Math.round((reading.months_read / reading.months_wanted) * 100);
  return expected_count ? Math.min(100, Math.round((synced_count / expected_count) * 100)) : null;
}
