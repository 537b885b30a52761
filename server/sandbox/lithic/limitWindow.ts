import type Lithic from 'lithic';

type Duration = Lithic.Card['spend_limit_duration'];

/**
 * Returns when the window of a limit began, at midnight UTC: a year ago, six days after this date one month earlier
 * (so that a monthly bill may move by some days), today, or in 1970 for a limit without a window.
 */
export function windowStart(duration: Duration, now: Date): Date {
  switch (duration) {
    case 'ANNUALLY':
      return new Date(Date.UTC(now.getUTCFullYear() - 1, now.getUTCMonth(), now.getUTCDate()));
    case 'MONTHLY':
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, now.getUTCDate() + 6));
    case 'DAILY':
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
    default:
      return new Date(0);
  }
}
