import { addBusinessDays, type IsHoliday, type IsoDate } from '../basics/dates.ts';
import { add, type Cents, larger, noMoney, share, smaller, subtract } from '../basics/money.ts';
import type { DrawArrangement } from './drawArrangement.ts';
import type { DueDraw } from './upcomingDebits.ts';

/** The choices of a merchant about the draws of a day: move them, split them in two, or pay from the other bank. */

export type DrawChoice =
  | { readonly choice: 'move'; readonly to: IsoDate }
  | { readonly choice: 'split'; readonly to: IsoDate }
  | { readonly choice: 'other_bank'; readonly bank_link_id: string };

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
 * Returns the banking days to which the draws of a day may be moved, or the rest of them be put off: up to as many after it as the program
 * allows. None on the day itself, when the debits are on their way, and none for what was arranged before: an amount is moved once.
 */
export function daysToMoveTo({ debit_date, today, moveDays, draws, arrangements, isBankHoliday }: ChoiceFacts): readonly IsoDate[] {
  const isArranged = draws.some((draw) => draw.retry_of !== null || arrangements.some(({ due_date }) => due_date === draw.due_date));
  if (debit_date <= today || draws.length === 0 || isArranged) return [];
  return Array.from({ length: moveDays }, (_, index) => addBusinessDays(debit_date, index + 1, isBankHoliday));
}

/** Returns how much of draws is drawn first when they are split in two: what is safe, or half where that is nothing, all or unknown. */
export function firstPart(total: Cents, safe: Cents | null): Cents {
  return safe !== null && safe > 0 && safe < total ? safe : share(total, 5_000);
}

/**
 * Returns the arrangements of a choice, one for each due date that is drawn on the day. Of draws that are split the oldest due comes
 * first, until the first part is used up.
 */
export function arrangementsOf(
  choice: DrawChoice,
  { debit_date, draws, first_cents }: Pick<ChoiceFacts, 'debit_date' | 'draws'> & { readonly first_cents: Cents },
): readonly DrawArrangement[] {
  if (choice.choice === 'other_bank')
    return draws.map(({ due_date }) => ({ due_date, first_on: debit_date, first_cents: null, rest_on: null, bank_link_id: choice.bank_link_id }));
  if (choice.choice === 'move') return draws.map(({ due_date }) => ({ due_date, first_on: choice.to, first_cents: null, rest_on: null, bank_link_id: null }));
  let left = first_cents;
  return draws.flatMap(({ due_date, amount_cents }) => {
    const first = larger(noMoney, smaller(left, amount_cents));
    left = subtract(left, first);
    if (first === amount_cents) return [];
    return [{ due_date, first_on: debit_date, first_cents: first, rest_on: choice.to, bank_link_id: null }];
  });
}

/** Returns the sum of draws, in cents. */
export function sumOfDraws(draws: readonly DueDraw[]): Cents {
  return add(noMoney, ...draws.map(({ amount_cents }) => amount_cents));
}
