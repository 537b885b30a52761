import { inDays } from '../basics/words.ts';

/** Says when a purchase is due by its net terms: `30 calendar days after you make it`, or `on the day you make it`. */
export function dueAfterPurchase(days: number, type: string | null): string {
  return days === 0 ? 'on the day you make it' : `${inDays(days, type ?? 'calendar')} after you make it`;
}
