import { type Cents, cents, formatWholeUsd } from '../basics/money.ts';
import type { FirstReading } from '../store/firstReading.ts';
import { type StoreSyncFacts, type StoreSyncState, storeSyncPercent, storeSyncWords } from '../store/storeSync.ts';
import { otherCurrenciesText } from '../store/storeTexts.ts';

/** An estimate of the limit before the card is open: from what is known of the store, and never a promise. */

export type LimitEstimate = { state: 'known'; about: Cents } | { state: 'being_read' } | { state: 'none' };

interface EstimateFacts {
  /** How far the store's sales have been read; null without a store. */
  readonly sync_state: StoreSyncState | null;
  readonly last_synced_at: string | null;
  /** The newest run of the rule, and when it was; null before the first. */
  readonly total_cents: number | null;
  readonly taken_at: string | null;
}

/** The step to which an estimate is rounded down, in cents. */
const step = 100_00;
/** The least amount that is told, in cents: words have whole dollars alone. */
const leastTold = 1_00;

/** Returns the estimate: known once the limit was worked out from all that was read. Amounts above $100 are rounded down to it. */
export function limitEstimate({ sync_state, last_synced_at, total_cents, taken_at }: EstimateFacts): LimitEstimate {
  if (sync_state === 'waiting' || sync_state === 'running') return { state: 'being_read' };
  if (sync_state !== 'done') return { state: 'none' };
  // A run from before the sales were read knows the starting limit alone.
  const isFresh = taken_at !== null && last_synced_at !== null && Date.parse(taken_at) >= Date.parse(last_synced_at);
  if (!isFresh || total_cents === null) return { state: 'being_read' };
  if (total_cents < leastTold) return { state: 'none' };
  return { state: 'known', about: cents(total_cents < step ? total_cents : total_cents - (total_cents % step)) };
}

/** Returns the words of an estimate; null where there is nothing to say. */
function limitEstimateWords(estimate: LimitEstimate, store: string | null): { title: string; text: string } | null {
  const name = store ?? 'your store';
  switch (estimate.state) {
    case 'known':
      return {
        title: `Your limit: about ${formatWholeUsd(estimate.about)}`,
        text: `An estimate from the sales of ${name}, not a promise. It is worked out again when your card opens, so your home page may show a little more or less.`,
      };
    case 'being_read':
      return { title: 'Your limit: being worked out', text: `We are reading the sales of ${name}. You need not wait: go on here.` };
    case 'none':
      return null;
  }
}

/** The words of the steps after the store: the limit to come, and how far its sales have been read. */
export interface LimitOutlook {
  /** The limit to come; null where nothing can be said of it. */
  title: string | null;
  text: string;
  /** The share of the sales that has been read, in whole percent; null where that is not known. */
  percent: number | null;
}

/** Returns what the steps after the store say of it; null where there is nothing to say. */
export function limitOutlook(store: StoreSyncFacts, estimate: LimitEstimate, reading: FirstReading | null): LimitOutlook | null {
  const words = limitEstimateWords(estimate, store.store_name);
  const texts = [storeSyncWords(store, reading) ?? words?.text, otherCurrenciesText(store.other_currencies)].filter((text) => text != null);
  return texts.length === 0 ? null : { title: words?.title ?? null, text: texts.join(' '), percent: storeSyncPercent(store, reading) };
}
