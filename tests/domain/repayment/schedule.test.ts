import { expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { dueDateOf, nextPayment, paymentSchedule } from '../../../server/domain/repayment/schedule.ts';
import { openOn } from '../../support/debts.ts';

/** Midnight UTC in seconds, worked out with `date -u -d … +%s`. */
const seconds = { '2026-07-01': 1_782_864_000, '2026-07-15': 1_784_073_600 };

const schedule = paymentSchedule(
  [openOn('2026-07-01', 10_000, 'failed'), openOn('2026-07-01', 1), openOn('2026-07-15', 15_000_001)],
  new Map([[isoDate('2026-07-15'), cents(15)]]),
);

it('the payment schedule adds up what is unpaid by the day on which it is due, with the cashback that it will earn', () => {
  expect(schedule).toEqual([
    { payment_due_date: { seconds: seconds['2026-07-01'] }, total_owed_cents: 10_001, potential_cashback: 0 },
    { payment_due_date: { seconds: seconds['2026-07-15'] }, total_owed_cents: 15_000_001, potential_cashback: 15 },
  ]);
  expect(schedule.map(dueDateOf)).toEqual(['2026-07-01', '2026-07-15']);
});

it('the next payment is the first of it, $150,000 at most, and none when nothing is due', () => {
  expect(nextPayment(schedule)).toEqual({ date: '2026-07-01', amount_cents: 10_001, expected_credit_cents: 0 });
  expect(nextPayment(schedule.slice(1))).toEqual({ date: '2026-07-15', amount_cents: 15_000_000, expected_credit_cents: 15 });
  expect(nextPayment([])).toEqual({ date: null, amount_cents: 0, expected_credit_cents: 0 });
});
