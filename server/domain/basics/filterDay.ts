import { type IsoDate, isCalendarDay } from './dates.ts';

/** The first and the last day that filters and reports accept: what lies outside is a slip of the keyboard. */
const firstDay = '2000-01-01';
const lastDay = '2999-12-31';

/** Says which days are accepted, of any other. */
export const dayOutOfRange = `Choose a day from ${firstDay.slice(0, 4)} to ${lastDay.slice(0, 4)}.`;

/** Returns a day that filters and reports accept; null for anything else. */
export function filterDay(text: string | null): IsoDate | null {
  return text !== null && isCalendarDay(text) && text >= firstDay && text <= lastDay ? text : null;
}
