import { addCalendarDays, type IsoDate, isoDate } from '../basics/dates.ts';
import { type Cents, fraction, magnitude, subtract } from '../basics/money.ts';
import { daysBetween, laterDay } from './days.ts';

/** A purchase at a merchant. */
export interface DatedPurchase {
  readonly merchant: string;
  readonly made_on: IsoDate;
  readonly amount_cents: Cents;
}

/** A purchase that is expected because others like it came before. */
export interface ExpectedPurchase {
  readonly merchant: string;
  readonly date: IsoDate;
  readonly amount_cents: Cents;
}

interface Rhythm {
  /** The days that may lie between two purchases. */
  readonly least: number;
  readonly most: number;
  /** How many purchases in a row have to keep the rhythm. */
  readonly purchases: number;
  /** A purchase that is later than this is not expected any more. */
  readonly graceDays: number;
  /** Returns the day of the so-manieth purchase after one. */
  readonly later: (date: IsoDate, times: number) => IsoDate;
}

const monthly = (date: IsoDate, months: number): IsoDate => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0));
  const days = String(Math.min(day, last.getUTCDate())).padStart(2, '0');
  return isoDate(`${last.toISOString().slice(0, 8)}${days}`);
};

const rhythms: readonly Rhythm[] = [
  { least: 6, most: 8, purchases: 4, graceDays: 3, later: (date, times) => addCalendarDays(date, 7 * times) },
  { least: 26, most: 35, purchases: 3, graceDays: 7, later: monthly },
  { least: 355, most: 375, purchases: 2, graceDays: 20, later: (date, times) => monthly(date, 12 * times) },
];

/** How far the amounts of one rhythm may lie from the newest, in hundredths of it. */
const amountSpread = 25;

/**
 * Returns the purchases from today on, until before a day, that keep the rhythm of those so far. Purchases at a merchant are taken for
 * recurring when the newest of them lie a week apart (four of them), a month (three) or a year (two), and none of their amounts is
 * further than a quarter from the newest. The next ones are expected at the newest amount, an overdue one today; one that stayed out
 * for longer than its grace has ended.
 * @param purchases by merchant in any order, at least the newest four of each.
 */
export function expectedPurchases(purchases: readonly DatedPurchase[], { today, until }: { today: IsoDate; until: IsoDate }): readonly ExpectedPurchase[] {
  return [...Map.groupBy(purchases, ({ merchant }) => merchant).values()].flatMap((ofMerchant) => {
    const newestFirst = ofMerchant.toSorted((one, other) => (one.made_on < other.made_on ? 1 : -1));
    const [newest] = newestFirst;
    const rhythm = rhythms.find((one) => keeps(newestFirst.slice(0, one.purchases), one));
    if (newest === undefined || rhythm === undefined) return [];
    const first = rhythm.later(newest.made_on, 1);
    if (addCalendarDays(first, rhythm.graceDays) < today) return [];
    const expected: ExpectedPurchase[] = [];
    for (let times = 1; rhythm.later(newest.made_on, times) < until; times += 1) {
      const date = rhythm.later(newest.made_on, times);
      expected.push({ merchant: newest.merchant, date: laterDay(date, today), amount_cents: newest.amount_cents });
    }
    return expected;
  });
}

function keeps(newestFirst: readonly DatedPurchase[], { least, most, purchases }: Rhythm): boolean {
  const [newest] = newestFirst;
  if (newest === undefined || newestFirst.length < purchases) return false;
  const spread = fraction(newest.amount_cents, amountSpread, 100);
  return newestFirst.every((one, place) => {
    const before = newestFirst[place + 1];
    const gap = before === undefined ? least : daysBetween(before.made_on, one.made_on);
    return gap >= least && gap <= most && magnitude(subtract(one.amount_cents, newest.amount_cents)) <= spread;
  });
}
