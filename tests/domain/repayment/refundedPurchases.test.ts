import { expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { refundedParts } from '../../../server/domain/repayment/refundedPurchases.ts';

const purchase = (token: string, amount: number, refunded = 0, instalments = 1) => ({
  token,
  amount_cents: cents(amount),
  refunded_cents: cents(refunded),
  first_due_date: isoDate('2026-06-10'),
  instalments,
  cashback_basis_points: 100,
});

// 10,003 in four weeks are 2,501 thrice and 2,500.
it.each<[string, number, ReturnType<typeof purchase>[], [string, string, number][]]>([
  ['a part of its purchase', 300, [purchase('a', 1_000)], [['a', '2026-06-10', 300]]],
  [
    'weekly parts, the last ones first',
    3_000,
    [purchase('a', 10_003, 0, 4)],
    [
      ['a', '2026-07-01', 2_500],
      ['a', '2026-06-24', 500],
    ],
  ],
  [
    'what others have left of them',
    3_000,
    [purchase('a', 10_003, 2_600, 4)],
    [
      ['a', '2026-06-24', 2_401],
      ['a', '2026-06-17', 599],
    ],
  ],
  [
    'the likeliest purchase first, then others',
    600,
    [purchase('a', 200), purchase('b', 500)],
    [
      ['a', '2026-06-10', 200],
      ['b', '2026-06-10', 400],
    ],
  ],
  ['nothing that was given back before', 600, [purchase('a', 200, 200), purchase('b', 500)], [['b', '2026-06-10', 500]]],
  ['nothing without a purchase', 600, [], []],
])('a refund gives back %s', (_, amount, purchases, expected) => {
  const parts = refundedParts(cents(amount), purchases);
  expect(parts.map(({ purchase_token, due_date, amount_cents }) => [purchase_token, due_date, amount_cents])).toEqual(expected);
  expect(parts.every(({ cashback_basis_points }) => cashback_basis_points === 100)).toBe(true);
});
