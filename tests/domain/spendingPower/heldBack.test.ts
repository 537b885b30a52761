import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { freedLater, heldBackCents, repaymentTrust } from '../../../server/domain/spendingPower/heldBack.ts';

const today = isoDate('2026-12-01');
const rule = { afterFinalRepayments: 3, basisPointsOfLimit: 5_000 };

/** A repayment that settled, or failed, on a day of November. */
const draw = (day: number, amount: number, final_on: string | null, status = 'settled') => ({
  status,
  amount_cents: cents(amount),
  finished_at: status === 'pending' ? null : new Date(Date.UTC(2026, 10, day, 15)),
  final_on: final_on === null ? null : isoDate(final_on),
});
type Draws = ReturnType<typeof draw>[];
const final = [1, 2, 3].map((day) => draw(day, 100, '2026-11-09', 'funds_available'));
const later = draw(28, 7_000, '2026-12-03');
const returned = (day: number) => draw(day, 100, null, 'returned');

describe('what repayments freed is held back', () => {
  it.each<[string, Draws, number, number]>([
    ['until the day on which they are final', [draw(27, 400, '2026-12-01'), draw(28, 500, '2026-12-02')], 10_000, 500],
    ['while that day is not known', [draw(28, 500, null)], 10_000, 500],
    ['not before they settle', [draw(28, 500, null, 'pending'), returned(28)], 10_000, 0],
    ['beyond half the limit, after three that are final', [...final, later], 10_000, 2_000],
    ['not up to half the limit then', [...final, later], 14_000, 0],
    ['beyond half the limit rounded down', [...final, later], 13_999, 1],
    ['whole, after two', [...final.slice(1), later], 10_000, 7_000],
    ['whole, after one that came back since the first of three', [...final, returned(1), later], 10_000, 7_000],
    ['as ever, after one that came back before them', [returned(0), ...final, later], 10_000, 2_000],
    ['whole of an account without a limit', [...final, later], 0, 7_000],
  ])('%s', (_, draws, total, expected) => {
    expect(heldBackCents(repaymentTrust(draws, today), cents(total), rule)).toBe(expected);
  });

  it.each<[string, Draws, [string, number][]]>([
    [
      'on each day on which some are final',
      [later, draw(29, 500, '2026-12-05'), draw(29, 50, null)],
      [
        ['2026-12-03', 7_000],
        ['2026-12-05', 500],
      ],
    ],
    // On the 2nd the third one is final: of the 7,000 that are not, 5,000 are free.
    [
      'sooner by the trust of the third',
      [...final.slice(1), draw(27, 1_000, '2026-12-02'), later],
      [
        ['2026-12-02', 6_000],
        ['2026-12-03', 2_000],
      ],
    ],
    ['on no day of those that are within half the limit', [...final, draw(29, 500, '2026-12-05')], []],
  ])('and freed %s', (_, draws, expected) => {
    expect(freedLater(draws, today, cents(10_000), rule).map(({ on, cents: freed }) => [on, freed])).toEqual(expected);
  });
});
