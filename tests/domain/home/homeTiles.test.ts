import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import {
  approvedWords,
  availableTile,
  dueInWords,
  heldBackWords,
  nextPaymentDebit,
  nextPaymentTile,
  nextPaymentUnderway,
  outstandingTile,
  outstandingWords,
  powerTile,
  powerWords,
  scheduleOf,
  showsNextPayment,
  type TileFacts,
} from '../../../server/domain/home/homeTiles.ts';

const facts = (different: Partial<TileFacts> = {}): TileFacts => ({
  availableSpendPowerCents: 75_000,
  totalSpendPowerCents: 100_000,
  availableSpendPowerRatio: 0.75,
  totalOutstandingCents: 25_000,
  approvedCents: 0,
  heldBackCents: 0,
  freed_later: [],
  paymentSchedule: [],
  next_debit: null,
  payment_plan: 'net_terms',
  ...different,
});

/** 2026-07-01 and 2026-07-04, worked out with `date -u -d … +%s`. */
const entry = (total_owed_cents: number, potential_cashback: number, seconds = 1_782_864_000) => ({
  payment_due_date: { seconds },
  total_owed_cents,
  potential_cashback,
});

describe('what repayments have freed', () => {
  it.each<[string, Partial<TileFacts>, string | null]>([
    ['nothing', {}, null],
    [
      'one day',
      { heldBackCents: 50_000, freed_later: [{ on: '2026-12-04', cents: 50_000 }] },
      '$500.00 more on Dec 4, 2026, when the bank can no longer take it back.',
    ],
    [
      'two days',
      {
        heldBackCents: 80_000,
        freed_later: [
          { on: '2026-12-04', cents: 50_000 },
          { on: '2026-12-08', cents: 30_000 },
        ],
      },
      '$500.00 more on Dec 4, 2026 and $300.00 on Dec 8, 2026, when the bank can no longer take it back.',
    ],
    ['a day that is not known yet', { heldBackCents: 50_000 }, '$500.00 more in a few days, when the bank can no longer take it back.'],
    ['a held account', { heldBackCents: 50_000, totalSpendPowerCents: 0 }, null],
  ])('is told of %s', (_, different, said) => {
    expect(heldBackWords(facts(different))).toBe(said);
  });
});

describe('the tile of what can be spent', () => {
  it.each([
    [{}, { available: 75_000, total: 100_000 }],
    [{ availableSpendPowerCents: -5 }, { available: 0, total: 100_000 }],
    [
      { availableSpendPowerCents: -5, totalSpendPowerCents: -1 },
      { available: 0, total: 0 },
    ],
    [{ totalSpendPowerCents: null }, null],
    [{ availableSpendPowerCents: null }, null],
  ])('of %o says %o', (different, said) => {
    expect(availableTile(facts(different))).toEqual(said);
  });

  it('names what is approved and not reported, so that total and outstanding explain what is available', () => {
    expect(approvedWords(facts())).toBeNull();
    expect(approvedWords(facts({ approvedCents: 3_005 }))).toBe('$30.05 is set aside for purchases that are approved and not listed yet.');
  });
});

describe('the tile of spending power', () => {
  it.each([
    [{}, 75],
    [{ availableSpendPowerRatio: 0.995 }, 100],
    [{ availableSpendPowerRatio: -0.2 }, 0],
    [{ totalSpendPowerCents: 0, availableSpendPowerRatio: 0 }, 100],
    [{ availableSpendPowerRatio: null }, 0],
  ])('of %o says %i percent', (different, percentage) => {
    expect(powerTile(facts(different))).toEqual({ percentage });
  });

  it('knows nothing before the limit is known', () => {
    expect(powerTile(facts({ totalSpendPowerCents: null }))).toBeNull();
  });
});

describe('the words beside the percentage', () => {
  const payable = { most_cents: 25_000, in_flight_cents: 0 };

  it.each([
    [{}, 'Repay early to free more of it.'],
    [{ availableSpendPowerRatio: 0.994, totalOutstandingCents: 600 }, 'Repay early to free more of it.'],
    [{ totalOutstandingCents: 25_000, payable: { most_cents: 0, in_flight_cents: 25_000 } }, 'A payment on its way frees more of it.'],
    [{ totalOutstandingCents: 25_000, payable: { most_cents: 0, in_flight_cents: 0 } }, 'The rest is held for purchases that have not settled.'],
    [
      { totalOutstandingCents: 0, approvedCents: 25_000, payable: { most_cents: 0, in_flight_cents: 0 } },
      'The rest is held for purchases that have not settled.',
    ],
    [{ availableSpendPowerRatio: 0.995, totalOutstandingCents: 500 }, 'Almost all of it is yours to use.'],
    [{ availableSpendPowerRatio: 1, totalOutstandingCents: 0 }, 'All of it is yours to use.'],
    [{ availableSpendPowerRatio: 1, totalOutstandingCents: -4_000 }, 'All of it is yours to use.'],
    [{ totalSpendPowerCents: 0, availableSpendPowerRatio: 1, totalOutstandingCents: 4_000 }, 'You have no limit to use at the moment.'],
    [{ totalSpendPowerCents: null }, null],
  ])('of %o are %j', (different, words) => {
    expect(powerWords({ ...facts(), payable, store_reading: null, ...different })).toBe(words);
  });

  it('promise more while the store is read for the first time', () => {
    expect(powerWords({ ...facts({}), payable, store_reading: { months_read: 6, months_wanted: 12 } })).toBe(
      'It grows with your store’s sales, as soon as they are read.',
    );
  });
});

describe('the tile of the next payment', () => {
  it('is hidden from those who pay in equal weekly parts', () => {
    expect(['fixed_pay', 'net_terms', null].map((payment_plan) => showsNextPayment({ payment_plan }))).toEqual([false, true, true]);
  });

  it('says the first payment of the schedule, $150,000 at most, with its cashback', () => {
    const paymentSchedule = [entry(16_000_000, 1_234), entry(500, 5, 1_783_123_200)];
    expect(nextPaymentTile({ paymentSchedule })).toEqual({ date: '2026-07-01', amount: 15_000_000, cashback: 1_234 });
  });

  it.each([[[]], [[entry(0, 0)]], [[entry(-500, 0)]]])('says that none is due of %o', (paymentSchedule) => {
    expect(nextPaymentTile({ paymentSchedule })).toBeNull();
  });

  it.each([
    ['nothing', [0, 500], null],
    ['a part', [4_001, 0], '$40.01 of it is on its way from your bank.'],
    ['all', [10_000, 400], 'It is on its way from your bank.'],
  ])('says that %s of it is on its way', (_what, on_its_way_cents, words) => {
    const paymentSchedule = [entry(10_000, 0), entry(500, 0, 1_783_123_200)];
    expect(nextPaymentUnderway({ paymentSchedule, payable: { on_its_way_cents } })).toBe(words);
  });

  it.each([
    [10_000, 'We are asking your bank for it.'],
    [3_000, '$70.00 of it is on its way from your bank. We are asking your bank for $30.00 of it.'],
  ])('says that the bank has not answered for %i cents of it', (asked, words) => {
    const payable = { on_its_way_cents: [10_000], asked_parts_cents: [asked] };
    expect(nextPaymentUnderway({ paymentSchedule: [entry(10_000, 0)], payable })).toBe(words);
  });

  it('says nothing of what is on its way where none is due', () => {
    expect(nextPaymentUnderway({ paymentSchedule: [], payable: { on_its_way_cents: [] } })).toBeNull();
  });

  /** Saturday, November 28, 2026. */
  const saturday = 1_795_824_000;
  const weekend = ['2026-11-28', '2026-11-29', '2026-11-30'];

  it.each([
    ['the day of the debit', { debit_date: '2026-11-30', amount_cents: 7_362, due_dates: ['2026-11-28'] }, 'We take it on Mon, Nov 30.'],
    ['the sum of a day that takes more', { debit_date: '2026-11-30', amount_cents: 32_110, due_dates: weekend }, 'We take $321.10 on Mon, Nov 30.'],
    ['the part that is left to take', { debit_date: '2026-11-30', amount_cents: 5_000, due_dates: ['2026-11-28'] }, 'We take $50.00 on Mon, Nov 30.'],
    ['nothing of a debit for later due dates', { debit_date: '2026-12-01', amount_cents: 900, due_dates: ['2026-12-01'] }, null],
    ['nothing where nothing is debited', null, null],
  ])('says %s', (_what, next_debit, words) => {
    expect(nextPaymentDebit({ paymentSchedule: [entry(7_362, 0, saturday), entry(24_748, 0, saturday + 86_400)], next_debit })).toBe(words);
  });

  it('says no debit beside a payment that is not due', () => {
    expect(nextPaymentDebit({ paymentSchedule: [], next_debit: { debit_date: '2026-11-30', amount_cents: 5, due_dates: [] } })).toBeNull();
  });

  it.each([
    ['2026-11-28', 'taken on Mon, Nov 30'],
    ['2026-11-27', null],
    ['2026-11-29', 'today'],
    ['2026-11-30', 'tomorrow'],
    ['2026-12-16', 'in 17 days'],
  ])('on Sunday, November 29, says of %s %s: what waits for banks to open is not late', (date, words) => {
    const next_debit = { debit_date: '2026-11-30', amount_cents: 32_110, due_dates: weekend };
    expect(dueInWords(isoDate(date), isoDate('2026-11-29'), { next_debit })).toBe(words);
  });

  it('takes no part of a cent from the wire', () => {
    expect(() => scheduleOf({ paymentSchedule: [entry(0.5, 0)] })).toThrow();
  });
});

describe('the tile of what is owed', () => {
  it.each([
    [25_000, 25_000],
    [-300, -300],
    [0, 0],
    [Number.NaN, null],
  ])('of %d says %s', (totalOutstandingCents, said) => {
    expect(outstandingTile({ totalOutstandingCents })).toBe(said);
  });
});

it.each([
  [25_000, null],
  [0, 'You owe nothing.'],
  [-300, 'You are in credit.'],
])('an amount owed of %d cents says %s', (amount, words) => {
  expect(outstandingWords(cents(amount))).toBe(words);
});
