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
 * first; then, since a merchant may name itself otherwise in a refund, of the newest of all. The part of a refund beyond their cost is left out.
 */
export function refundedPurchases(movements: readonly CardMovement[]): ReadonlyMap<string, readonly RefundedPart[]> {
  const all: Bought[] = [];
  const byMerchant = new Map<string, Bought[]>();
  const parts = new Map<string, readonly RefundedPart[]>();
  for (const movement of movements.toSorted(compareMovements)) {
    const merchant = JSON.stringify([movement.card_token, movement.merchant]);
    const same = byMerchant.get(merchant) ?? [];
    byMerchant.set(merchant, same);
    if (movement.amount_cents > 0) {
      const bought = { purchase: movement, kept: movement.amount_cents };
      all.push(bought);
      same.push(bought);
    } else {
      parts.set(movement.token, giveBack([same, all], negate(movement.amount_cents)));
    }
  }
  return parts;
}

/** A purchase, and what of it was not refunded. */
interface Bought {
  readonly purchase: CardMovement;
  kept: Cents;
}

/** Sorts movements by time, of one instant the purchases first. */
function compareMovements(one: CardMovement, other: CardMovement): number {
  return (
    one.created_at.getTime() - other.created_at.getTime() || Number(one.amount_cents < 0) - Number(other.amount_cents < 0) || (one.token < other.token ? -1 : 1)
  );
}

/** @param stacks where to look for purchases, one after the other; the newest is the last of each. */
function giveBack(stacks: readonly Bought[][], amount: Cents): readonly RefundedPart[] {
  let left = amount;
  const parts: RefundedPart[] = [];
  for (const stack of stacks) {
    for (let newest = stack.at(-1); newest !== undefined && left > 0; newest = stack.at(-1)) {
      const { purchase } = newest;
      const part = smaller(left, newest.kept);
      newest.kept = subtract(newest.kept, part);
      left = subtract(left, part);
      if (newest.kept === 0) stack.pop();
      if (part > 0) parts.push({ due_dates: dueDatesOf(purchase), cashback_basis_points: purchase.cashback_basis_points, amount_cents: part });
    }
  }
  return parts;
}

/** Returns the days on which a purchase is due, the last one first. */
const dueDatesOf = ({ first_due_date, instalments }: CardMovement): readonly IsoDate[] =>
  Array.from({ length: instalments }, (_, week) => addCalendarDays(first_due_date, 7 * (instalments - 1 - week)));
