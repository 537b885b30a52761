import { describe, expect, it } from 'vitest';
import { type IsoDate, isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import {
  type CashbackFacts,
  cashbackOfPayment,
  cashbackSubjectId,
  cashbackToBook,
  explainCashback,
  potentialCashback,
} from '../../../server/domain/repayment/cashback.ts';
import { paymentDeadline } from '../../../server/domain/repayment/schedule.ts';
import { bankHolidays } from '../../../server/holidays.ts';

const isBankHoliday = bankHolidays();
const due = (date: string, amount: number, cashback_basis_points = 100) => ({ due_date: isoDate(date), amount_cents: cents(amount), cashback_basis_points });
/** @param day decides whether it is in time; empty for a credit, which nobody paid. */
const paid = (date: string, amount: number, day: string, rate = 100) => ({ ...due(date, amount, rate), counts_on: day === '' ? null : isoDate(day) });
const open = (date: string, amount: number, rate = 100) => ({ ...due(date, amount, rate), failed_draw_id: null });

// Independence Day is a Saturday: the debit runs on Monday, July 6.
const july4 = '2026-07-04';
const inTime = '2026-07-06';
const late = '2026-07-07';

const facts = (different: Partial<CashbackFacts> = {}, today = late): CashbackFacts => ({
  dues: [due(july4, 10_000), due('2026-07-15', 20_000)],
  refunded: [],
  paid: [],
  open: [],
  booked: new Map(),
  deadlineOf: (date: IsoDate) => paymentDeadline(date, isBankHoliday),
  canBePaidInTime: (date: IsoDate) => today <= paymentDeadline(date, isBankHoliday),
  ...different,
});

const final = { isComplete: () => true, notFinal: new Set<IsoDate>(), awaited: [] as IsoDate[] };

describe('cashback', () => {
  it.each<[string, Partial<CashbackFacts>, number[]]>([
    ['nothing before anything is paid', {}, []],
    ['the rate of what is paid on the day of the debit', { paid: [paid(july4, 10_000, inTime)] }, [100]],
    ['nothing a day later', { paid: [paid(july4, 10_000, late)] }, []],
    ['nothing for refunds and credits', { paid: [paid(july4, 10_000, '')] }, []],
    ['nothing for what no due took', { paid: [{ ...paid(july4, 10_000, inTime), due_date: null }] }, []],
    ['the same in parts as at once', { paid: [paid(july4, 33, inTime), paid(july4, 33, inTime), paid(july4, 34, inTime)] }, [1]],
    ['for what was bought and kept', { paid: [paid(july4, 10_000, inTime)], refunded: [due(july4, 4_000)] }, [60]],
    ['for all that was paid of what was kept', { paid: [paid(july4, 6_000, inTime), paid(july4, 4_000, '')], refunded: [due(july4, 4_000)] }, [60]],
    ['nothing where more was given back than bought', { paid: [paid(july4, 1, inTime)], refunded: [due(july4, 10_001)] }, []],
    ['nothing for a purchase that is no more', { dues: [], paid: [paid(july4, 10_000, inTime)] }, []],
    // 1.50 and 3.50 cents.
    [
      'by the rate of each purchase, rounded down',
      { dues: [due(july4, 150), due(july4, 175, 200)], paid: [paid(july4, 150, inTime), paid(july4, 175, inTime, 200)] },
      [4],
    ],
  ])('is %s', (_, different, expected) => {
    expect(cashbackToBook(facts(different), final).map((entry) => entry.cashback_cents)).toEqual(expected);
  });

  it('is told with what earned it, which no cash did', () => {
    const dues = [0, 100, 200].map((rate) => due(july4, 10_000, rate));
    const all = [0, 100, 200].map((rate) => paid(july4, 10_000, inTime, rate));
    expect(cashbackToBook(facts({ dues, paid: all }), final)).toEqual([{ due_date: july4, paid_in_time_cents: 20_000, cashback_cents: 300 }]);
  });

  it('is booked under its due date', () => {
    expect(cashbackSubjectId(isoDate(july4))).toBe('cashback:2026-07-04');
  });
});

describe('the books have for a due date', () => {
  const all = { dues: [due(july4, 10_000)], paid: [paid(july4, 10_000, inTime)] };
  const most = { ...all, paid: [paid(july4, 6_000, inTime)], open: [open(july4, 4_000)] };
  const booked = (amount: number) => new Map([[isoDate(july4), cents(amount)]]);

  it.each<[string, Partial<CashbackFacts>, Partial<typeof final>, string, number[]]>([
    ['all of it once it is paid and final', all, {}, inTime, [100]],
    ['none while more can be bought that is due then', all, { isComplete: () => false }, inTime, []],
    ['none while a repayment can come back', all, { notFinal: new Set([isoDate(july4)]) }, inTime, []],
    ['none while the rest can be paid in time', most, {}, inTime, []],
    ['that of a part once the rest is late', most, {}, late, [60]],
    ['none while a debit on its way counts in time', most, { awaited: [isoDate(inTime)] }, late, []],
    ['that of a part beside a late debit', most, { awaited: [isoDate(late)] }, late, [60]],
    ['no other amount where it is right', { ...all, booked: booked(100) }, {}, inTime, []],
    ['more where that is final', { ...all, booked: booked(60) }, {}, inTime, [100]],
    ['less at once', { ...most, booked: booked(100) }, { notFinal: new Set([isoDate(july4)]) }, inTime, [60]],
    ['not more before that is final', { ...all, booked: booked(60) }, { notFinal: new Set([isoDate(july4)]) }, inTime, []],
    ['nothing when its purchases are canceled', { dues: [], booked: booked(100) }, {}, inTime, [0]],
    [
      'the oldest first',
      { dues: [due('2026-07-15', 100), due(july4, 200)], paid: [paid('2026-07-15', 100, inTime), paid(july4, 200, inTime)] },
      {},
      inTime,
      [2, 1],
    ],
  ])('%s', (_, different, finality, today, expected) => {
    expect(cashbackToBook(facts(different, today), { ...final, ...finality }).map((entry) => entry.cashback_cents)).toEqual(expected);
  });

  it.each<[string, Partial<CashbackFacts>, string, [string, number][]]>([
    [
      'all that is still to be earned in time',
      { open: [open(july4, 10_000), open('2026-07-15', 20_000)] },
      inTime,
      [
        [july4, 100],
        ['2026-07-15', 200],
      ],
    ],
    ['none of a date that is late', { open: [open(july4, 10_000), open('2026-07-15', 20_000)] }, late, [['2026-07-15', 200]]],
    ['none of a date that is paid', { open: [open('2026-07-15', 5)], paid: [paid(july4, 10_000, inTime)] }, inTime, []],
    ['what paying the rest adds to what is paid', most, inTime, [[july4, 40]]],
  ])('and promise %s', (_, different, today, expected) => {
    expect([...potentialCashback(facts(different, today))].filter(([, adds]) => adds !== 0)).toEqual(expected);
  });
});

describe('the cashback of a payment', () => {
  const dues = [due('2026-06-10', 1_000), due('2026-07-02', 2_000), due('2026-07-15', 4_000)];
  it.each<[string, ReturnType<typeof due>[], ReturnType<typeof due>[], number]>([
    ['of all counts what is in time', [], dues, 60],
    ['of a part is rounded down', [], [due('2026-06-10', 1_000), due('2026-07-02', 250)], 2],
    ['has the cent that is completed by it', [due('2026-07-02', 1_099)], [due('2026-07-02', 1)], 1],
    ['of nothing is nothing', [due('2026-07-02', 1_000)], [], 0],
  ])('%s', (_, underway, pays, expected) => {
    expect(cashbackOfPayment(facts({ dues }), { underway, paid: pays, today: isoDate('2026-07-02') })).toBe(expected);
  });
});

it.each<[string, number, number, number, boolean, string]>([
  ['a credit', 10_000, 100, 100, true, 'You paid $100.00 of the payment due on Jul 4, 2026 in time, which earns $1.00.'],
  ['a repayment that came back', 0, 0, -100, false, 'Nothing of the payment due on Jul 4, 2026 now counts as paid in time, because a repayment came back.'],
  [
    'a canceled purchase',
    4_000,
    40,
    -60,
    true,
    'Because a purchase was canceled or refunded, $40.00 of the payment due on Jul 4, 2026 still counts as paid in time, which earns $0.40.',
  ],
])('an entry tells of %s', (_, paid_in_time, cashback, change, isPaid, words) => {
  const entry = { due_date: isoDate(july4), paid_in_time_cents: cents(paid_in_time), cashback_cents: cents(cashback) };
  expect(explainCashback(entry, cents(change), isPaid)).toBe(words);
});
