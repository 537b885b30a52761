import { isoDate } from '../basics/dates.ts';
import { cents } from '../basics/money.ts';
import type { CashDay } from './cashLine.ts';

interface DayOnTheWire {
  readonly date: string;
  readonly low_cents: number;
  readonly expected_cents: number;
  readonly high_cents: number;
  readonly is_known: boolean;
}

/** Reads the days of a line as the API answers them. */
export function readCashDays(days: readonly DayOnTheWire[]): readonly CashDay[] {
  return days.map(({ date, low_cents, expected_cents, high_cents, is_known }) => ({
    date: isoDate(date),
    low_cents: cents(low_cents),
    expected_cents: cents(expected_cents),
    high_cents: cents(high_cents),
    is_known,
  }));
}
