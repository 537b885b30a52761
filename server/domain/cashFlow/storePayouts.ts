import { formatDayAndMonth } from '../basics/dateFormats.ts';
import { addCalendarDays, bankDebitDay, daysBetween, type IsHoliday, type IsoDate, laterDay } from '../basics/dates.ts';
import { add, type Cents, noMoney, share } from '../basics/money.ts';
import { type CashFlow, cashDays, type ExpectedPayout, isOnLine } from './cashLine.ts';
import { expectedSales, leastHistoryDays } from './expectedSales.ts';
import { type ListedPayout, type PayoutRhythm, payoutDay, rhythmOf, usualRhythm } from './payoutRhythm.ts';
import { type SalesDay, type SalesRecord, salesRecord } from './salesDays.ts';

/** The stored facts about a receiver's stores, as far as money comes from them. */
export interface StoreFacts {
  readonly platforms: readonly string[];
  /** Sales by day, before returns, and the first day from which they are known. */
  readonly sold: readonly SalesDay[];
  readonly first: IsoDate;
  /** The part of them that went back to buyers. */
  readonly returned: Cents;
  /** The payouts that the platform lists: those made, and those on their way. */
  readonly made: readonly ListedPayout[];
  readonly underway: readonly ListedPayout[];
  /** Whether the sales are still being read for the first time. */
  readonly isBeingRead: boolean;
}

export interface StorePayouts {
  readonly record: SalesRecord;
  readonly rhythm: PayoutRhythm;
  /** Payouts of what was sold already. */
  readonly known: readonly CashFlow[];
  /** The days of sales to come whose payouts reach the bank within the 90 days; none while too few days of sales are known. */
  readonly expected: readonly ExpectedPayout[];
}

interface Asked {
  readonly today: IsoDate;
  /** The last day whose payouts are in the bank's balance. */
  readonly arrivedUntil: IsoDate;
  readonly isBankHoliday: IsHoliday;
}

/** Returns what a store's processor pays out in the next 90 days. */
export function storePayouts(store: StoreFacts, asked: Asked): StorePayouts {
  const { today, isBankHoliday } = asked;
  const record = salesRecord(store.sold, store.first, today);
  const sold = record.soldBetween(record.first, today);
  const rhythm = rhythmOf(store.made, record) ?? usualRhythm(store.platforms, { sold, returned: store.returned });
  const hasHistory = !store.isBeingRead && record.days >= leastHistoryDays;
  const expected = hasHistory
    ? Array.from({ length: cashDays }, (_, ahead) => addCalendarDays(today, ahead))
        .map((date) => ({ ...expectedSales(record, date), paid_on: payoutDay(date, rhythm, isBankHoliday) }))
        .filter(({ paid_on }) => isOnLine(paid_on, today))
    : [];
  const known = store.isBeingRead ? [] : [...listedFlows(store, asked), ...flowsOfPastSales(store, { record, rhythm }, asked)];
  return { record, rhythm, known, expected };
}

const payoutFlow = (date: IsoDate, amount_cents: Cents, label: string): CashFlow => ({ date, kind: 'payout', label, amount_cents, is_known: true });

/** Returns the listed payouts that the balance does not hold yet. */
function listedFlows({ made, underway }: StoreFacts, { today, arrivedUntil, isBankHoliday }: Asked): readonly CashFlow[] {
  const arriving = made
    .filter(({ date }) => date > arrivedUntil && date <= today)
    .map(({ amount_cents }) => payoutFlow(today, amount_cents, 'Payout of your store'));
  const coming = underway.map(({ date, amount_cents }) => {
    const day = bankDebitDay(date, isBankHoliday);
    return payoutFlow(laterDay(day, today), amount_cents, 'Payout on its way');
  });
  return [...arriving, ...coming].filter(({ date, amount_cents }) => amount_cents > 0 && isOnLine(date, today));
}

/** How far back sales can be that are not paid out yet, in days. */
const unpaidDays = 45;

/** Returns the payouts of past sales that no listed payout holds and that have not arrived. */
function flowsOfPastSales({ made, underway }: StoreFacts, { record, rhythm }: Pick<StorePayouts, 'record' | 'rhythm'>, asked: Asked): readonly CashFlow[] {
  const { today, arrivedUntil, isBankHoliday } = asked;
  const lastListed = [...made, ...underway].map(({ date }) => bankDebitDay(date, isBankHoliday)).reduce(laterDay, arrivedUntil);
  const sales = Array.from({ length: Math.min(unpaidDays, record.days) }, (_, ago) => addCalendarDays(today, -ago - 1))
    .toReversed()
    .map((date) => ({ date, sold: record.soldOn(date), paid_on: payoutDay(date, rhythm, isBankHoliday) }))
    .filter(({ sold, paid_on }) => sold > 0 && paid_on > lastListed);
  return [...Map.groupBy(sales, ({ paid_on }) => paid_on)].map(([paid_on, days]) => {
    const [first, last] = [days[0]?.date ?? paid_on, days.at(-1)?.date ?? paid_on];
    const amount = add(noMoney, ...days.map(({ sold }) => share(sold, rhythm.share)));
    const label =
      daysBetween(first, last) === 0
        ? `Payout of the sales of ${formatDayAndMonth(first)}`
        : `Payout of the sales of ${formatDayAndMonth(first)} to ${formatDayAndMonth(last)}`;
    return payoutFlow(laterDay(paid_on, today), amount, label);
  });
}
