import { addBusinessDays, dayMs, type IsHoliday, type IsoDate, utcDate } from '../basics/dates.ts';
import { currencyInWords } from '../basics/foreignMoney.ts';
import { type Cents, subtract } from '../basics/money.ts';
import { doneSaleStatuses, isCredit, isInDollars, type StoreTransaction, salesHistory, salesWindowDays } from '../store/sales.ts';
import { limitApartFromSales, type SpendingPowerInputs, salesPower } from './spendingPower.ts';

/** The spending power that one order of a store adds, by the same rule as for all orders, and the day its payout arrives. */

/** A movement of an order; its currency is left out for US dollars. */
type OrderMovement = StoreTransaction & { readonly currency?: string };

/** The reasons why an order adds nothing at present. */
export type OrderReason = 'not_paid' | 'payment_failed' | 'too_old' | 'returned' | 'not_by_sales' | 'other_currency' | 'credit';

export type OrderSpendingPower =
  | { readonly counts: true; readonly adds_cents: Cents }
  /** `text` is for the merchant. */
  | { readonly counts: false; readonly reason: OrderReason; readonly text: string };

/**
 * Returns an order's share of spending power: its sales minus returns, as a month's average, at the rates of the newest
 * run of the rule. The shares of all orders sum to the amount from sales; nothing is rounded to whole dollars here.
 * @param order all movements of the order, whenever they were.
 * @param inputs of the newest run.
 */
export function orderSpendingPower(order: readonly OrderMovement[], inputs: SpendingPowerInputs, now: Date): OrderSpendingPower {
  const foreign = order.find((movement) => !isInDollars(movement))?.currency;
  if (foreign !== undefined) return doesNotCount('other_currency', currencyInWords(foreign));
  const { gross_sales_cents: gross, returned_cents: returned } = salesHistory(order, now);
  if (gross === 0) return doesNotCount(reasonWithoutSale(order, now));
  if (returned >= gross) return doesNotCount('returned');
  const limit = limitApartFromSales(inputs);
  if (limit !== null) return doesNotCount('not_by_sales', limit);
  return { counts: true, adds_cents: salesPower(subtract(gross, returned), inputs) };
}

function reasonWithoutSale(order: readonly StoreTransaction[], now: Date): OrderReason {
  const isDone = ({ status }: StoreTransaction) => doneSaleStatuses.has(status);
  const isOld = ({ created_at }: StoreTransaction) => now.getTime() - created_at.getTime() >= salesWindowDays * dayMs;
  if (order.some((movement) => movement.type === 'sale' && isDone(movement) && isOld(movement))) return 'too_old';
  if (order.some((movement) => isCredit(movement) && isDone(movement))) return 'credit';
  return order.every(({ status }) => status === 'failure') ? 'payment_failed' : 'not_paid';
}

function doesNotCount(reason: OrderReason, detail = ''): OrderSpendingPower {
  return { counts: false, reason, text: texts[reason](detail) };
}

const texts: Readonly<Record<OrderReason, (detail: string) => string>> = {
  not_paid: () => 'This order has not been paid yet. It counts as soon as its payment is captured.',
  payment_failed: () => 'The payment of this order did not go through.',
  too_old: () => `This order was paid more than ${salesWindowDays} days ago. Spending power follows the sales of the last ${salesWindowDays} days.`,
  returned: () => 'What was paid for this order has gone back to the buyer.',
  other_currency: (currency) => `This order is in ${currency}. Only sales in US dollars count toward your limit.`,
  credit: () => 'This order was paid with a gift card or store credit: money that counted when it came in.',
  not_by_sales: (limit) => `Your spending power does not follow your sales at present: ${limit}.`,
};

/** How many banking days after a payment the platform's own card processing pays out. */
const payoutAfterDays = 2;
const ownProcessing = 'shopify_payments';

/** Returns the expected payout day of an order's last sale; null without a sale paid by the platform's own card processing. */
export function expectedPayout(order: readonly (StoreTransaction & { readonly gateway: string | null })[], isBankHoliday: IsHoliday): IsoDate | null {
  const paid = order.filter(({ type, status, gateway }) => type === 'sale' && status === 'success' && gateway === ownProcessing);
  const last = paid.toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime()).at(-1);
  return last ? addBusinessDays(utcDate(last.created_at), payoutAfterDays, isBankHoliday) : null;
}
