import { formatDay } from '../basics/dateFormats.ts';
import { type Cents, cents, formatUsd, toDollars } from '../basics/money.ts';
import { readTypedDollars } from '../basics/typedDollars.ts';
import { earlyDrawRange } from './drawDays.ts';

/** The words about the days on which repayments are drawn, for every frontend. */
export const drawDayTexts = {
  heading: 'When we draw',
  lead: 'You can choose a day of the week for all draws, or an amount at which everything is drawn early. No due date moves: what falls due before your next day is drawn on the one before.',
  weekday: 'Day of the week',
  early: 'Draw everything early once this much is owed (optional)',
  earlyHint: 'From $100.00 to $150,000.00. Leave it empty for never.',
  save: 'Save',
  saved: 'Saved. It counts from the next draw on.',
  arranged: 'Arranged',
} as const;

/** The days of the week on which draws can be, by the number that is stored. */
export const drawWeekdays = [
  { value: '', label: 'None' },
  { value: '1', label: 'Monday' },
  { value: '2', label: 'Tuesday' },
  { value: '3', label: 'Wednesday' },
  { value: '4', label: 'Thursday' },
  { value: '5', label: 'Friday' },
] as const;

/** Returns what is chosen as the fields of the form show it. */
export function typedDrawDays({ weekday, early_from_cents }: Pick<Preference, 'weekday' | 'early_from_cents'>): { day: string; amount: string } {
  return { day: weekday === null ? '' : String(weekday), amount: early_from_cents === null ? '' : toDollars(cents(early_from_cents)) };
}

/** Reads the amount at which everything is drawn early, in cents: null for never, or what is wrong with it. */
export function readEarlyAmount(typed: string): { amount_cents: Cents | null; problem: string | null } {
  const { least, most } = earlyDrawRange;
  const amount = readTypedDollars(typed);
  if (amount === null) return { amount_cents: null, problem: null };
  if (amount === 'wrong') return { amount_cents: null, problem: 'Enter an amount in dollars, such as 5,000.' };
  if (amount < least || amount > most)
    return { amount_cents: null, problem: `Enter an amount from ${formatUsd(cents(least))} to ${formatUsd(cents(most))}, or leave it empty.` };
  return { amount_cents: amount, problem: null };
}

interface Preference {
  readonly weekday: number | null;
  readonly early_from_cents: number | null;
  readonly early_on: string | null;
}

/** Says what is chosen, for somebody who only reads it. */
export function chosenDaysWords({ weekday, early_from_cents }: Preference): readonly string[] {
  const day = drawWeekdays.find(({ value }) => weekday !== null && value === String(weekday));
  return [
    day === undefined ? 'Each due date is drawn on its own day.' : `Everything is drawn on a ${day.label}.`,
    ...(early_from_cents === null ? [] : [`Everything is drawn early once ${formatUsd(cents(early_from_cents))} is owed.`]),
  ];
}

/** Says when everything is drawn early because so much is owed; null while no such draw is announced. */
export function earlyDrawWords({ early_from_cents, early_on }: Preference): string | null {
  if (early_from_cents === null || early_on === null) return null;
  return `${formatUsd(cents(early_from_cents))} or more is owed: everything is drawn on ${formatDay(early_on)}.`;
}
