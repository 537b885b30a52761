import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { type DebtFacts, drawsOnDay } from '../../../server/domain/repayment/upcomingDebits.ts';
import { debtOf, drawOf } from '../../support/debts.ts';
import { upcomingDebits } from '../../support/upcomingDebits.ts';

/** Locked in November 2026, unlocked on Monday the 23rd; Thanksgiving is the 26th. */
const unlockedOn = isoDate('2026-11-23');

/** Three due dates passed during the lock, and one is due on the day that the second of them is drawn. */
const later = { '2026-11-12': 2_000, '2026-11-20': 4_000, '2026-11-27': 8_000 };
const debt = debtOf({ '2026-11-10': 1_000, ...later }, { unlockedOn });

const first = drawOf({ due_date: isoDate('2026-11-10'), debit_date: isoDate('2026-11-25') });
const on = (day: string, facts: DebtFacts) => drawsOnDay(facts, isoDate(day)).map(({ due_date, amount_cents }) => [due_date, amount_cents]);

describe('what fell due while an account was locked', () => {
  it('is not drawn on the day of unlocking, nor before the two business days of its notice are over', () => {
    expect(on('2026-11-23', debt)).toEqual([]);
    expect(on('2026-11-24', debt)).toEqual([]);
  });

  it('is drawn one due date a banking day, beside what falls due by itself', () => {
    expect(on('2026-11-25', debt)).toEqual([['2026-11-10', 1_000]]);
    const drawn = debtOf(later, { unlockedOn, draws: [first] });
    expect(on('2026-11-25', drawn)).toEqual([]);
    expect(on('2026-11-27', drawn)).toEqual([
      ['2026-11-12', 2_000],
      ['2026-11-27', 8_000],
    ]);
  });

  it('is announced: each due date is among the debits to come on its own day', () => {
    expect(upcomingDebits(debt, unlockedOn, 10).map(({ debit_date, amount_cents }) => [debit_date, amount_cents])).toEqual([
      ['2026-11-25', 1_000],
      ['2026-11-27', 10_000],
      ['2026-11-30', 4_000],
    ]);
  });

  it('is drawn all in one go by an account that was never locked', () => {
    expect(on('2026-11-23', { ...debt, unlockedOn: null })).toEqual([
      ['2026-11-10', 1_000],
      ['2026-11-12', 2_000],
      ['2026-11-20', 4_000],
    ]);
  });
});
