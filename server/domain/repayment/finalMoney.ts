import { addBusinessDays, addCalendarDays, type IsHoliday, type IsoDate, laterDay } from '../basics/dates.ts';

/** Money counts when it can no longer come back: a repayment is settled first, which lowers what is owed, and final later. */

/**
 * The number of banking days after which a repayment's available funds are final, by the holder of the debited account: for a business
 * where the bank's provider names no day, for a person always. A business's bank has two banking days from the settlement; a person has
 * 60 days to say that a debit was not authorized, which the provider counts as 61 banking days.
 */
export interface FinalAfter {
  readonly business: number;
  readonly personal: number;
}

interface SettledFacts {
  /** The last day of the bank's window for ordinary returns; null where the provider names none. */
  readonly returnWindow: IsoDate | null;
  /** The program's day on which the funds became available; null while they are not. */
  readonly availableOn: IsoDate | null;
  readonly holderCategory: string | null;
}

interface FinalRule {
  readonly finalAfter: FinalAfter;
  readonly isBankHoliday: IsHoliday;
}

/** Returns the day from which a settled repayment cannot come back; null while it cannot be named. */
export function finalDay({ returnWindow, availableOn, holderCategory }: SettledFacts, { finalAfter, isBankHoliday }: FinalRule): IsoDate | null {
  const isBusiness = holderCategory === 'business';
  const afterWindow = returnWindow && addCalendarDays(returnWindow, 1);
  if (isBusiness && afterWindow !== null) return afterWindow;
  const afterFunds = availableOn && addBusinessDays(availableOn, isBusiness ? finalAfter.business : finalAfter.personal, isBankHoliday);
  return afterFunds !== null && afterWindow !== null ? laterDay(afterFunds, afterWindow) : afterFunds;
}

/** The banking days after the settlement in which a bank sends ordinary debits back. */
const ordinaryReturnDays = 3;

/** Returns the day on which a repayment that is not settled yet is expected to be final, by the day on which it settles. */
export function expectedFinalDay(settlesOn: IsoDate, holderCategory: string | null, { finalAfter, isBankHoliday }: FinalRule): IsoDate {
  const returnWindow = addBusinessDays(settlesOn, ordinaryReturnDays, isBankHoliday);
  return finalDay({ returnWindow, availableOn: settlesOn, holderCategory }, { finalAfter, isBankHoliday }) ?? returnWindow;
}
