import { addCalendarDays, type IsoDate, isCalendarDay } from '../../server/domain/basics/dates.ts';
import { cents, formatUsd } from '../../server/domain/basics/money.ts';
import { startOfDayIn } from '../../server/domain/card/controls/periods.ts';
import { maximumOverrideCents } from '../../server/domain/spendingPower/spendingPowerOverride.ts';
import { reasonProblem } from './reason.ts';

/** The fields of the override form, as typed. */
interface TypedOverride {
  /** In cents. */
  amount: string;
  /** `YYYY-MM-DD`, or empty for no end. */
  lastDay: string;
  reason: string;
  /** Whether a floor and a ceiling are removed too. */
  dropsBounds: boolean;
}

export const emptyOverride: TypedOverride = { amount: '', lastDay: '', reason: '', dropsBounds: false };

interface ReadOverride {
  /** The body to send; null while there are errors. */
  body: { override_cents: number; expires_at: string | null; drops_bounds: boolean; reason: string } | null;
  problems: { amount: string | undefined; lastDay: string | undefined; reason: string | undefined; dropsBounds: string | undefined };
}

const amountProblem = `Enter whole cents, from 0 to ${formatUsd(cents(maximumOverrideCents))}: for $1,234.56 type 123456.`;

interface OverrideContext {
  /** The present day of the program. */
  today: IsoDate;
  /** The program's time zone. */
  time_zone: string;
  /** Names the floor and ceiling in force; null without any. */
  bounds: string | null;
}

/** Returns the override that was typed and the errors in it. It expires at the end of its last day, in the program's time zone. */
export function readOverride({ amount, lastDay, reason, dropsBounds }: TypedOverride, { today, time_zone, bounds }: OverrideContext): ReadOverride {
  const override_cents = /^\d{1,10}$/.test(amount.trim()) ? Number(amount) : null;
  const day = isCalendarDay(lastDay) ? lastDay : null;
  const problems = {
    amount: override_cents === null || override_cents > maximumOverrideCents ? amountProblem : undefined,
    lastDay: lastDay !== '' && (day === null || day < today) ? 'Enter a day from today on.' : undefined,
    reason: reasonProblem(reason),
    dropsBounds:
      lastDay !== '' && bounds !== null && !dropsBounds ? `A temporary override takes the place of ${bounds}. Tick the box to remove it.` : undefined,
  };
  const isGood = Object.values(problems).every((problem) => problem === undefined);
  if (!isGood || override_cents === null) return { body: null, problems };
  const expires_at = day === null ? null : startOfDayIn(time_zone, addCalendarDays(day, 1)).toISOString();
  return { body: { override_cents, expires_at, drops_bounds: dropsBounds, reason: reason.trim() }, problems };
}
