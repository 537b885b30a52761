import { addCalendarDays, isoDate, weekday } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { expectedSales } from '../../../server/domain/cashFlow/expectedSales.ts';
import { salesRecord } from '../../../server/domain/cashFlow/salesDays.ts';
import { median } from '../../support/percentile.ts';
import { futureDays, type SampleSales, type StoreKind, sampleSales, storeKinds } from './sampleStores.ts';

/** The most days of sales that the product reads. */
const readDays = 450;
/** Four weeks: the same weekday of last month. */
const monthDays = 28;

export interface KindFigures {
  kind: StoreKind;
  /** The share of days to come inside the range of their day. */
  held: number;
  /** The median distance of a day to come from what was expected, as a part of the store's mean day; and from the same day last month. */
  error: number;
  lastMonthError: number;
}

/** Lets the rule foresee the 90 days of `storesOfKind` stores of each kind, and compares them with what came. */
export function backTest(seed: string, storesOfKind: number): KindFigures[] {
  return storeKinds.map((kind) => {
    const seen = Array.from({ length: storesOfKind }, (_, number) => foresee(sampleSales(kind, `${seed}:${number}`)));
    const days = seen.flat();
    return {
      kind,
      held: days.filter(({ isHeld }) => isHeld).length / days.length,
      error: median(days.map((day) => day.error)),
      lastMonthError: median(days.map((day) => day.lastMonthError)),
    };
  });
}

function foresee({ history, future, firstWeekday }: SampleSales) {
  const today = withWeekday((firstWeekday + history.length) % 7);
  const first = addCalendarDays(today, -Math.min(history.length, readDays));
  const sold = history.slice(-readDays).map((amount, day) => ({ date: addCalendarDays(first, day), sold_cents: cents(amount) }));
  const record = salesRecord(sold, first, today);
  const mean = future.reduce((sum, amount) => sum + amount, 0) / futureDays || 1;
  return future.map((actual, ahead) => {
    const { low_cents, expected_cents, high_cents } = expectedSales(record, addCalendarDays(today, ahead));
    const lastMonth = history.at(history.length + ahead - monthDays * Math.ceil((ahead + 1) / monthDays)) ?? 0;
    return {
      isHeld: actual >= low_cents && actual <= high_cents,
      error: Math.abs(actual - expected_cents) / mean,
      lastMonthError: Math.abs(actual - lastMonth) / mean,
    };
  });
}

/** Returns a day that is that weekday. */
function withWeekday(wanted: number) {
  const sunday = isoDate('2026-03-01');
  const day = addCalendarDays(sunday, wanted);
  if (weekday(day) !== wanted) throw new Error('March 1, 2026 is no Sunday');
  return day;
}
