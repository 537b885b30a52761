import type { IsoDate } from '../basics/dates.ts';
import { scheduleOf, type TileFacts } from '../home/homeTiles.ts';
import { isDrawnByItself } from './draw.ts';
import { dueDateOf } from './schedule.ts';

type DrawnAccount = Parameters<typeof isDrawnByItself>[0] & Pick<TileFacts, 'paymentSchedule'> & { readonly closing: string | null };

/** Tells whether something is due on a day and is drawn from a linked bank by itself. */
export function isDueDrawn(account: DrawnAccount, date: IsoDate): boolean {
  const isOpen = scheduleOf(account).some((entry) => dueDateOf(entry) === date);
  return isOpen && account.plaid_access_token !== null && isDrawnByItself(account) && account.closing === null;
}
