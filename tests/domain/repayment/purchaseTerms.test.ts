import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate, weekday } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { duesOf, earliestDueDate, type PurchaseDay, purchaseTerms, type ReceiverTerms } from '../../../server/domain/repayment/purchaseTerms.ts';
import { usHolidays } from '../../../server/holidays.ts';

const isHoliday = usHolidays();
const program = { cashbackBasisPoints: 150, isHoliday };
const monthly: ReceiverTerms = { payment_plan: 'net_terms', net_terms: 30, net_terms_type: 'calendar', weekly_draw_day: null };
const weekly: ReceiverTerms = { ...monthly, payment_plan: 'fixed_pay' };

function purchase(on: string, { categoryCode = '5814', cash = 0 } = {}) {
  return { created_at: new Date(`${on}T15:00:00Z`), categoryCode, cash_cents: cents(cash) };
}

describe('the terms of a purchase', () => {
  it('are its repayment date and the rate of the program, on net terms', () => {
    expect(purchaseTerms(purchase('2026-06-02'), monthly, program)).toEqual({
      repayment_date: '2026-07-02',
      instalments: 1,
      first_instalment_date: null,
      cashback_basis_points: 150,
    });
  });

  // 2026-06-03 is a Wednesday, so its first instalment is a week later.
  it.each<[string, string, Partial<ReceiverTerms>, number, string]>([
    ['one for each begun week', '2026-06-02', {}, 5, '2026-06-03'],
    ['the first after the day of the purchase', '2026-06-03', { net_terms: 28 }, 4, '2026-06-10'],
    ['one for terms of a week or less', '2026-06-02', { net_terms: 0 }, 1, '2026-06-03'],
    ['two for eight days', '2026-06-02', { net_terms: 8 }, 2, '2026-06-03'],
    ['on the weekday of the receiver', '2026-06-02', { net_terms: 7, weekly_draw_day: 1 }, 1, '2026-06-08'],
    ['on a Sunday', '2026-06-02', { net_terms: 7, weekly_draw_day: 0 }, 1, '2026-06-07'],
  ])('are weekly instalments on the fixed plan: %s', (_, on, different, instalments, first_instalment_date) => {
    expect(purchaseTerms(purchase(on), { ...weekly, ...different }, program)).toMatchObject({ instalments, first_instalment_date });
  });

  it.each([
    ['of a cash machine', { categoryCode: '6011' }],
    ['of a bank', { categoryCode: '6010' }],
    ['of a money transfer', { categoryCode: '4829' }],
    ['of foreign currency', { categoryCode: '6051' }],
    ['with a purchase', { cash: 1 }],
  ])('give no cashback on cash %s', (_, cash) => {
    expect(purchaseTerms(purchase('2026-06-02', cash), monthly, program).cashback_basis_points).toBe(0);
  });

  it('say from which day on a due date can still grow', () => {
    const now = new Date('2026-06-02T15:00:00Z');
    expect(earliestDueDate(now, monthly, isHoliday)).toBe('2026-07-02');
    expect(earliestDueDate(now, { ...monthly, net_terms: 0 }, isHoliday)).toBe('2026-06-02');
    expect(earliestDueDate(now, weekly, isHoliday)).toBe('2026-06-03');
    expect(earliestDueDate(new Date('2026-06-03T15:00:00Z'), weekly, isHoliday)).toBe('2026-06-10');
  });
});

function day(made_on: string, bought: number, different: Partial<PurchaseDay> = {}): PurchaseDay {
  const amounts = { bought_cents: cents(bought), returned_cents: cents(0) };
  return { made_on: isoDate(made_on), first_due_date: isoDate('2026-06-10'), instalments: 1, cashback_basis_points: 100, ...amounts, ...different };
}

const due = (date: string, amount: number, cashback_basis_points = 100) => ({ due_date: date, amount_cents: amount, cashback_basis_points });

describe('dues', () => {
  it('are whole on net terms and equal weekly parts on the fixed plan, cents that do not divide going to the first ones', () => {
    expect(duesOf([day('2026-05-11', 700), day('2026-06-03', 10_003, { instalments: 4 })])).toEqual([
      due('2026-06-10', 700),
      due('2026-06-10', 2_501),
      due('2026-06-17', 2_501),
      due('2026-06-24', 2_501),
      due('2026-07-01', 2_500),
    ]);
  });

  it('take what was bought on one day with all cards together, keep rates apart, and are not lowered by refunds, which are paid', () => {
    const days = [
      day('2026-06-03', 1, { instalments: 2 }),
      day('2026-06-03', 2, { instalments: 2, returned_cents: cents(5) }),
      day('2026-06-03', 4, { instalments: 2, cashback_basis_points: 0 }),
    ];
    expect(duesOf(days)).toEqual([due('2026-06-10', 2), due('2026-06-17', 1), due('2026-06-10', 2, 0), due('2026-06-17', 2, 0)]);
  });

  it('have no part of nothing', () => {
    expect(duesOf([day('2026-06-03', 1, { instalments: 2 }), day('2026-06-03', 0)])).toEqual([due('2026-06-10', 1)]);
  });

  it('add up to the purchases, each on the draw day, no two parts of a purchase differing by more than a cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50_000_000 }), fc.integer({ min: 1, max: 18 }), (amount, instalments) => {
        const amounts = duesOf([day('2026-06-03', amount, { instalments })]);
        const parts = amounts.map((each) => each.amount_cents);
        expect(parts.reduce((sum, each) => sum + each, 0)).toBe(amount);
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
        expect(amounts.every((each) => weekday(each.due_date) === 3)).toBe(true);
      }),
    );
  });
});
