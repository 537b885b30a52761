import { type IsoDate, isoDate } from '../basics/dates.ts';
import { type Cents, cents, subtract } from '../basics/money.ts';

/** How the limit moved, as the dashboard draws it. */

export interface LimitDay {
  readonly date: IsoDate;
  readonly total_cents: Cents;
  /** Why it is not the total of the day before, each with its amount; empty where it is. */
  readonly causes: readonly string[];
}

export interface LimitStep extends LimitDay {
  /** By how much the limit rose or fell on that day; null where it did not, or is not known. */
  readonly change_cents: Cents | null;
}

/** Returns the first day, each day on which the limit moved, and today, of days in ascending order; none without days. */
function limitSteps(days: readonly LimitDay[], today: IsoDate): readonly LimitStep[] {
  const steps = days.flatMap((day, place): LimitStep[] => {
    const before = days[place - 1];
    if (!before) return [{ ...day, change_cents: null }];
    const change_cents = subtract(day.total_cents, before.total_cents);
    return change_cents === 0 ? [] : [{ ...day, change_cents }];
  });
  const last = steps.at(-1);
  return last && last.date < today ? [...steps, { date: today, total_cents: last.total_cents, change_cents: null, causes: [] }] : steps;
}

interface AnsweredDay {
  readonly date: string;
  readonly total_cents: number;
  readonly causes: readonly { readonly text: string }[];
}

/** Returns the steps of an answer's days. */
export function answeredSteps(days: readonly AnsweredDay[], today: IsoDate): readonly LimitStep[] {
  return limitSteps(
    days.map(({ date, total_cents, causes }) => ({ date: isoDate(date), total_cents: cents(total_cents), causes: causes.map(({ text }) => text) })),
    today,
  );
}
