import { dayMs } from '../basics/dates.ts';
import { add, type Cents, larger, negate, noMoney, smaller, subtract } from '../basics/money.ts';

/** A credit balance, and when it is paid out to the merchant's bank account. */

interface CreditFacts {
  readonly balances: { readonly owed: Cents; readonly pending: Cents };
  /** Repayments that can still come back. */
  readonly notFinal: Cents;
  /** Cashback that has paid nothing yet. It is paid out only when the account closes. */
  readonly cashback: Cents;
}

/** A credit balance by what can be done with it. */
export interface CreditParts {
  /** The credit that can be paid out. */
  readonly payable: Cents;
  /** The credit that cannot be paid out yet: it may have to cover repayments that can still come back. */
  readonly notFinal: Cents;
  /** Cashback, which only lowers the next debt. */
  readonly cashback: Cents;
}

/**
 * Divides the credit of a merchant: what is owed to them beyond purchases that are held on the card, since these will use it. All
 * parts are 0 when there is none.
 */
export function creditParts({ balances: { owed, pending }, notFinal, cashback }: CreditFacts): CreditParts {
  const credit = larger(noMoney, negate(add(owed, larger(noMoney, pending))));
  const waiting = smaller(credit, notFinal);
  const kept = smaller(subtract(credit, waiting), cashback);
  return { payable: subtract(subtract(credit, waiting), kept), notFinal: waiting, cashback: kept };
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
