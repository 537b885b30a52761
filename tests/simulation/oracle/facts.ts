import { countDays, type Day, isBusinessDay, utcDay, weekdayOf } from './calendar.ts';

/** The oracle's facts of a merchant: what happened outside, the debits that were ordered, and what was paid with what. All amounts are cents. */

export type Plan = 'net_terms' | 'fixed_pay';

/** The terms of a purchase; they are stored with it and hold whatever the merchant's become later. */
export interface Terms {
  plan: Plan;
  netTerms: number;
  netTermsType: 'calendar' | 'business';
  /** Hundredths of a percent. */
  cashbackRate: number;
}

/** A card transaction in its present state. A refund has amounts below zero, and counts when it has settled. */
export interface Purchase {
  token: string;
  shop: string;
  /** Instant in milliseconds. */
  madeAt: number;
  terms: Terms;
  /** The first day on which it is due. */
  due: Day;
  isCash: boolean;
  held: number;
  settled: number;
}

/** A row that staff entered: a credit, or below zero one that is taken back. */
export interface StaffRow {
  on: Day;
  amount: number;
}

/** A credit that was paid to the merchant's bank. */
export interface Payout {
  on: Day;
  at: number;
  amount: number;
  isReturned: boolean;
}

/** What a debit is made for. */
export interface Order {
  kind: 'scheduled' | 'pay_now';
  /** Its due date; of a payment that the merchant started, the day it was asked for. */
  due: Day;
  amount: number;
  /** The due date that the merchant chose to pay first. */
  chosen: Day | null;
  /** The failed debit whose amount it collects. */
  collects: number | null;
  /** It presents that debit again, and is no new one of what is left of it. */
  isRetry: boolean;
}

export interface Debit extends Order {
  /** Its place among the merchant's debits, from 1 on. */
  id: number;
  plannedFor: Day;
  /** What it pays by the debit day of a due date is paid in time if this day is not later. */
  countsOn: Day;
  /** The number of the merchant's bank account, and whether that is a person's. */
  bank: number;
  isPersonal: boolean;
  state: 'underway' | 'settled' | 'failed' | 'abandoned';
  settledAt: number | null;
  failedAt: number | null;
  /** The return code; null for a refusal without one. */
  code: string | null;
  /** The day on which its funds could be used, and the last on which the bank says that it may come back; null before. */
  availableOn: Day | null;
  returnableUntil: Day | null;
}

/** Something that pays dues. What no due takes of its amount is credit. */
export interface Entry {
  kind: 'repayment' | 'refund' | 'row' | 'cashback';
  /** The debit, the token of the refund, the place of the row, or the due date. */
  of: number | string;
  amount: number;
  credit: number;
}

/** What a refund gives back of a purchase that is due on a day. */
export interface GivenBack {
  purchase: string;
  due: Day;
  rate: number;
  cents: number;
}

/** What an entry has paid of the dues of a day with a rate. */
export interface Part {
  entry: Entry;
  due: Day;
  rate: number;
  cents: number;
  isInTime: boolean;
  /** The failed debit to whose amount that belongs. */
  failed: number | null;
}

/** The part of a due that is the amount of a failed debit. */
export interface Claim {
  failed: number;
  due: Day;
  rate: number;
  cents: number;
}

export interface Merchant {
  terms: Terms;
  /** Spending power while nothing holds the account. */
  power: number;
  isLocked: boolean;
  isFraud: boolean;
  hasBank: boolean;
  mayBeDebited: boolean;
  /** Number of the bank account linked last, whether it is a person's, and the day from which debits of it are authorized. */
  bank: number;
  isPersonal: boolean;
  authorizedOn: Day;
  purchases: Map<string, Purchase>;
  rows: StaffRow[];
  payouts: Payout[];
  /** When staff began to close the account. */
  closingSince: number | null;
  /** The day on which staff unlocked the account last. */
  unlockedOn: Day | null;
  debits: Debit[];
  /** In the order in which they were booked. */
  entries: Entry[];
  parts: Part[];
  claims: Claim[];
  /** By the token of the refund. */
  givenBack: Map<string, GivenBack[]>;
  /** The day on which a part of the amount of each failed debit was paid last, whatever became of that. */
  lastPaid: Map<number, Day>;
}

/** Returns a merchant to whom nothing has happened. */
export const newMerchant = (terms: Terms, power: number): Merchant => ({
  terms,
  power,
  isLocked: false,
  isFraud: false,
  hasBank: true,
  mayBeDebited: true,
  bank: 1,
  isPersonal: false,
  authorizedOn: Number.NEGATIVE_INFINITY,
  purchases: new Map(),
  rows: [],
  payouts: [],
  closingSince: null,
  unlockedOn: null,
  debits: [],
  entries: [],
  parts: [],
  claims: [],
  givenBack: new Map(),
  lastPaid: new Map(),
});

export const sumOf = (amounts: Iterable<number>): number => {
  let total = 0;
  for (const amount of amounts) total += amount;
  return total;
};

export const underwayOf = ({ debits }: Pick<Merchant, 'debits'>): Debit[] => debits.filter(({ state }) => state === 'underway');

const wednesday = 3;

/** Returns the first day on which something bought on a day is due: under weekly terms the first Wednesday after it. */
export function firstDue(madeOn: Day, { plan, netTerms, netTermsType }: Terms): Day {
  if (plan === 'fixed_pay') return madeOn + (((wednesday - weekdayOf(madeOn) + 6) % 7) + 1);
  return netTermsType === 'calendar' ? madeOn + netTerms : countDays(madeOn, netTerms, isBusinessDay);
}

export const madeOn = ({ madeAt }: Pick<Purchase, 'madeAt'>): Day => utcDay(madeAt);
