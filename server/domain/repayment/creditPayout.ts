import { dayMs } from '../basics/dates.ts';
import { add, type Cents, larger, negate, noMoney } from '../basics/money.ts';

/** A credit balance, and when it is paid out to the merchant's bank account. */

/**
 * Returns the credit that can be paid out: what is owed to the merchant beyond purchases that are held on the card, since these
 * will use it. 0 when there is none.
 */
export function payableCredit({ owed, pending }: { readonly owed: Cents; readonly pending: Cents }): Cents {
  return larger(noMoney, negate(add(owed, larger(noMoney, pending))));
}

/** Tells whether a merchant may ask for their credit: from the program's sum on; when the account is closing, any of it. */
export function mayBePaidOut(credit: Cents, { least, isClosing }: { readonly least: Cents; readonly isClosing: boolean }): boolean {
  return credit > 0 && (isClosing || credit >= least);
}

const daysUntilUnclaimed = 60;

/** Returns the instant since which a credit must not have changed to count as unclaimed. */
export function unclaimedSince(now: Date): Date {
  return new Date(now.getTime() - daysUntilUnclaimed * dayMs);
}
