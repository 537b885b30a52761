import type { Merchant } from './facts.ts';
import { positionOf } from './position.ts';

/** When a credit balance is paid out to the merchant. */

/** The least that a merchant can ask for. */
const leastOnRequest = 100;

/** Returns the credit beyond what is held on the card; the holds will use the rest. */
function creditOf(merchant: Merchant): number {
  const { owed, outstanding } = positionOf(merchant);
  return Math.max(0, -Math.max(owed, outstanding));
}

/** Returns what a merchant who asks for it is paid: all of it, while the account is closing however little. */
export function payoutOnRequest(merchant: Merchant): number {
  const credit = creditOf(merchant);
  return merchant.hasBank && (merchant.closingSince !== null || credit >= leastOnRequest) ? credit : 0;
}

/** Returns what an account that is closing is paid by itself: once, and what comes back waits for staff. */
export function payoutAtClosing(merchant: Merchant): number {
  const { closingSince, payouts, hasBank } = merchant;
  if (closingSince === null || !hasBank || payouts.some(({ at }) => at >= closingSince)) return 0;
  return creditOf(merchant);
}
