import { addCalendarDays, dayIn, dayInMs, type IsHoliday, type IsoDate, weekday } from '../basics/dates.ts';
import { zoneFormats } from '../basics/zoneFormats.ts';
import { withdrawalNoticeDate } from '../repayment/draw.ts';
import type { UsedThreshold } from '../spendingPower/spendingPower.ts';

/** When a merchant is written to: by the clock of the program, and never too often. */

const firstHour = 8;
const lastHour = 20;

const hourFormats = zoneFormats({ hour: '2-digit', hourCycle: 'h23' });

/** The hour of the day, 0 to 23, at an instant in a time zone (an IANA name). */
function hourIn(timeZone: string, instant: Date): number {
  return Number(hourFormats(timeZone).format(instant));
}

/** Whether people are written to at this hour, from eight in the morning to eight in the evening of the program's time zone. */
export function isMailTime(timeZone: string, now: Date): boolean {
  const hour = hourIn(timeZone, now);
  return hour >= firstHour && hour < lastHour;
}

/** Whether it is morning, when the bank is asked for balances: once a day. */
export function isMorning(timeZone: string, now: Date): boolean {
  const hour = hourIn(timeZone, now);
  return hour >= firstHour && hour < 11;
}

const monday = 1;

/** The Monday whose summary is to be sent now: today, when it is Monday where the program lives. Null on any other day. */
export function mondayOfSummary(timeZone: string, now: Date): IsoDate | null {
  const today = dayIn(timeZone, now);
  return weekday(today) === monday && isMailTime(timeZone, now) ? today : null;
}

/** Whether the notice of a debit is due: from two business days before it, so that one that was missed comes late, until the day before. */
export function isNoticeDue(debitDate: IsoDate, today: IsoDate, isBankHoliday: IsHoliday): boolean {
  return withdrawalNoticeDate(debitDate, isBankHoliday) <= today && today < debitDate;
}

/** Whether a debit is so near that the balance of the linked bank is looked at: in three days at most. */
export function isBalanceCheckDue(debitDate: IsoDate, today: IsoDate): boolean {
  return addCalendarDays(debitDate, -3) <= today && today < debitDate;
}

/** A warning of spending power that was sent. */
export interface SentWarning {
  readonly threshold: UsedThreshold;
  readonly at: Date;
}

interface Usage {
  /** The threshold that usage has reached now, and before what has just happened. */
  readonly reached: UsedThreshold | null;
  readonly reachedBefore: UsedThreshold | null;
  readonly sent: readonly SentWarning[];
  readonly now: Date;
}

const week_ms = 7 * dayInMs;

/**
 * The threshold to warn of, or null: when usage has just risen to it, and no warning of it or of a higher one was sent
 * within a week. Somebody who stays above a threshold is told once; paying back from 90 to 75 % is no news.
 */
export function warningDue({ reached, reachedBefore, sent, now }: Usage): UsedThreshold | null {
  if (reached === null || reached <= (reachedBefore ?? 0)) return null;
  const isTold = sent.some(({ threshold, at }) => threshold >= reached && now.getTime() - at.getTime() < week_ms);
  return isTold ? null : reached;
}
