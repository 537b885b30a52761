import { dayMs, later } from '../../core/measures.ts';
import type { Payment } from '../../sales/checkout.ts';
import { type Order, openSales, type SampleStore } from '../../sales/sales.ts';
import { type Day, dayOf, daysAfter } from './bankingDays.ts';

/** A store's takings of a day, in cents. */
export interface DayOfTakings {
  /** Through a payment processor, after its fees, refunds and chargebacks: below zero on a day of many refunds. */
  processedCents: number;
  /** In cash and checks, which are carried to the bank. */
  depositedCents: number;
}

export type Takings = (day: Day) => DayOfTakings;

const nothing: DayOfTakings = { processedCents: 0, depositedCents: 0 };
const daysReadAhead = 90;

function add(days: Map<Day, DayOfTakings>, payment: Payment): void {
  if (payment.outcome !== 'success' || payment.kind === 'authorization' || payment.kind === 'void') return;
  const isCarried = payment.kind === 'sale' && payment.settledAt > payment.at;
  const day = dayOf(payment.settledAt);
  const { processedCents, depositedCents } = days.get(day) ?? nothing;
  const cents = payment.kind === 'sale' ? payment.amountCents - payment.feeCents : -payment.amountCents;
  days.set(day, isCarried ? { processedCents, depositedCents: depositedCents + cents } : { processedCents: processedCents + cents, depositedCents });
}

/** Returns what orders brought on each day. Later days lack the refunds of orders that are not given. */
function takingsOfOrders(orders: readonly Order[]): Takings {
  const days = new Map<Day, DayOfTakings>();
  for (const { payments } of orders) for (const payment of payments) add(days, payment);
  return (day) => days.get(day) ?? nothing;
}

/**
 * Returns what a sample store takes on each day, from its own sales: of days to come too, because they are drawn already.
 * Orders that somebody makes or changes by a button are not among them.
 */
export function takingsOf(store: SampleStore): Takings {
  const sales = openSales(store);
  let takings: Takings = () => nothing;
  let readUntil: Day = '';
  return (day) => {
    if (day > readUntil) {
      readUntil = daysAfter(day, daysReadAhead);
      takings = takingsOfOrders(sales(later(new Date(readUntil), dayMs - 1)));
    }
    return takings(day);
  };
}

/** Returns what was taken in the days before a day, in cents. */
export function takenBefore(takings: Takings, day: Day, days: number): number {
  let cents = 0;
  for (let back = 1; back <= days; back += 1) {
    const { processedCents, depositedCents } = takings(daysAfter(day, -back));
    cents += processedCents + depositedCents;
  }
  return cents;
}
