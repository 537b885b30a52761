import { addCalendarDays, daysBetween, type IsoDate, laterDay, weekday } from '../basics/dates.ts';
import { add, type Cents, cents, noMoney, share as shareOf, subtract } from '../basics/money.ts';
import { type ExpectedDay, weekdaysTaken } from './expectedSales.ts';

/** The balance of the bank on the days to come: what it is now, and what is added and taken from day to day. */

/** The days of the line, the present one among them. */
export const cashDays = 90;

type FlowKind = 'payout' | 'draw' | 'recurring' | 'what_if';

/** Money that reaches the bank, or leaves it: then its amount is negative. */
export interface CashFlow {
  readonly date: IsoDate;
  readonly kind: FlowKind;
  readonly label: string;
  readonly amount_cents: Cents;
  /** Whether it follows from what has happened already; otherwise it is expected. */
  readonly is_known: boolean;
}

/** The sales of a day to come, and when their share of them is paid out. */
export interface ExpectedPayout extends ExpectedDay {
  readonly paid_on: IsoDate;
}

/** The balance at the end of a day. */
export interface CashDay {
  readonly date: IsoDate;
  readonly low_cents: Cents;
  readonly expected_cents: Cents;
  readonly high_cents: Cents;
  /** Whether nothing that is only expected is in it. */
  readonly is_known: boolean;
}

interface Coming {
  readonly today: IsoDate;
  readonly balance: Cents;
  /** All flows but the payouts of sales to come. */
  readonly flows: readonly CashFlow[];
  readonly payouts: readonly ExpectedPayout[];
  /** The part of sales that is paid out, in basis points. */
  readonly share: number;
}

/**
 * Returns the balance at the end of today and of each of the 89 days after it.
 *
 * Its range is not the sum of the ranges of its days: that would take every day for unlucky together. Days vary by themselves, so the
 * squares of their distances add up. An error of the four days that a weekday is taken from repeats on every later day of it, so
 * that distance grows with the number of days and not with its root: the variance of a sum of k days, less k times the mean of n
 * samples, is k + k² / n times that of one. One day alone has then just its range.
 */
export function cashLine({ today, balance, flows, payouts, share }: Coming): readonly CashDay[] {
  const flowsOf = Map.groupBy(flows, ({ date }) => laterDay(date, today));
  const payoutsOf = Map.groupBy(payouts, ({ paid_on }) => paid_on);
  const paid = (amount: Cents) => shareOf(amount, share);
  const [below, above] = [new Spread(), new Spread()];
  let middle = balance;
  let isKnown = true;
  return Array.from({ length: cashDays }, (_, ahead) => {
    const date = addCalendarDays(today, ahead);
    for (const flow of flowsOf.get(date) ?? []) {
      middle = add(middle, flow.amount_cents);
      isKnown &&= flow.is_known;
    }
    for (const day of payoutsOf.get(date) ?? []) {
      middle = add(middle, paid(day.expected_cents));
      below.add(day, paid(subtract(day.expected_cents, day.low_cents)));
      above.add(day, paid(subtract(day.high_cents, day.expected_cents)));
      isKnown = false;
    }
    return { date, low_cents: subtract(middle, below.width), expected_cents: middle, high_cents: add(middle, above.width), is_known: isKnown };
  });
}

/** The distance of a sum of days from its middle, to one side, reckoned in squares, which are no amounts. */
class Spread {
  readonly #weekdays = new Map<number, { sum: number; squares: number }>();

  add({ date }: Pick<ExpectedDay, 'date'>, distance: number): void {
    const day = weekday(date);
    const before = this.#weekdays.get(day) ?? { sum: 0, squares: 0 };
    this.#weekdays.set(day, { sum: before.sum + distance, squares: before.squares + distance ** 2 });
  }

  get width(): Cents {
    let variance = 0;
    for (const { sum, squares } of this.#weekdays.values()) variance += (weekdaysTaken * squares + sum ** 2) / (weekdaysTaken + 1);
    return variance === 0 ? noMoney : cents(Math.round(Math.sqrt(variance)));
  }
}

/** Returns the payouts of sales to come as flows, one for each day on which there are any. */
export function payoutFlows(payouts: readonly ExpectedPayout[], share: number): readonly CashFlow[] {
  return [...Map.groupBy(payouts, ({ paid_on }) => paid_on)].map(([date, days]) => ({
    date,
    kind: 'payout',
    label: 'Payout of sales to come',
    amount_cents: add(noMoney, ...days.map(({ expected_cents }) => shareOf(expected_cents, share))),
    is_known: false,
  }));
}

/** Tells whether a day is one of the line that begins today. */
export function isOnLine(date: IsoDate, today: IsoDate): boolean {
  const ahead = daysBetween(today, date);
  return ahead >= 0 && ahead < cashDays;
}
