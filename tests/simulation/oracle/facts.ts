import type { Day } from './calendar.ts';

/** The oracle's facts of a merchant: what happened outside, and the debits that were ordered. All amounts are cents. */

export type Plan = 'net_terms' | 'fixed_pay';

/** The terms of a purchase; they are stored with it and hold whatever the merchant's become later. */
export interface Terms {
  plan: Plan;
  netTerms: number;
  netTermsType: 'calendar' | 'business';
  /** Hundredths of a percent. */
  cashbackRate: number;
}

/** A card transaction in its present state. A refund has amounts below zero. */
export interface Purchase {
  token: string;
  /** Instant in milliseconds. */
  madeAt: number;
  terms: Terms;
  /** The day it is due under terms that are not weekly. */
  due: Day;
  isCash: boolean;
  held: number;
  settled: number;
}

/** A row that staff entered: a credit, or below zero one that is taken back. */
export interface StaffRow {
  at: number;
  amount: number;
}

export type DebitState = 'underway' | 'settled' | 'failed' | 'abandoned';

/** Cashback that was credited, or below zero taken back. */
export interface CashbackEntry {
  at: number;
  due: Day;
  amount: number;
}

/** A credit that was paid to the merchant's bank, until it came back. */
export interface Payout {
  id: number;
  at: number;
  amount: number;
  returnedAt: number | null;
}

/** One presentment of a debit. */
export interface Debit {
  id: number;
  kind: 'scheduled' | 'pay_now';
  due: Day;
  plannedFor: Day;
  /** When it was ordered, in milliseconds. */
  at: number;
  failedOn: Day | null;
  failedAt: number | null;
  amount: number;
  state: DebitState;
  /** Its money had arrived; it may have come back since. */
  hadSettled: boolean;
  /** The day on which its funds could be used; null before. */
  availableOn: Day | null;
  /** It was sent back, and not refused before it went out. */
  wasReturned: boolean;
  /** The return code; null for a refusal without one. */
  code: string | null;
  /** When it failed, what was still owed of it, what had been credited until then, and the cashback until it was ordered; null while it has not failed. */
  failure: { day: Day; at: number; open: number; credits: number; cashback: number } | null;
  /** The debit that this one presents again. */
  presentsAgain: number | null;
}

export interface Merchant {
  /** Grows with each change, so that nothing is computed twice. */
  changes: number;
  terms: Terms;
  /** Spending power while nothing holds the account. */
  power: number;
  isLocked: boolean;
  isFraud: boolean;
  hasBank: boolean;
  mayBeDebited: boolean;
  purchases: Map<string, Purchase>;
  rows: StaffRow[];
  cashback: CashbackEntry[];
  payouts: Payout[];
  /** When staff began to close the account. */
  closingSince: number | null;
  /** The day on which staff unlocked the account last. */
  unlockedOn: Day | null;
  debits: Debit[];
}

/** Returns a merchant to whom nothing has happened. */
export const newMerchant = (terms: Terms, power: number): Merchant => ({
  changes: 0,
  terms,
  power,
  isLocked: false,
  isFraud: false,
  hasBank: true,
  mayBeDebited: true,
  purchases: new Map(),
  rows: [],
  cashback: [],
  payouts: [],
  closingSince: null,
  unlockedOn: null,
  debits: [],
});

export const sumOf = (amounts: Iterable<number>): number => {
  let total = 0;
  for (const amount of amounts) total += amount;
  return total;
};
