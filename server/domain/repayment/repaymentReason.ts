import { formatDay } from '../basics/dateFormats.ts';
import { addCalendarDays, daysBetween, type IsHoliday, type IsoDate, isWeekend, repaymentDate, utcDate } from '../basics/dates.ts';
import { inDays, listInWords } from '../basics/words.ts';

interface Purchase {
  created_at: Date;
  repayment_date: IsoDate;
}

interface NetTerms {
  net_terms: number;
  net_terms_type: string;
}

/** Returns the holidays on weekdays after `start`, up to and including `end`. */
function holidaysBetween(start: IsoDate, end: IsoDate, isHoliday: IsHoliday): IsoDate[] {
  const days: IsoDate[] = [];
  for (let day = addCalendarDays(start, 1); day <= end; day = addCalendarDays(day, 1)) if (!isWeekend(day) && isHoliday(day)) days.push(day);
  return days;
}

/**
 * Explains to the merchant why a purchase is to be repaid on its day. The terms at the time of the purchase may differ
 * from the receiver's present ones; then only the number of days between is known.
 */
export function repaymentReason({ created_at, repayment_date }: Purchase, { net_terms, net_terms_type }: NetTerms, isHoliday: IsHoliday): string {
  const madeOn = utcDate(created_at);
  const after = `after the purchase on ${formatDay(madeOn)}`;
  const days = daysBetween(madeOn, repayment_date);
  const isBusiness = net_terms_type === 'business' && repaymentDate(created_at, net_terms, net_terms_type, isHoliday) === repayment_date;
  if (!isBusiness) return `${inDays(days)} ${after}.`;
  const holidays = holidaysBetween(madeOn, repayment_date, isHoliday).map((day) => `${formatDay(day)} (holiday)`);
  const leftOut = listInWords(['weekends', ...holidays]);
  return `${inDays(net_terms, 'business')} ${after}; ${leftOut} not counted.`;
}
