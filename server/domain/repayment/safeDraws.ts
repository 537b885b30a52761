import { addBusinessDays, type IsHoliday, type IsoDate } from '../basics/dates.ts';
import { add, type Cents, fraction, larger, noMoney, subtract } from '../basics/money.ts';
import type { DrawArrangement } from './drawArrangement.ts';
import type { DueDraw } from './upcomingDebits.ts';

/**
 * Draws that a bank account can bear. A debit that comes back costs the merchant a fee and the account its standing, so of a day's
 * draws only what is safe is made, and the rest from the next banking day on, whole, once the account can bear it.
 */

/** Over how many days a store's sales are averaged: four weeks. */
export const averagedDays = 28;

/** A score of the bank’s provider from which a debit is likely to come back, of 1 to 99. */
const riskyScore = 60;

interface BalanceFacts {
  readonly available: Cents;
  /** Our debits that the bank does not know of yet. */
  readonly unposted: Cents;
  /** What is left for other debits until ours has settled. */
  readonly cushion: Cents;
}

/** Returns how much may be drawn from an account, in cents: its balance less our own debits, and less the cushion. */
export function safeAmount({ available, unposted, cushion }: BalanceFacts): Cents {
  return larger(noMoney, subtract(available, add(unposted, cushion)));
}

/**
 * Returns the cushion of an account, in cents: what the store sells in some days. Rent, payroll and suppliers follow from sales, and may
 * be debited between our look and our debit.
 * @param sold the sales of the last `averagedDays`.
 */
export function salesCushion(sold: Cents, days: number): Cents {
  return fraction(sold, days, averagedDays);
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
  /** Whether a debit came back whose amount is still owed. */
  readonly hasUnpaidDraw: boolean;
  /** How many banking days a rest waits for the money, by the program. */
  readonly restWaitsDays: number;
  readonly isBankHoliday: IsHoliday;
}

export interface SafeDraws {
  readonly draws: readonly DueDraw[];
  /** The arrangements for what is put off to the next banking day. */
  readonly arrangements: readonly DrawArrangement[];
}

/**
 * Returns of a day's draws those that are safe, and the arrangements for the rest. The rest is drawn from the other bank
 * where that can bear it whole; else a part of it is drawn, and the rest from the next banking day on, so that an amount is at most two
 * parts. That rest waits whole, for some banking days; then it is drawn all the same, because a bank may be wrong about a balance. It is
 * not wrong twice: what came back waits until the money is there, and with it the rest of other amounts.
 */
export function safeDraws(draws: readonly DueDraw[], facts: SafetyFacts): SafeDraws {
  const { day, restWaitsDays, isBankHoliday } = facts;
  let { hasUnpaidDraw } = facts;
  let left = facts.safe_cents;
  let leftAtOther = facts.otherBank?.safe_cents ?? noMoney;
  const putOff: DrawArrangement[] = [];
  const nextDay = addBusinessDays(day, 1, isBankHoliday);
  const safe = draws.flatMap((draw): readonly DueDraw[] => {
    const { due_date, amount_cents, retry_of, waits_from } = draw;
    if (draw.bank_link_id !== null) return [draw];
    if (amount_cents <= left) {
      left = subtract(left, amount_cents);
      return [draw];
    }
    if (facts.otherBank !== null && amount_cents <= leftAtOther) {
      leftAtOther = subtract(leftAtOther, amount_cents);
      return [{ ...draw, bank_link_id: facts.otherBank.bank_link_id }];
    }
    if (waits_from !== null) {
      if (retry_of !== null || hasUnpaidDraw || day < addBusinessDays(waits_from, restWaitsDays, isBankHoliday)) return [];
      hasUnpaidDraw = true;
      return [draw];
    }
    const part = left;
    left = noMoney;
    putOff.push({ due_date, first_on: day, first_cents: part, rest_on: nextDay, bank_link_id: null });
    return part > 0 ? [{ ...draw, amount_cents: part }] : [];
  });
  return { draws: safe, arrangements: putOff };
}

export const waits = ['some_days', 'for_money'] as const;
export type Wait = (typeof waits)[number];

/** Returns how draws wait that are short on their day and are not drawn in part: for some banking days, or until the money is there. Null where some are. */
export function waitOf(draws: readonly DueDraw[]): Wait | null {
  if (draws.some(({ waits_from }) => waits_from === null)) return null;
  return draws.every(({ retry_of }) => retry_of !== null) ? 'for_money' : 'some_days';
}

/** Returns the draws from the usual bank: those from the other one are no burden on it. */
export function fromUsualBank(draws: readonly DueDraw[]): readonly DueDraw[] {
  return draws.filter(({ bank_link_id }) => bank_link_id === null);
}
