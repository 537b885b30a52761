import { seededRandom } from '../../sales/random.ts';
import type { Household } from './account.ts';
import { bankingDayFrom, bankingDaysAfter, type Day, daysAfter } from './bankingDays.ts';
import { householdCharacters } from './profiles.ts';

/** When a debit comes back, and with which return code. */
export interface ComesBack {
  code: string;
  on: Day;
}

interface SettledDebit {
  /** The day on which it settled. */
  day: Day;
  cents: number;
}

const returnBankingDays = 2;
const disputeDays = 60;
/** A weekend with a holiday beside it. */
const longestClosureDays = 3;

/** Codes by which a person has a debit returned as not authorized. */
const unauthorizedByPerson: ReadonlySet<string> = new Set(['R05', 'R07', 'R10', 'R11']);
/** Codes for which our own bank agreed to take the return, however late. */
const agreedLate: ReadonlySet<string> = new Set(['R06', 'R31']);

/** Returns when a debit that the balance did not cover comes back: one or two banking days later. */
export function shortComesBack(seed: string, { day, cents }: SettledDebit, code: 'R01' | 'R09'): ComesBack {
  return { code, on: bankingDaysAfter(day, seededRandom(`${seed}:short:${day}:${cents}`).whole(1, returnBankingDays)) };
}

/**
 * Returns how a debit that was paid is disputed later; undefined for most, and for all where the profile disputes none.
 * A business has two banking days, a person 60 days.
 */
export function disputeOf({ seed, profile }: Household, { day, cents }: SettledDebit, isBusiness: boolean): ComesBack | undefined {
  const random = seededRandom(`${seed}:dispute:${day}:${cents}`);
  if (!random.chance(householdCharacters[profile].disputes)) return undefined;
  if (isBusiness) return { code: 'R29', on: bankingDaysAfter(day, random.whole(1, returnBankingDays)) };
  return { code: random.pick(['R10', 'R07']), on: bankingDayFrom(daysAfter(day, random.whole(1, disputeDays - longestClosureDays))) };
}

/**
 * Returns the last day on which a settled debit may come back with a code, by the rules of Nacha: two banking days after it
 * settled; 60 days for a person's debit that was not authorized, of which there is none for a business. Null means that there
 * is no last day, undefined that the account cannot return it so.
 */
export function lastReturnDay(code: string, settledOn: Day, isBusiness: boolean): Day | null | undefined {
  if (agreedLate.has(code)) return null;
  if (unauthorizedByPerson.has(code)) return isBusiness ? undefined : daysAfter(settledOn, disputeDays);
  if (code === 'R29' && !isBusiness) return undefined;
  return bankingDaysAfter(settledOn, returnBankingDays);
}
