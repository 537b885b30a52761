import { addBusinessDays, dayIn, dayInMs, type IsoDate, isBusinessDay, startOfDay, utcDate } from '../../server/domain/basics/dates.ts';
import type { TestProduct } from './product.ts';

const timeZone = 'America/New_York';

/** The day that it is for the default program. */
export const programDay = ({ deps }: TestProduct): IsoDate => dayIn(timeZone, deps.clock());

/** Lets time pass until as many banking days later. */
export async function advanceBankingDays(product: TestProduct, days: number): Promise<void> {
  const today = programDay(product);
  const later = addBusinessDays(today, days, product.deps.isBankHoliday);
  await product.advanceDays((startOfDay(later).getTime() - startOfDay(today).getTime()) / dayInMs);
}

/**
 * Lets time pass until what was bought just now, on no terms, is debited. That is today, unless banks are closed, or it is
 * evening in New York: a purchase is due by the day in UTC, which is tomorrow then.
 */
export async function untilDebited(product: TestProduct): Promise<void> {
  const today = programDay(product);
  const isDebitedToday = utcDate(product.deps.clock()) === today && isBusinessDay(today, product.deps.isBankHoliday);
  if (!isDebitedToday) await advanceBankingDays(product, 1);
}
