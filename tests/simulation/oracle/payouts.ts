import { countDays, type Day, isBankDay } from './calendar.ts';
import { unusedCashback } from './cashback.ts';
import { type Merchant, sumOf } from './facts.ts';
import { positionOf } from './position.ts';

/** When a credit balance is paid out to the merchant. */

/** The least that a merchant can ask for. */
const leastOnRequest = 100;

/** How many days of open banks after its funds came a debit of a business is safe. */
const daysToSafety = 2;

/** Returns the debits that have arrived and may still be sent back. */
function unsafe({ debits }: Merchant, today: Day): number {
  const arrived = debits.filter(({ state }) => state === 'settled');
  return sumOf(arrived.map(({ amount, availableOn }) => (availableOn !== null && countDays(availableOn, daysToSafety, isBankDay) <= today ? 0 : amount)));
}

/** Returns the credit beyond what is held on the card, which the holds will use, and what may be sent back. */
function creditOf(merchant: Merchant, today: Day): number {
  const { owed, outstanding } = positionOf(merchant);
  return -Math.max(owed, outstanding) - unsafe(merchant, today);
}

/** Returns what a merchant who asks for it is paid: all of it but cashback, while the account is closing however little, and cashback too. */
export function payoutOnRequest(merchant: Merchant, today: Day): number {
  if (!merchant.hasBank) return 0;
  const isClosing = merchant.closingSince !== null;
  const credit = creditOf(merchant, today) - (isClosing ? 0 : unusedCashback(merchant));
  return credit >= (isClosing ? 1 : leastOnRequest) ? credit : 0;
}

/** Returns what an account that is closing is paid by itself: once, and what comes back waits for staff. */
export function payoutAtClosing(merchant: Merchant, today: Day): number {
  const { closingSince, payouts, hasBank } = merchant;
  if (closingSince === null || !hasBank || payouts.some(({ at }) => at >= closingSince)) return 0;
  return Math.max(0, creditOf(merchant, today));
}
