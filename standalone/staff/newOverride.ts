import { addCalendarDays, type IsoDate, isCalendarDay, startOfDay } from '../../server/domain/basics/dates.ts';
import { reasonProblem } from './reason.ts';

/** An override as it is typed. */
interface TypedOverride {
  /** Cents. */
  amount: string;
  /** `YYYY-MM-DD`, or empty for no end. */
  lastDay: string;
  reason: string;
}

export const emptyOverride: TypedOverride = { amount: '', lastDay: '', reason: '' };

interface ReadOverride {
  /** What to send; null while something is to be corrected. */
  body: { override_cents: number; expires_at: string | null; reason: string } | null;
  problems: { amount: string | undefined; lastDay: string | undefined; reason: string | undefined };
}

const most_cents = 1_000_000_000;

/** Reads what was typed, and says what to correct. It ends when its last day does, in UTC. */
export function readOverride({ amount, lastDay, reason }: TypedOverride, today: IsoDate): ReadOverride {
  const override_cents = /^\d{1,10}$/.test(amount.trim()) ? Number(amount) : null;
  const day = isCalendarDay(lastDay) ? lastDay : null;
  const problems = {
    amount: override_cents === null || override_cents > most_cents ? 'Enter a whole number of cents, from 0 to 1000000000.' : undefined,
    lastDay: lastDay !== '' && (day === null || day < today) ? 'Enter a day from today on.' : undefined,
    reason: reasonProblem(reason),
  };
  const isGood = Object.values(problems).every((problem) => problem === undefined);
  if (!isGood || override_cents === null) return { body: null, problems };
  const expires_at = day === null ? null : startOfDay(addCalendarDays(day, 1)).toISOString();
  return { body: { override_cents, expires_at, reason: reason.trim() }, problems };
}
