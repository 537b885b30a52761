import { addBusinessDays, dayIn, dayInMs, type IsoDate, startOfDay } from '../../server/domain/basics/dates.ts';
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
