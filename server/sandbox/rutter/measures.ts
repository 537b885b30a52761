export const minute_ms = 60_000;
export const day_ms = 86_400_000;

export function later(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + Math.round(milliseconds));
}

/** Returns midnight UTC of the instant's day. */
export function startOfDay(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / day_ms) * day_ms);
}

/** Returns a share of an amount, rounded to a whole cent. */
export function basisPointsOf(amountCents: number, basisPoints: number): number {
  return Math.round((amountCents * basisPoints) / 10_000);
}
