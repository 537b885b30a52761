import { addCalendarDays, type IsoDate, isoDate, weekday } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { expectedSales, weekdaysTaken } from '../../../server/domain/cashFlow/expectedSales.ts';
import { type SalesRecord, salesRecord, sameWeekdays } from '../../../server/domain/cashFlow/salesDays.ts';
import { median } from '../../support/percentile.ts';
import { futureDays, type SampleSales, type StoreKind, sampleSales, storeKinds } from './sampleStores.ts';

/** The most days of sales that the product reads. */
const readDays = 450;
const monthDays = 30;

/** How far a rule is off what came, as parts of it. */
interface Errors {
  /** The median distance of a day from what was expected, as a part of the store's mean day. */
  day: number;
  /** The median distance of the sum of the next 30 days, as a part of that sum. */
  month: number;
}

export interface KindFigures {
  kind: StoreKind;
  /** The share of days to come inside the range of their day. */
  held: number;
  rule: Errors;
  /** The mean of the last four same weekdays, and nothing else. */
  trailing: Errors;
}

/** Lets the rule and a trailing mean foresee the 90 days of `storesOfKind` stores of each kind, and compares them with what came. */
export function backTest(seed: string, storesOfKind: number): KindFigures[] {
  return storeKinds.map((kind) => {
    const stores = Array.from({ length: storesOfKind }, (_, number) => foresee(sampleSales(kind, `${seed}:${number}`)));
    const held = stores.flatMap((store) => store.held);
    return {
      kind,
      held: held.filter(Boolean).length / held.length,
      rule: errorsOf(stores.map(({ future, ruled }) => ({ future, expected: ruled }))),
      trailing: errorsOf(stores.map(({ future, trailing }) => ({ future, expected: trailing }))),
    };
  });
}

function foresee({ history, future, firstWeekday }: SampleSales) {
  const today = withWeekday((firstWeekday + history.length) % 7);
  const first = addCalendarDays(today, -Math.min(history.length, readDays));
  const sold = history.slice(-readDays).map((amount, day) => ({ date: addCalendarDays(first, day), sold_cents: cents(amount) }));
  const record = salesRecord(sold, first, today);
  const days = future.map((_, ahead) => addCalendarDays(today, ahead));
  const expected = days.map((day) => expectedSales(record, day));
  return {
    future,
    held: expected.map(({ low_cents, high_cents }, ahead) => isWithin(future[ahead] ?? 0, low_cents, high_cents)),
    ruled: expected.map(({ expected_cents }) => Number(expected_cents)),
    trailing: days.map((day) => trailingMean(record, day)),
  };
}

const isWithin = (amount: number, least: number, most: number) => amount >= least && amount <= most;

function trailingMean(record: SalesRecord, day: IsoDate): number {
  const days = sameWeekdays(record, day, weekdaysTaken);
  return sumOf(days.map((date) => record.soldOn(date))) / days.length;
}

interface Foreseen {
  future: readonly number[];
  expected: readonly number[];
}

function errorsOf(stores: readonly Foreseen[]): Errors {
  return { day: median(stores.flatMap(dayErrors)), month: median(stores.map(monthError)) };
}

function dayErrors({ future, expected }: Foreseen): number[] {
  const mean = sumOf(future) / futureDays || 1;
  return future.map((actual, ahead) => Math.abs(actual - (expected[ahead] ?? 0)) / mean);
}

function monthError({ future, expected }: Foreseen): number {
  const actual = sumOf(future.slice(0, monthDays));
  return Math.abs(sumOf(expected.slice(0, monthDays)) - actual) / (actual || 1);
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** Returns a day that is that weekday. */
function withWeekday(wanted: number) {
  const sunday = isoDate('2026-03-01');
  const day = addCalendarDays(sunday, wanted);
  if (weekday(day) !== wanted) throw new Error('March 1, 2026 is no Sunday');
  return day;
}
