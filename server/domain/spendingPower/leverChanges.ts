import { add, type Cents, fraction, share, smaller, subtract } from '../basics/money.ts';
import { averagedDays, monthDays, type SalesHistory, salesWindowDays } from '../store/sales.ts';
import type { BlockFacts } from './blocks.ts';
import { type LeverFacts, type SettledPayment, spendable } from './leverFacts.ts';
import type { SpendableAfter } from './spendableWords.ts';
import { concentratedAbove, ordinaryDilution, type SpendingPowerReceiver } from './spendingPower.ts';

/** The facts that would follow each lever. The rule is then run on them: no effect is worked out in another way. */

const withSales = (facts: LeverFacts, change: Partial<SalesHistory>): LeverFacts => ({ ...facts, sales: { ...facts.sales, ...change } });
const withReceiver = (facts: LeverFacts, change: Partial<SpendingPowerReceiver>): LeverFacts => ({ ...facts, receiver: { ...facts.receiver, ...change } });

/** Returns the facts with refunds and chargebacks at the share that lowers no rate, where they are above it. */
export function withOrdinaryReturns(facts: LeverFacts): LeverFacts {
  const { gross_sales_cents, returned_cents } = facts.sales;
  return withSales(facts, { returned_cents: smaller(returned_cents, share(gross_sales_cents, ordinaryDilution)) });
}

/** Returns the facts with the same sales, none of whose months is above the share that counts as too much of them. */
export function withEvenSales(facts: LeverFacts): LeverFacts {
  const { gross_sales_cents, largest_month_cents } = facts.sales;
  return withSales(facts, { largest_month_cents: smaller(largest_month_cents, share(gross_sales_cents, concentratedAbove)) });
}

/** Returns the facts with all of the store's data read just now. */
export const withFreshData = (facts: LeverFacts): LeverFacts => ({ ...facts, feedFreshAt: facts.now });

/** Returns the facts with more sales in each of the months that are averaged. */
export function withMoreSales(facts: LeverFacts, monthly: Cents): LeverFacts {
  const { gross_sales_cents, largest_month_cents } = facts.sales;
  return withSales(facts, {
    gross_sales_cents: add(gross_sales_cents, fraction(monthly, averagedDays(facts.sales), monthDays)),
    largest_month_cents: add(largest_month_cents, monthly),
  });
}

/**
 * Returns the facts with one more store that has sold the same amount in each month of the 90 days. Where the present store shows
 * fewer days, no more than those are averaged, as the rule has it.
 */
export function withFurtherStore(facts: LeverFacts, monthly: Cents): LeverFacts {
  const days = facts.sales.shown_days === null ? salesWindowDays : facts.sales.history_days;
  return { ...withMoreSales(withSales(facts, { history_days: days }), monthly), feedFreshAt: facts.feedFreshAt ?? facts.now };
}

/** Returns the facts once a payment has arrived, and is final. */
export function withPayment(facts: LeverFacts, { outstanding, blocks }: SettledPayment): LeverFacts {
  return { ...withReceiver(facts, blocks), outstanding };
}

/** Returns what can be spent once a payment has arrived, and once it is final. */
export function spendableAfter(facts: LeverFacts, payment: SettledPayment): SpendableAfter {
  const { amount_cents, settles_on, final_on } = payment;
  const final = withPayment(facts, payment);
  const settled = { ...final, trust: { ...final.trust, notFinal: add(final.trust.notFinal, amount_cents) } };
  const [now, then, later] = [spendable(facts).available_cents, spendable(settled).available_cents, spendable(final).available_cents];
  return { frees_cents: subtract(then, now), available_after_cents: then, frees_later_cents: subtract(later, then), settles_on, final_on };
}

/** Returns the facts without one of the account's blocks. */
export const withoutBlock = (facts: LeverFacts, block: keyof BlockFacts): LeverFacts => withReceiver(facts, { [block]: false });

/** Returns the facts once the minimum and the maximum that staff set have ended: both end together. */
export const withoutBounds = (facts: LeverFacts): LeverFacts => withReceiver(facts, { spending_power_override_min: null, spending_power_override_max: null });

/** Returns the facts without the limit that staff set in place of the rule's. */
export const withoutOverride = (facts: LeverFacts): LeverFacts => withReceiver(facts, { override_spend_limit: null });

/** Sales that a merchant imagines. */
interface ImaginedSales {
  /** The sales of each month; null for the store's own. */
  readonly monthly_cents: Cents | null;
  /** The share of it that comes back, in basis points; null for the store's own. */
  readonly returned_basis_points: number | null;
  /** The sales of a second store in each month. */
  readonly second_store_cents: Cents;
}

/** Returns the facts with imagined sales in place of the store's own; all else stays as it is, and everything where nothing else is imagined. */
export function withImaginedSales(facts: LeverFacts, { monthly_cents, returned_basis_points, second_store_cents }: ImaginedSales): LeverFacts {
  const own = monthly_cents === null ? facts : withSameMonths(facts, monthly_cents);
  const sold = second_store_cents === 0 ? own : withFurtherStore(own, second_store_cents);
  const { gross_sales_cents } = sold.sales;
  const returned = returned_basis_points === null ? sameShare(facts.sales, gross_sales_cents) : share(gross_sales_cents, returned_basis_points);
  return withSales(sold, { returned_cents: returned });
}

/** Returns the facts with 90 days of the same sales each month in place of the store's own. */
function withSameMonths(facts: LeverFacts, monthly: Cents): LeverFacts {
  const gross_sales_cents = fraction(monthly, salesWindowDays, monthDays);
  return withSales(facts, { gross_sales_cents, largest_month_cents: monthly, history_days: salesWindowDays, shown_days: null });
}

/** Returns what comes back of other sales when it is the same part of them as of the present ones. */
function sameShare({ gross_sales_cents, returned_cents }: SalesHistory, gross: Cents): Cents {
  return gross_sales_cents === 0 ? returned_cents : fraction(returned_cents, gross, gross_sales_cents);
}
