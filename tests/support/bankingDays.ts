import { addBusinessDays, dayIn, dayMs, type IsoDate, isBusinessDay, startOfDay, utcDate } from '../../server/domain/basics/dates.ts';
import type { TestProduct } from './product.ts';

const timeZone = 'America/New_York';

/** Returns today's date in the default program's time zone. */
export const programDay = ({ deps }: TestProduct): IsoDate => dayIn(timeZone, deps.clock());

/** Advances time by a number of banking days. */
export async function advanceBankingDays(product: TestProduct, days: number): Promise<void> {
  const today = programDay(product);
  const later = addBusinessDays(today, days, product.deps.isBankHoliday);
  await product.advanceDays((startOfDay(later).getTime() - startOfDay(today).getTime()) / dayMs);
}

/**
 * Advances time until a purchase made just now, without payment terms, is debited. That is today, unless banks are
 * closed, or it is evening in New York: a purchase is due by its UTC day, which is tomorrow by then.
 */
export async function untilDebited(product: TestProduct): Promise<void> {
  const today = programDay(product);
  const isDebitedToday = utcDate(product.deps.clock()) === today && isBusinessDay(today, product.deps.isBankHoliday);
  if (!isDebitedToday) await advanceBankingDays(product, 1);
}

/** Advances time until the money of a business's debit, whose funds have just become available, can no longer come back. */
export const untilFinal = (product: TestProduct): Promise<void> => advanceBankingDays(product, 3);
