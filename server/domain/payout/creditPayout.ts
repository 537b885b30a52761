import { addBusinessDays, dayMs, type IsHoliday, type IsoDate } from '../basics/dates.ts';
import { add, type Cents, larger, negate, noMoney, smaller, subtract } from '../basics/money.ts';

/** A credit balance, and when it is paid out to the merchant's bank account. */

/**
 * The number of banking days after which a repayment's available funds are final, by the holder of the debited account: the
 * bank can no longer send them back. A business's bank has two banking days from the settlement; a person has 60 days to say that a
 * debit was not authorized, which the provider counts as 61 banking days.
 */
export interface FinalAfter {
  readonly business: number;
  readonly personal: number;
}

/** A repayment that the bank has settled. */
interface SettledRepayment {
  readonly amount_cents: Cents;
  /** The day on which its funds became available; null while they are not. */
  readonly availableOn: IsoDate | null;
  readonly holderCategory: string | null;
}

interface FinalFacts {
  readonly today: IsoDate;
  readonly finalAfter: FinalAfter;
  readonly isBankHoliday: IsHoliday;
}

/** Repayments that lower what is owed and can still come back. */
interface NotFinal {
  readonly cents: Cents;
  /** The day on which all of them are final; null while none can be named, because the funds of one are not available yet. */
  readonly finalOn: IsoDate | null;
}

/** Returns what of the settled repayments can still come back, and until when. */
export function notFinal(settled: readonly SettledRepayment[], { today, finalAfter, isBankHoliday }: FinalFacts): NotFinal {
  const open = settled.flatMap(({ amount_cents, availableOn, holderCategory }) => {
    const days = holderCategory === 'business' ? finalAfter.business : finalAfter.personal;
    const finalOn = availableOn && addBusinessDays(availableOn, days, isBankHoliday);
    return finalOn !== null && finalOn <= today ? [] : [{ amount_cents, finalOn }];
  });
  const days = open.flatMap(({ finalOn }) => finalOn ?? []).toSorted();
  return { cents: add(noMoney, ...open.map((one) => one.amount_cents)), finalOn: days.length === open.length ? (days.at(-1) ?? null) : null };
}

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
