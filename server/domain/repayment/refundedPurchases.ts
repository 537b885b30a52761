import type { IsoDate } from '../basics/dates.ts';
import { type Cents, larger, noMoney, smaller, subtract } from '../basics/money.ts';
import { partsOfPurchase } from './purchaseTerms.ts';

/** A purchase that a refund may be of. */
export interface RefundablePurchase {
  readonly token: string;
  readonly amount_cents: Cents;
  /** What other refunds have given back of it. */
  readonly refunded_cents: Cents;
  readonly first_due_date: IsoDate;
  readonly instalments: number;
  readonly cashback_basis_points: number;
}

/** The part of a purchase that a refund gives back, of what is due on one day. */
export interface RefundedPart {
  readonly purchase_token: string;
  readonly due_date: IsoDate;
  readonly cashback_basis_points: number;
  /** Above 0. */
  readonly amount_cents: Cents;
}

/**
 * Returns what a refund gives back: of weekly parts the last ones first. The part of it beyond the cost of the purchases is left out.
 * @param purchases those that it may be of, the likeliest first: the newest at the same merchant with the same card, then the newest of all.
 */
export function refundedParts(amount: Cents, purchases: readonly RefundablePurchase[]): readonly RefundedPart[] {
  let left = amount;
  return purchases.flatMap(({ token: purchase_token, amount_cents, refunded_cents, cashback_basis_points, ...terms }) => {
    let before = refunded_cents;
    return partsOfPurchase(amount_cents, terms)
      .toReversed()
      .flatMap(({ due_date, amount_cents: due }): readonly RefundedPart[] => {
        const gone = smaller(before, due);
        before = subtract(before, gone);
        const part = smaller(left, larger(noMoney, subtract(due, gone)));
        left = subtract(left, part);
        return part === 0 ? [] : [{ purchase_token, due_date, cashback_basis_points, amount_cents: part }];
      });
  });
}
