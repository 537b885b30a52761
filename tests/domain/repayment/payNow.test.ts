import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { type PayNowChoice, paidByDate, payable, payNowPreview, readPaidAmount, whyNothingToPay } from '../../../server/domain/repayment/payNow.ts';
import { bankHolidays } from '../../../server/holidays.ts';
import { openOn } from '../../support/debts.ts';

describe('paying now', () => {
  // $70.00 are outstanding, of which $65.00 have settled: $30.00 of a limit of $100.00 can be spent.
  const power = {
    total: cents(10_000),
    totalAfter: () => cents(10_000),
    used: cents(7_000),
    trust: { notFinal: cents(0), finalInARow: 0 },
    rule: { afterFinalRepayments: 3, basisPointsOfLimit: 5_000 },
  };
  const base = {
    expected: [openOn('2026-06-10', 1_000), openOn('2026-07-02', 2_000), openOn('2026-07-15', 4_000)],
    owed: cents(6_500),
    inFlight: cents(0),
    power,
    sentOn: isoDate('2026-07-02'),
    holderCategory: 'business',
    finalAfter: { business: 3, personal: 61 },
    cashbackOf: (paid: readonly unknown[]) => cents(paid.length),
    isBankHoliday: bankHolidays(),
  };
  const all: PayNowChoice = { pay: 'all' };
  const amount = (of: number): PayNowChoice => ({ pay: 'amount', amount_cents: cents(of) });
  const purchase = (unpaid: number): PayNowChoice => ({
    pay: 'purchase',
    unpaid_cents: cents(unpaid),
    dues: [{ due_date: isoDate('2026-07-15'), cashback_basis_points: 100 }],
  });
  const onItsWay = { expected: [openOn('2026-07-02', 1_500), ...base.expected.slice(2)], inFlight: cents(1_500) };
  const held = { ...power, total: cents(0) };
  const large = { ...power, total: cents(20_000_000), totalAfter: () => cents(20_000_000), used: cents(20_000_000) };

  // What it takes of each due, how much more can be spent once it has settled, and then, and how much more once it is final.
  it.each<[string, PayNowChoice, Partial<typeof base>, number[], [number, number, number]]>([
    ['all takes what has settled', all, {}, [1_000, 2_000, 3_500], [0, 3_000, 6_500]],
    [
      'all frees at once what a trusted account may spend',
      all,
      { power: { ...power, trust: { notFinal: cents(0), finalInARow: 3 } } },
      [1_000, 2_000, 3_500],
      [5_000, 8_000, 1_500],
    ],
    [
      'all frees nothing of what was paid before',
      all,
      { power: { ...power, trust: { notFinal: cents(2_000), finalInARow: 2 } } },
      [1_000, 2_000, 3_500],
      [0, 1_000, 6_500],
    ],
    ['all ends a hold that it pays', all, { power: held }, [1_000, 2_000, 3_500], [3_000, 3_000, 6_500]],
    [
      'all frees nothing that is over the limit',
      all,
      { power: { ...power, total: cents(5_000), totalAfter: () => cents(5_000) } },
      [1_000, 2_000, 3_500],
      [0, 0, 4_500],
    ],
    ['all takes nothing when all is on its way', all, { expected: [openOn('2026-07-15', 500)], inFlight: cents(6_500) }, [], [0, 3_000, 0]],
    ['all takes nothing in credit', all, { owed: cents(-100), expected: [], power: { ...power, used: cents(-100) } }, [], [0, 10_100, 0]],
    [
      'all takes $150,000 at most',
      all,
      { owed: cents(20_000_000), expected: [openOn('2026-06-10', 20_000_000)], power: large },
      [15_000_000],
      [0, 0, 15_000_000],
    ],
    [
      'next due takes the first date',
      { pay: 'next_due' },
      { expected: [openOn('2026-06-10', 300, 'failed'), openOn('2026-06-10', 700)] },
      [300, 700],
      [0, 3_000, 1_000],
    ],
    ['next due skips what is on its way', { pay: 'next_due' }, onItsWay, [1_500], [0, 3_000, 1_500]],
    ['next due takes nothing when nothing is due', { pay: 'next_due' }, { expected: [] }, [], [0, 3_000, 0]],
    ['a purchase takes what it still owes, of its own due', purchase(1_200), {}, [1_200], [0, 3_000, 1_200]],
    ['a purchase takes no more than is owed', purchase(9_000), {}, [4_000, 1_000, 1_500], [0, 3_000, 6_500]],
    ['an amount takes just that of the oldest', amount(1_250), {}, [1_000, 250], [0, 3_000, 1_250]],
    ['an amount may be a cent', amount(1), {}, [1], [0, 3_000, 1]],
    ['an amount takes nothing when all is on its way', amount(1), { expected: [], inFlight: cents(6_500) }, [], [0, 3_000, 0]],
  ])('%s', (_, choice, changes, paid, [frees, available, later]) => {
    const shown = payNowPreview({ ...base, ...changes, choice });
    expect(shown.paid.map(({ amount_cents }) => amount_cents)).toEqual(paid);
    expect(shown).toMatchObject({
      amount_cents: paid.reduce((sum, one) => sum + one, 0),
      frees_cents: frees,
      available_after_cents: available,
      frees_later_cents: later,
      cashback_cents: paid.length,
      // Sent on Thursday, July 2: Friday the 3rd and Monday the 6th are banking days, and Thursday the 9th is the last of the bank's window.
      settles_on: '2026-07-06',
      final_on: '2026-07-10',
    });
  });

  it.each([
    ['$65.00', 6_501, {}],
    ['$15.00', 1_501, { inFlight: cents(5_000) }],
    ['$150,000.00', 15_000_001, { owed: cents(20_000_000) }],
  ])('of an amount above %s says that it is the most', (most, of, changes) => {
    const pays = () => payNowPreview({ ...base, ...changes, choice: amount(of) });
    expect(pays).toThrow(expect.objectContaining({ code: 'more_than_payable', details: { reason: `You can pay at most ${most} now. Enter that or less.` } }));
  });

  it('tells what it pays by the due date, the oldest first', () => {
    expect(paidByDate([openOn('2026-07-15', 30), openOn('2026-07-02', 5), openOn('2026-07-15', 1, 'failed')])).toEqual([
      { due_date: '2026-07-02', amount_cents: 5 },
      { due_date: '2026-07-15', amount_cents: 31 },
    ]);
  });

  it('knows the most that can be paid, and what cannot be paid yet', () => {
    const of = (owed: number, pending: number, inFlight: number) => payable({ owed: cents(owed), pending: cents(pending), inFlight: cents(inFlight) });
    expect(of(6_500, 500, 1_000)).toEqual({ most_cents: 5_500, pending_cents: 500, in_flight_cents: 1_000 });
    expect(of(1_000, -300, 1_500)).toEqual({ most_cents: 0, pending_cents: 0, in_flight_cents: 1_500 });
    expect(of(20_000_000, 0, 0).most_cents).toBe(15_000_000);
  });

  it.each([
    [{ most_cents: 5, pending_cents: 7, in_flight_cents: 9, obstacle: null }, null],
    [{ most_cents: 5, pending_cents: 0, in_flight_cents: 0, obstacle: 'no_bank' as const }, 'To pay now, link your bank account first.'],
    [{ most_cents: 5, pending_cents: 0, in_flight_cents: 0, obstacle: 'debits_stopped' as const }, 'To pay now, authorize debits of your bank account first.'],
    [{ most_cents: 0, pending_cents: 0, in_flight_cents: 12_345, obstacle: null }, '$123.45 is already on its way from your bank.'],
    [
      { most_cents: 0, pending_cents: 0, in_flight_cents: 12_345, asked_cents: 12_345, obstacle: null },
      'We are asking your bank for $123.45, and try again until it answers.',
    ],
    [
      { most_cents: 0, pending_cents: 0, in_flight_cents: 12_345, asked_cents: 2_300, obstacle: null },
      '$100.45 is already on its way from your bank. We are asking your bank for $23.00, and try again until it answers.',
    ],
    [
      { most_cents: 0, pending_cents: 500, in_flight_cents: 100, obstacle: 'no_bank' as const },
      '$1.00 is already on its way from your bank. $5.00 of purchases is still pending. You can pay for a purchase once it has settled, usually in 1 to 3 days.',
    ],
    [{ most_cents: 0, pending_cents: 0, in_flight_cents: 0, obstacle: null }, 'There is nothing to pay.'],
  ])('of %j, nothing can be paid because: %s', (facts, why) => {
    expect(whyNothingToPay(facts)).toBe(why);
  });
});

describe('an amount typed to be paid', () => {
  it.each([
    ['250', 25_000, null],
    ['250.5', 25_050, null],
    ['$1,234.56', 123_456, null],
    ['.05', 5, null],
    ['2000.00', 200_000, null],
    ['', null, null],
    ['2000.01', null, 'You can pay at most $2,000.00 now.'],
    ['0', null, 'Enter an amount above $0.00.'],
    ['-5', null, 'Enter an amount in dollars and cents, such as 250.00.'],
    ['1.234', null, 'Enter an amount in dollars and cents, such as 250.00.'],
    ['1,234', 123_400, null],
    // A comma before the cents, as much of the world writes it, would be a hundred times as much.
    ['12,34', null, 'Enter an amount in dollars and cents, such as 250.00.'],
    ['1,00', null, 'Enter an amount in dollars and cents, such as 250.00.'],
    ['1,2345', null, 'Enter an amount in dollars and cents, such as 250.00.'],
    ['1,234,5', null, 'Enter an amount in dollars and cents, such as 250.00.'],
    ['ten', null, 'Enter an amount in dollars and cents, such as 250.00.'],
  ])('%j', (typed, amount_cents, problem) => {
    expect(readPaidAmount(typed, cents(200_000))).toEqual({ amount_cents, problem });
  });
});
