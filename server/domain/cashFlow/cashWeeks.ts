import { formatDayAndMonth } from '../basics/dateFormats.ts';
import { addCalendarDays, type IsoDate } from '../basics/dates.ts';
import { add, type Cents, formatUsd, negate, noMoney } from '../basics/money.ts';
import type { CashDay, CashFlow } from './cashLine.ts';

/** Seven days of the line, as the table beside it lists them; the last week may be shorter. */
interface CashWeek {
  readonly from: IsoDate;
  readonly until: IsoDate;
  /** The money that comes in, and that goes out: above 0 too. */
  readonly in_cents: Cents;
  readonly out_cents: Cents;
  /** The balance at the end of the last day. */
  readonly end: CashDay;
}

const weekDays = 7;

/** Returns the weeks of a line, the first one from today. */
export function cashWeeks(days: readonly CashDay[], flows: readonly Pick<CashFlow, 'date' | 'amount_cents'>[]): readonly CashWeek[] {
  return Array.from({ length: Math.ceil(days.length / weekDays) }, (_, week) => days.slice(week * weekDays, (week + 1) * weekDays)).flatMap((ofWeek) => {
    const [first, end] = [ofWeek[0], ofWeek.at(-1)];
    if (first === undefined || end === undefined) return [];
    const amounts = flows.filter(({ date }) => date >= first.date && date < addCalendarDays(end.date, 1)).map(({ amount_cents }) => amount_cents);
    const out = add(noMoney, ...amounts.filter((amount) => amount < 0));
    return [{ from: first.date, until: end.date, in_cents: add(noMoney, ...amounts.filter((amount) => amount > 0)), out_cents: negate(out), end }];
  });
}

/** `Nov 21 to Nov 27`. */
export function weekInWords({ from, until }: Pick<CashWeek, 'from' | 'until'>): string {
  return `${formatDayAndMonth(from)} to ${formatDayAndMonth(until)}`;
}

/** Says between which balances a day may end. */
export function rangeInWords({ is_known, low_cents, high_cents }: CashDay): string {
  return is_known ? 'Known' : `${formatUsd(low_cents)} to ${formatUsd(high_cents)}`;
}
