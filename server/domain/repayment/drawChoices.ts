import { addBusinessDays, type IsHoliday, type IsoDate } from '../basics/dates.ts';
import { add, type Cents, noMoney } from '../basics/money.ts';
import type { DrawArrangement } from './drawArrangement.ts';
import type { DueDraw } from './upcomingDebits.ts';

/** The choices of a merchant about the draws of a day: move them, or pay from the other bank. */

export type DrawChoice = { readonly choice: 'move'; readonly to: IsoDate } | { readonly choice: 'other_bank'; readonly bank_link_id: string };

interface ChoiceFacts {
  readonly debit_date: IsoDate;
  /** The program's day. */
  readonly today: IsoDate;
  /** The most banking days by which the program lets a draw be moved. */
  readonly moveDays: number;
  readonly draws: readonly DueDraw[];
  readonly arrangements: readonly DrawArrangement[];
  readonly isBankHoliday: IsHoliday;
}

/**
 * Returns the banking days to which the draws of a day may be moved: up to as many after it as the program allows. None on the day
 * itself, when the debits are on their way, and none for what was arranged before: an amount is moved once.
 */
export function daysToMoveTo({ debit_date, today, moveDays, draws, arrangements, isBankHoliday }: ChoiceFacts): readonly IsoDate[] {
  const isArranged = draws.some((draw) => draw.retry_of !== null || arrangements.some(({ due_date }) => due_date === draw.due_date));
  if (debit_date <= today || draws.length === 0 || isArranged) return [];
  return Array.from({ length: moveDays }, (_, index) => addBusinessDays(debit_date, index + 1, isBankHoliday));
}

/** Returns the arrangements of a choice, one for each due date that is drawn on the day. */
export function arrangementsOf(choice: DrawChoice, { debit_date, draws }: Pick<ChoiceFacts, 'debit_date' | 'draws'>): readonly DrawArrangement[] {
  const chosen = choice.choice === 'move' ? { first_on: choice.to, bank_link_id: null } : { first_on: debit_date, bank_link_id: choice.bank_link_id };
  return draws.map(({ due_date }) => ({ due_date, ...chosen, first_cents: null, rest_on: null }));
}

/** Returns the sum of draws, in cents. */
export function sumOfDraws(draws: readonly DueDraw[]): Cents {
  return add(noMoney, ...draws.map(({ amount_cents }) => amount_cents));
}
