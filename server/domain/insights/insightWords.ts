import { formatDay } from '../basics/dateFormats.ts';
import type { IsoDate } from '../basics/dates.ts';
import { cents, formatUsd } from '../basics/money.ts';
import { noFilters, type TableFilters } from '../table/filters.ts';
import type { Rhythm } from './subscriptions.ts';

/** The words of both frontends about subscriptions and about money that came back. */

export const subscriptionTexts = {
  title: 'Subscriptions',
  rise: 'Price rise',
  yearly: (amount: string) => `At their latest prices they cost ${amount} a year.`,
  nothing: 'A merchant that charges you three times in the same rhythm appears here, with its next day and any price rise.',
} as const;

export const moneyBackTexts = {
  title: 'Money back',
  cashback: 'Cashback earned to date',
  openRefunds: 'Refunds open',
} as const;

/** A subscription as the API answers it. */
type WireSubscription = Readonly<Record<'amount_cents' | 'yearly_cents' | 'charged_cents' | 'count', number>> &
  Readonly<Record<'first_on' | 'last_on' | 'next_on' | 'merchant', string>> & { readonly rhythm: Rhythm; readonly is_one_of_several: boolean } & {
    readonly rise: Readonly<Record<'from_cents' | 'to_cents' | 'yearly_cents', number> & { since: string }> | null;
  };

const rhythmWords: Readonly<Record<Rhythm, string>> = { weekly: 'Every week', monthly: 'Every month', yearly: 'Every year' };

/** `Every month, $299.88 a year, next on Dec 3, 2026`; a charge that should have come already is `expected`. The costs in a year add up to that of all. */
export function rhythmInWords({ rhythm, next_on, yearly_cents }: Pick<WireSubscription, 'rhythm' | 'next_on' | 'yearly_cents'>, today: IsoDate): string {
  const yearly = rhythm === 'yearly' ? '' : `, ${formatUsd(cents(yearly_cents))} a year`;
  return `${rhythmWords[rhythm]}${yearly}, ${next_on < today ? 'expected' : 'next'} on ${formatDay(next_on)}`;
}

/** `$5.00 more since Sep 3, 2026: $19.99 before, $24.99 now. That is $60.00 in a year.` */
export function riseInWords({ from_cents, to_cents, since, yearly_cents }: NonNullable<WireSubscription['rise']>): string {
  const [from, to, yearly, more] = [from_cents, to_cents, yearly_cents, to_cents - from_cents].map((amount) => formatUsd(cents(amount)));
  return `${more} more since ${formatDay(since)}: ${from} before, ${to} now. That is ${yearly} in a year.`;
}

/** `12 charges since Jan 3, 2026: $219.88`. */
export function chargesInWords({ count, first_on, charged_cents }: Pick<WireSubscription, 'count' | 'first_on' | 'charged_cents'>): string {
  return `${count} charges since ${formatDay(first_on)}: ${formatUsd(cents(charged_cents))}`;
}

/** Returns the filters of the transactions page that find the charges of a subscription. */
export function chargeRows({ merchant, first_on, last_on, amount_cents, is_one_of_several }: WireSubscription): TableFilters {
  const amount = is_one_of_several ? cents(amount_cents) : null;
  // The API answers calendar days.
  return { ...noFilters, type: 'purchase', merchant, from: first_on as IsoDate, to: last_on as IsoDate, min_cents: amount, max_cents: amount };
}

/** Returns the filters of the transactions page that find the latest charge of a subscription. */
export function latestChargeRow({ merchant, last_on, amount_cents }: WireSubscription): TableFilters {
  const amount = cents(amount_cents);
  // The API answers calendar days.
  return { ...noFilters, type: 'purchase', merchant, from: last_on as IsoDate, to: last_on as IsoDate, min_cents: amount, max_cents: amount };
}

/** Says what refunds open are, and how many. */
export function openRefundsInWords(count: number): string {
  if (count === 0) return 'No refund is under way.';
  return `${rowsInWords(count, 'refund', 'refunds')} on the way back to your cards, approved and not settled yet.`;
}

/** Says how many rows a figure of money back sums up. */
export function rowsInWords(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}
