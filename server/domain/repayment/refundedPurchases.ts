import { addCalendarDays, type IsoDate } from '../basics/dates.ts';
import { type Cents, negate, smaller, subtract } from '../basics/money.ts';
import type { RefundedPart } from './cashback.ts';

/** A purchase, or below 0 a refund, at a merchant with a card. */
export interface CardMovement {
  readonly token: string;
  readonly card_token: string;
  readonly merchant: string;
  readonly amount_cents: Cents;
  readonly created_at: Date;
  readonly first_due_date: IsoDate;
  readonly instalments: number;
  readonly cashback_basis_points: number;
}

/**
 * Returns what each refund gives back, by its token: of the purchases made before it at the same merchant with the same card, the newest
 * first. What it has more than these cost is missing.
 */
export function refundedPurchases(movements: readonly CardMovement[]): ReadonlyMap<string, readonly RefundedPart[]> {
  const parts = new Map<string, readonly RefundedPart[]>();
  for (const same of Map.groupBy(movements, ({ card_token, merchant }) => JSON.stringify([card_token, merchant])).values()) {
    const bought: { readonly purchase: CardMovement; kept: Cents }[] = [];
    for (const movement of same.toSorted(compareMovements)) {
      if (movement.amount_cents > 0) bought.push({ purchase: movement, kept: movement.amount_cents });
      else parts.set(movement.token, giveBack(bought, negate(movement.amount_cents)));
    }
  }
  return parts;
}

/** Sorts movements by time, of one instant the purchases first. */
function compareMovements(one: CardMovement, other: CardMovement): number {
  return (
    one.created_at.getTime() - other.created_at.getTime() || Number(one.amount_cents < 0) - Number(other.amount_cents < 0) || (one.token < other.token ? -1 : 1)
  );
}

function giveBack(bought: { readonly purchase: CardMovement; kept: Cents }[], amount: Cents): readonly RefundedPart[] {
  let left = amount;
  const parts: RefundedPart[] = [];
  while (left > 0) {
    const newest = bought.at(-1);
    if (newest === undefined) break;
    const { purchase } = newest;
    const part = smaller(left, newest.kept);
    newest.kept = subtract(newest.kept, part);
    left = subtract(left, part);
    if (newest.kept === 0) bought.pop();
    parts.push({ due_dates: dueDatesOf(purchase), cashback_basis_points: purchase.cashback_basis_points, amount_cents: part });
  }
  return parts;
}

/** Returns the days on which a purchase is due, the last one first. */
const dueDatesOf = ({ first_due_date, instalments }: CardMovement): readonly IsoDate[] =>
  Array.from({ length: instalments }, (_, week) => addCalendarDays(first_due_date, 7 * (instalments - 1 - week)));
