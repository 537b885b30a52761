import type { Day } from './calendar.ts';
import { unusedCashback } from './cashback.ts';
import type { Merchant } from './facts.ts';
import { notFinal, outstandingOf } from './position.ts';

/** When a credit balance is paid out to the merchant. */

/** The least that a merchant can ask for. */
const leastOnRequest = 100;

/** Returns the credit beyond what is held on the card, which the holds will use, and what may come back; and cashback only at closing. */
export const creditOf = (merchant: Merchant, today: Day): number =>
  -outstandingOf(merchant) - notFinal(merchant, today) - (merchant.closingSince === null ? unusedCashback(merchant) : 0);

/** Returns what a merchant who asks for it is paid: all of it, while the account is closing however little. */
export function payoutOnRequest(merchant: Merchant, today: Day): number {
  const credit = creditOf(merchant, today);
  return merchant.hasBank && credit >= (merchant.closingSince === null ? leastOnRequest : 1) ? credit : 0;
}

/** Returns what an account that is closing is paid by itself: once, and what comes back waits for staff. */
export function payoutAtClosing(merchant: Merchant, today: Day): number {
  const { closingSince, payouts, hasBank } = merchant;
  if (closingSince === null || !hasBank || payouts.some(({ at }) => at >= closingSince)) return 0;
  return Math.max(0, creditOf(merchant, today));
}
