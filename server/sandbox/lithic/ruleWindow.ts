import type Lithic from 'lithic';

type Period = Lithic.AuthRules.VelocityLimitPeriod;

const parts = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  hourCycle: 'h23',
});

function inEasternTime(at: Date): { year: number; month: number; day: number; hour: number } {
  const found = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return { year: found.year ?? 0, month: found.month ?? 0, day: found.day ?? 0, hour: found.hour ?? 0 };
}

/** Returns when a day began in Eastern Time, which is four or five hours behind UTC; the clocks change at two. */
function midnight(year: number, month: number, day: number): Date {
  const inSummer = new Date(Date.UTC(year, month - 1, day, 4));
  return inEasternTime(inSummer).hour === 0 ? inSummer : new Date(Date.UTC(year, month - 1, day, 5));
}

const daysOfMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Returns the day on which a month's window begins: the last one of a month that is too short. */
const beginning = (year: number, month: number, day: number) => midnight(year, month, Math.min(day, daysOfMonth(year, month)));

/** Returns the last beginning before now, of some in their order. */
const latest = (candidates: readonly Date[], now: Date): Date => candidates.findLast((candidate) => candidate <= now) ?? new Date(0);

/** Returns since when a rule counts: midnights in Eastern Time, or a trailing window. */
export function periodStart(period: Period, now: Date): Date {
  const { year, month, day } = inEasternTime(now);
  switch (period.type) {
    case 'CUSTOM':
      return new Date(now.getTime() - period.duration * 1_000);
    case 'DAY':
      return midnight(year, month, day);
    case 'WEEK': {
      const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
      return midnight(year, month, day - ((weekday - (period.day_of_week ?? 1) + 7) % 7));
    }
    case 'MONTH': {
      const [lastYear, lastMonth] = month === 1 ? [year - 1, 12] : [year, month - 1];
      const first = period.day_of_month ?? 1;
      return latest([beginning(lastYear, lastMonth, first), beginning(year, month, first)], now);
    }
    case 'YEAR': {
      const [first, from] = [period.day_of_month ?? 1, period.month ?? 1];
      return latest([beginning(year - 1, from, first), beginning(year, from, first)], now);
    }
  }
}
