import { formatDayAndMonth } from '../basics/dateFormats.ts';
import type { IsoDate } from '../basics/dates.ts';
import { type Cents, formatWholeUsd, magnitude, wholeDollars } from '../basics/money.ts';
import type { CashDay, CashFlow } from './cashLine.ts';

/** The day at whose end the bank is expected to hold least. */
export interface LowestPoint {
  readonly date: IsoDate;
  readonly cents: Cents;
  /** `Dec 12: $1,204 left after the draw`. */
  readonly words: string;
}

/** Returns the lowest point of a line, the first one of several that are as low; null for an empty line. */
export function lowestPoint(days: readonly CashDay[], flows: readonly CashFlow[]): LowestPoint | null {
  const [today] = days;
  if (today === undefined) return null;
  let lowest = today;
  for (const day of days) if (day.expected_cents < lowest.expected_cents) lowest = day;
  const { date, expected_cents } = lowest;
  const draws = flows.filter((flow) => flow.date === date && flow.amount_cents < 0).length;
  const after = draws === 0 ? '' : draws === 1 ? ' after the draw' : ' after the draws';
  const day = lowest === today ? 'Today' : formatDayAndMonth(date);
  return { date, cents: expected_cents, words: `${day}: ${leftInWords(expected_cents)}${after}` };
}

/** `$1,204 left`, or `$310 short`. An estimate has no cents; it is rounded to the merchant's care. */
function leftInWords(amount: Cents): string {
  return amount < 0 ? `${formatWholeUsd(magnitude(wholeDollars(amount)))} short` : `${formatWholeUsd(amount)} left`;
}
