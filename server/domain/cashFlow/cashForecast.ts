import { addCalendarDays, type IsHoliday, type IsoDate } from '../basics/dates.ts';
import { type Cents, noMoney, subtract } from '../basics/money.ts';
import type { DebtFacts } from '../repayment/upcomingDebits.ts';
import { type CashDay, type CashFlow, cashLine, isOnLine, payoutFlows } from './cashLine.ts';
import { leastHistoryDays } from './expectedSales.ts';
import { type LowestPoint, lowestPoint } from './lowestPoint.ts';
import {
  type BegunDraw,
  debitsAhead,
  drawFlows,
  drawsUnderway,
  duesOfPurchase,
  endOfLine,
  flowsOfWhatIf,
  otherBanksFlows,
  type PurchaseRules,
  recurringDraws,
  withPayment,
} from './plannedDraws.ts';
import { type DatedPurchase, type ExpectedPurchase, expectedPurchases } from './recurringPurchases.ts';
import { type StoreFacts, type StorePayouts, storePayouts } from './storePayouts.ts';

/** A purchase or a payment that a merchant asks to see in the line before they make it. */
export interface WhatIf {
  readonly spend: { readonly amount_cents: Cents; readonly on: IsoDate } | null;
  readonly pay: { readonly amount_cents: Cents } | null;
}

export interface CashFacts {
  readonly today: IsoDate;
  /** The bank's balance and the day on which it was read; null while none is known. */
  readonly balance: { readonly amount_cents: Cents; readonly readOn: IsoDate } | null;
  /** The debt that is drawn by itself; null while nothing is. */
  readonly debt: DebtFacts | null;
  readonly begun: readonly BegunDraw[];
  /** Null without a store. */
  readonly store: StoreFacts | null;
  readonly purchases: readonly DatedPurchase[];
  readonly rules: PurchaseRules;
  readonly isBankHoliday: IsHoliday;
}

export interface CashForecast {
  /** Empty while no balance is known. */
  readonly days: readonly CashDay[];
  /** The soonest first. */
  readonly flows: readonly CashFlow[];
  /** Paid from another bank, so not in the line. */
  readonly elsewhere: readonly CashFlow[];
  /** All draws and payments from now on, from any bank. */
  readonly planned: readonly CashFlow[];
  readonly lowest: LowestPoint | null;
  /** Null without a store. */
  readonly payouts: StorePayouts | null;
  /** Whether sales to come and purchases that come again are in it. */
  readonly isExpected: boolean;
  /** The purchases that are expected, whenever they are drawn. */
  readonly recurring: readonly ExpectedPurchase[];
}

/** Returns the money that moves at a merchant's bank in the next 90 days, as far as we know it or expect it from what was. */
export function cashForecast(facts: CashFacts, whatIf: WhatIf = { spend: null, pay: null }): CashForecast {
  const { today, balance, isBankHoliday, store } = facts;
  const arrivedUntil = balance?.readOn ?? addCalendarDays(today, -1);
  const payouts = store && storePayouts(store, { today, arrivedUntil, isBankHoliday });
  const isExpected = payouts !== null && !store?.isBeingRead && payouts.record.days >= leastHistoryDays;
  const recurring = isExpected ? expectedPurchases(facts.purchases, { today, until: endOfLine(today) }) : [];
  const since = { today, readOn: balance?.readOn ?? null };
  const [begunElsewhere, begun] = [facts.begun.filter(({ is_elsewhere }) => is_elsewhere), facts.begun.filter(({ is_elsewhere }) => !is_elsewhere)];
  const draws = drawsOf(facts, recurring, whatIf);
  const flows = [...(payouts?.known ?? []), ...drawsUnderway(begun, since), ...paymentFlow(whatIf, today), ...draws.flows].filter(({ date }) =>
    isOnLine(date, today),
  );
  const elsewhere = [...drawsUnderway(begunElsewhere, since), ...draws.elsewhere];
  const share = payouts?.rhythm.share ?? 0;
  const expected = payouts?.expected ?? [];
  const all = [...flows, ...payoutFlows(expected, share)].toSorted((one, other) => (one.date === other.date ? 0 : one.date < other.date ? -1 : 1));
  const days = balance === null ? [] : cashLine({ today, balance: balance.amount_cents, flows, payouts: expected, share });
  const planned = [...paymentFlow(whatIf, today), ...draws.flows, ...draws.elsewhere];
  return { days, flows: all, elsewhere, planned, lowest: lowestPoint(days, all), payouts, isExpected, recurring };
}

function paymentFlow({ pay }: WhatIf, today: IsoDate): readonly CashFlow[] {
  if (pay === null || pay.amount_cents === 0) return [];
  return [{ date: today, kind: 'what_if', label: 'Paid now', amount_cents: subtract(noMoney, pay.amount_cents), is_known: true }];
}

interface PlannedFlows {
  readonly flows: readonly CashFlow[];
  readonly elsewhere: readonly CashFlow[];
}

/** Returns the draws planned, and what purchases that come again and the one asked about add to them. */
function drawsOf({ today, debt, rules, isBankHoliday }: CashFacts, recurring: readonly ExpectedPurchase[], { spend, pay }: WhatIf): PlannedFlows {
  if (debt === null) return { flows: [], elsewhere: [] };
  const planned = pay === null ? debt : withPayment(debt, pay.amount_cents);
  const debits = debitsAhead(planned, today);
  const elsewhere = otherBanksFlows(debits);
  const flows = [...drawFlows(debits), ...recurringDraws(recurring, rules, isBankHoliday)];
  if (spend === null) return { flows, elsewhere };
  const dues = duesOfPurchase({ date: spend.on, amount_cents: spend.amount_cents }, rules);
  return { flows: [...flows, ...flowsOfWhatIf(debits, debitsAhead(planned, today, { on: spend.on, dues }))], elsewhere };
}
