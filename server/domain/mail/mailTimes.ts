import { addCalendarDays, dayIn, dayMs, type IsHoliday, type IsoDate, weekday } from '../basics/dates.ts';
import { hourIn } from '../basics/zoneFormats.ts';
import { longestNoticeDays, withdrawalNoticeDate } from '../repayment/draw.ts';
import type { UsedThreshold } from '../spendingPower/spendingPowerFigures.ts';

/** The times at which merchants get mail: by the program's clock, and never too often. */

const firstHour = 8;
const lastHour = 20;

/** Tells whether mail may be sent now: from 8:00 to 20:00 in the program's time zone. */
export function isMailTime(timeZone: string, now: Date): boolean {
  const hour = hourIn(timeZone, now);
  return hour >= firstHour && hour < lastHour;
}

const monday = 1;

/** Returns today when the weekly summary may be sent now, on a Monday in mailing hours of the program's time zone; else null. */
export function mondayOfSummary(timeZone: string, now: Date): IsoDate | null {
  const today = dayIn(timeZone, now);
  return weekday(today) === monday && isMailTime(timeZone, now) ? today : null;
}

/** Tells whether the notice of a debit is due: from two business days before it to the day before, so that a missed one is sent late. */
export function isNoticeDue(debitDate: IsoDate, today: IsoDate, isBankHoliday: IsHoliday): boolean {
  return withdrawalNoticeDate(debitDate, isBankHoliday) <= today && today < debitDate;
}

/** Returns the latest day whose debits a notice may be due about. */
export function lastDebitToTell(today: IsoDate, isBankHoliday: IsHoliday): IsoDate {
  for (let ahead = longestNoticeDays; ahead > 0; ahead -= 1) {
    const debitDate = addCalendarDays(today, ahead);
    if (isNoticeDue(debitDate, today, isBankHoliday)) return debitDate;
  }
  return today;
}

/** A spending power warning that was sent. */
export interface SentWarning {
  readonly threshold: UsedThreshold;
  readonly at: Date;
}

interface Usage {
  /** The threshold that usage has reached now; `reachedBefore` is the one before the latest change. */
  readonly reached: UsedThreshold | null;
  readonly reachedBefore: UsedThreshold | null;
  readonly sent: readonly SentWarning[];
  readonly now: Date;
}

const weekMs = 7 * dayMs;

/**
 * Returns the threshold to warn of, or null: usage must have just risen to it, with no warning of it or of a higher one
 * sent within a week. A merchant who stays above a threshold is told once; falling from 90 to 75 % sends nothing.
 */
export function warningDue({ reached, reachedBefore, sent, now }: Usage): UsedThreshold | null {
  if (reached === null || reached <= (reachedBefore ?? 0)) return null;
  const isTold = sent.some(({ threshold, at }) => threshold >= reached && now.getTime() - at.getTime() < weekMs);
  return isTold ? null : reached;
}
