import { dayMs, nthWeekday } from '../core/measures.ts';

/** How busy American shoppers are on a day, as a factor on an ordinary one. Days are UTC. */

/** Factors by weekday, Sunday first: weekends are slow for a web shop, Monday and Tuesday catch up. */
const weekday = [0.86, 1.16, 1.1, 1.04, 1.02, 0.98, 0.84];

/** Returns the holiday factor: sales days and gift seasons raise demand, the holidays themselves lower it. */
function holiday(day: Date): number {
  const year = day.getUTCFullYear();
  const daysSince = (month: number, date: number) => Math.round((day.getTime() - Date.UTC(year, month, date)) / dayMs);
  const within = (month: number, date: number, before: number, after: number) => daysSince(month, date) >= -before && daysSince(month, date) <= after;
  const thanksgiving = nthWeekday(year, 10, 4, 4).getUTCDate();

  if (daysSince(10, thanksgiving) === 1) return 3.1;
  if (daysSince(10, thanksgiving) === 4) return 2.7;
  if (within(10, thanksgiving + 1, 0, 3)) return 1.7;
  if (within(10, thanksgiving, 0, 0) || within(11, 25, 1, 0) || within(0, 1, 0, 0)) return 0.45;
  if (within(11, 18, 10, 0)) return 1.5;
  if (within(1, 14, 8, 3)) return 1.25;
  if (within(4, nthWeekday(year, 4, 0, 2).getUTCDate(), 8, 3)) return 1.3;
  if (within(6, 4, 0, 0)) return 0.6;
  return 1;
}

/** Returns the factor of weekday and holiday together; it averages about 1 over a year. */
export function demand(day: Date): number {
  return (weekday[day.getUTCDay()] ?? 1) * holiday(day);
}
