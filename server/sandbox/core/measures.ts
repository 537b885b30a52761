export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

/** Returns the instant this many milliseconds after another, rounded to one. */
export function later(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + Math.round(milliseconds));
}

/** Returns midnight UTC of the instant's day. */
export function startOfDay(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / dayMs) * dayMs);
}

/** Returns midnight UTC of the `nth` weekday (0 = Sunday) in a month (0 = January). */
export function nthWeekday(year: number, month: number, weekday: number, nth: number): Date {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return new Date(Date.UTC(year, month, 1 + ((weekday - first + 7) % 7) + 7 * (nth - 1)));
}

/** Returns a share of an amount, rounded to a whole cent. */
export function basisPointsOf(amountCents: number, basisPoints: number): number {
  return Math.round((amountCents * basisPoints) / 10_000);
}
