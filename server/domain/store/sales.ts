import { dayMs } from '../basics/dates.ts';
import { type Cents, cents } from '../basics/money.ts';

/** The recent sales of a merchant's store, on which spending power is based. */

/**
 * The currency of the card and of every limit. A sale or refund in any other has no part in any sum: no rate is ours to choose. The
 * database's trigger `keep_sales_day` holds the same.
 */
export const countedCurrency = 'USD';

/** A movement in the store, in US dollars. The amount has no sign; the type says which way the money went. */
export interface StoreTransaction {
  readonly type: string;
  readonly status: string;
  readonly amount_cents: Cents;
  readonly order_id: string | null;
  readonly created_at: Date;
}

export interface SalesHistory {
  /** Captured sales of the last 90 days. */
  readonly gross_sales_cents: Cents;
  /** Refunds and chargebacks of the last 90 days. */
  readonly returned_cents: Cents;
  /** Captured sales of the strongest of the three 30-day months in them. */
  readonly largest_month_cents: Cents;
  /** Days since the first sale, 0 to 90, a begun day counted whole. Where older orders are hidden from us, the whole days that are shown. */
  readonly history_days: number;
  /** The days of orders that the store's platform shows, 0 to 90, where it hides those before; null where it shows all. */
  readonly shown_days: number | null;
}

export const salesWindowDays = 90;
export const monthDays = 30;

/** Returns the days of sales over which a month is averaged: those that there are, at least a month's. */
export function averagedDays({ history_days }: Pick<SalesHistory, 'history_days'>): number {
  return Math.min(salesWindowDays, Math.max(monthDays, history_days));
}

/**
 * Adds up the sales of the 90 days before `now`. Failed, pending and canceled transactions are no sales. A sale that
 * the store itself marks as refunded counts as sold and returned; the refund it may list beside it is not counted again,
 * unless the sale is older than 90 days and so not counted itself.
 *
 * A platform may hide older orders from us. How long the store has been selling is not known then: its first sale may be one that
 * we cannot see, so a recent one must not make the store look new, nor one month's sales look like every month's. The sales are
 * averaged over all days that are shown, also those before the first sale among them. Days that are not shown are no days
 * without sales: they are left out, and the average never reaches back over them.
 * @param transactions of the last 90 days, and at least the first one ever: it tells how long the store has been selling.
 * @param shownSince since when the platform shows orders; null when it shows all.
 */
export function salesHistory(transactions: readonly StoreTransaction[], now: Date, shownSince: Date | null = null): SalesHistory {
  const ageMs = ({ created_at }: StoreTransaction) => now.getTime() - created_at.getTime();
  const isInWindow = (age: number) => age >= 0 && age < salesWindowDays * dayMs;
  const refundedOrders = new Set<string>();
  for (const transaction of transactions) {
    const { order_id } = transaction;
    if (order_id !== null && isMarkedRefunded(transaction) && isInWindow(ageMs(transaction))) refundedOrders.add(order_id);
  }
  const grossOfMonths = Array.from({ length: salesWindowDays / monthDays }, () => 0);
  let returned = 0;
  let oldestAgeMs = 0;
  for (const transaction of transactions) {
    const age = ageMs(transaction);
    const sold = soldBy(transaction);
    if (sold > 0) oldestAgeMs = Math.max(oldestAgeMs, age);
    if (!isInWindow(age)) continue;
    const month = Math.floor(age / (monthDays * dayMs));
    grossOfMonths[month] = (grossOfMonths[month] ?? 0) + sold;
    returned += returnedBy(transaction, refundedOrders);
  }
  return {
    gross_sales_cents: cents(grossOfMonths.reduce((gross, ofMonth) => gross + ofMonth, 0)),
    returned_cents: cents(returned),
    largest_month_cents: cents(Math.max(...grossOfMonths)),
    history_days: shownSince === null ? atMostWindow(Math.ceil(oldestAgeMs / dayMs)) : wholeDaysSince(shownSince, now),
    shown_days: shownDays(shownSince, now),
  };
}

/** Returns how many days of orders a store's platform shows, 0 to 90; null when it shows all that count. */
export function shownDays(shownSince: Date | null, now: Date): number | null {
  if (shownSince === null) return null;
  const days = wholeDaysSince(shownSince, now);
  return days === salesWindowDays ? null : days;
}

/** A begun day does not count: the 60 days that a platform shows are 60 all of the first day. */
const wholeDaysSince = (instant: Date, now: Date): number => atMostWindow(Math.floor((now.getTime() - instant.getTime()) / dayMs));

const atMostWindow = (days: number): number => Math.min(salesWindowDays, Math.max(0, days));

const isMarkedRefunded = ({ type, status }: StoreTransaction): boolean => type === 'sale' && status === 'refunded';

/** The states of a sale or refund that took place. */
export const doneSaleStatuses: ReadonlySet<string> = new Set(['success', 'refunded']);

const isDone = (status: string): boolean => doneSaleStatuses.has(status);

const soldBy = ({ type, status, amount_cents }: StoreTransaction): number => (type === 'sale' && isDone(status) ? amount_cents : 0);

/** Tells whether a movement is in the currency that counts, which is left out where it is known. */
export const isInDollars = ({ currency = countedCurrency }: { readonly currency?: string | undefined }): boolean => currency === countedCurrency;

/** Shopify's gateways for what the shopper paid before, and the type under which their payments are stored. */
const creditTypes: ReadonlyMap<string, string> = new Map([
  ['gift_card', 'gift_card'],
  ['shopify_store_credit', 'store_credit'],
]);

/**
 * Returns the type under which a movement of a Shopify store is stored. Gift cards and store credit are money that counted when it came
 * in: to spend it is no sale again, nor is its return a refund.
 */
export function typeByGateway(type: string, gateway: string | null): string {
  return creditTypes.get(gateway ?? '') ?? type;
}

/** Tells whether a movement only spent, or gave back, a gift card or store credit. */
export const isCredit = ({ type }: Pick<StoreTransaction, 'type'>): boolean => [...creditTypes.values()].includes(type);

/** Returns what a movement gave back to a buyer. */
function returnedBy({ type, status, amount_cents, order_id }: StoreTransaction, refundedOrders: ReadonlySet<string>): number {
  if (!isDone(status)) return 0;
  if (type === 'sale') return status === 'refunded' ? amount_cents : 0;
  if (type === 'refund') return order_id !== null && refundedOrders.has(order_id) ? 0 : amount_cents;
  return type === 'chargeback' ? amount_cents : 0;
}
