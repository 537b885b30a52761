import { type IsoDate, isoDate, startOfDay, utcDate } from './dates.ts';
import { madeOnce } from './madeOnce.ts';
import { zoneFormats } from './zoneFormats.ts';

/** Formats of days for people, files and addresses. Repayment dates are days in UTC, so they are always shown in UTC. */
export type Zone = 'UTC' | 'local';

const short = { month: 'short', day: 'numeric', year: 'numeric' } as const;
const shortFormats = {
  UTC: madeOnce(() => new Intl.DateTimeFormat('en-US', { ...short, timeZone: 'UTC' })),
  local: madeOnce(() => new Intl.DateTimeFormat('en-US', short)),
};
const moments = {
  UTC: madeOnce(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })),
  local: madeOnce(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })),
};
const momentsIn = zoneFormats({ dateStyle: 'medium', timeStyle: 'short' });
const nearMomentsIn = zoneFormats({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
const weekdayAndMonth = madeOnce(() => new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }));
const dayAndMonth = madeOnce(() => new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }));

/** `Jul 6, 2026`, in UTC or in the zone of the machine that shows it. */
export function formatShortDate(instant: Date, zone: Zone): string {
  return shortFormats[zone]().format(instant);
}

/** `Jul 6, 2026, 2:02 PM` of an instant on the wire, in UTC or in the zone of the machine that shows it. */
export function formatMoment(instant: string, zone: Zone = 'local'): string {
  return moments[zone]().format(new Date(instant));
}

/** `Jul 6, 2026, 2:02 PM` of an instant on the wire, in a time zone (an IANA name). */
export function formatMomentIn(timeZone: string, instant: string): string {
  return momentsIn(timeZone).format(new Date(instant));
}

/** `Jul 6, 2:02 PM` of an instant on the wire that is near, in a time zone (an IANA name). */
export function formatNearMomentIn(timeZone: string, instant: string): string {
  return nearMomentsIn(timeZone).format(new Date(instant));
}

/** `Jul 7, 2026 (UTC)` of an instant on the wire: its day in tables and files, where that is another than in the zone of the machine that shows it, else null. */
export function otherUtcDay(instant: string): string | null {
  const day = formatShortDate(new Date(instant), 'UTC');
  return day === formatShortDate(new Date(instant), 'local') ? null : `${day} (UTC)`;
}

/** `Jul 6, 2026, 2:02 – 2:11 PM`, in the zone of the machine that shows it. */
export function formatMomentSpan(from: string, to: string): string {
  return moments.local().formatRange(new Date(from), new Date(to));
}

/** `Dec 12`, for days that are near. */
export function formatDayAndMonth(date: IsoDate): string {
  return dayAndMonth().format(startOfDay(date));
}

/** `Sat, Dec 12`, for days that are near. */
export function formatNearDay(date: IsoDate): string {
  return weekdayAndMonth().format(startOfDay(date));
}

/** `Jul 6, 2026` of a day on the wire, such as `2026-07-06`. */
export function formatDay(day: string): string {
  return formatShortDate(startOfDay(isoDate(day)), 'UTC');
}

/** `07/06/2026`, in UTC. */
export function formatNumericDate(instant: Date): string {
  // A file may have a million days, and this takes a third of the time of a formatter or of the ISO form.
  return `${twoDigits(instant.getUTCMonth() + 1)}/${twoDigits(instant.getUTCDate())}/${instant.getUTCFullYear()}`;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** `07/06/2026` of a day in UTC. */
export function formatNumericDay(day: IsoDate): string {
  return `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `06-Jul-2026` in UTC, as the accounting import file has it. */
export function formatDayMonthYear(instant: Date): string {
  const [year = '', month = '', day = ''] = utcDate(instant).split('-');
  return `${day}-${monthNames[Number(month) - 1]}-${year}`;
}
