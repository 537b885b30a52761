import { addBusinessDays, type IsHoliday, type IsoDate } from '../basics/dates.ts';
import { add, type Cents, cents, larger, noMoney, share, subtract } from '../basics/money.ts';
import type { DrawArrangement } from './drawArrangement.ts';
import type { DueDraw } from './upcomingDebits.ts';

/**
 * Draws that a bank account can bear. A debit that comes back costs the merchant a fee and the account its standing, so of a day's
 * draws only what is safe is made, and the rest on the next banking day, whole.
 */

/** The share of a balance that is left for other debits until ours has settled, in basis points. */
const cushionBasisPoints = 1_000;

/** The least that is drawn as a part of an amount: $10. */
const leastPart = cents(1_000);

/** How many banking days a retry waits for the money, counted from the first day on which it may be made: it is the last one. */
const retryPatience = 5;

/** A score of the bank’s provider from which a debit is likely to come back, of 1 to 99. */
const riskyScore = 60;

/**
 * Returns how much may be drawn from an account, in cents: its balance less our debits that it does not know of yet, and less a
 * tenth for what else is debited meanwhile.
 */
export function safeAmount(available: Cents, unposted: Cents): Cents {
  const free = larger(noMoney, subtract(available, unposted));
  return subtract(free, share(free, cushionBasisPoints));
}

interface RiskFacts {
  readonly amount_cents: Cents;
  readonly safe_cents: Cents | null;
  /** The provider's highest score of the draws; null where it gave none. */
  readonly score: number | null;
}

/** Tells whether a debit looks short: more than is safe, or likely to come back by the provider’s score. */
export function looksShort({ amount_cents, safe_cents, score }: RiskFacts): boolean {
  return (safe_cents !== null && amount_cents > safe_cents) || (score !== null && score >= riskyScore);
}

/** The other bank that may be debited where the usual one is short. */
export interface OtherBank {
  readonly bank_link_id: string;
  readonly safe_cents: Cents;
}

interface SafetyFacts {
  readonly day: IsoDate;
  readonly safe_cents: Cents;
  readonly otherBank: OtherBank | null;
  readonly isBankHoliday: IsHoliday;
}

export interface SafeDraws {
  readonly draws: readonly DueDraw[];
  /** What is put off to the next banking day. */
  readonly arrangements: readonly DrawArrangement[];
}

/**
 * Returns of a day's draws those that are safe, and the arrangements for the rest. What does not fit is drawn from the other bank
 * where that can bear it whole; else a part of it is drawn, and the rest on the next banking day. What was
 * put off before is not put off again, so that an amount is at most two parts. A retry waits whole, for some banking days.
 */
export function safeDraws(draws: readonly DueDraw[], facts: SafetyFacts): SafeDraws {
  const { day, isBankHoliday } = facts;
  let left = facts.safe_cents;
  let leftAtOther = facts.otherBank?.safe_cents ?? noMoney;
  const putOff: DrawArrangement[] = [];
  const rest_on = addBusinessDays(day, 1, isBankHoliday);
  const safe = draws.flatMap((draw): readonly DueDraw[] => {
    const { due_date, amount_cents, retry_from } = draw;
    if (draw.bank_link_id !== null) return [draw];
    if (amount_cents <= left) {
      left = subtract(left, amount_cents);
      return [draw];
    }
    if (facts.otherBank !== null && amount_cents <= leftAtOther) {
      leftAtOther = subtract(leftAtOther, amount_cents);
      return [{ ...draw, bank_link_id: facts.otherBank.bank_link_id }];
    }
    if (retry_from !== null) return day < addBusinessDays(retry_from, retryPatience, isBankHoliday) ? [] : [draw];
    if (draw.part === 2) return [draw];
    const part = left >= leastPart ? left : noMoney;
    left = noMoney;
    putOff.push({ due_date, first_on: day, first_cents: part, rest_on, bank_link_id: null });
    return part > 0 ? [{ ...draw, amount_cents: part }] : [];
  });
  return { draws: safe, arrangements: putOff };
}

/** Returns the sum that draws take from the usual bank. */
export function sumFromUsualBank(draws: readonly DueDraw[]): Cents {
  return add(noMoney, ...draws.filter(({ bank_link_id }) => bank_link_id === null).map(({ amount_cents }) => amount_cents));
}
