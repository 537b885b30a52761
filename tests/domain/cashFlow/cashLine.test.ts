import { describe, expect, it } from 'vitest';
import { addCalendarDays, isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { type CashDay, type CashFlow, cashLine, type ExpectedPayout } from '../../../server/domain/cashFlow/cashLine.ts';
import { cashWeeks } from '../../../server/domain/cashFlow/cashWeeks.ts';
import { lowestPoint } from '../../../server/domain/cashFlow/lowestPoint.ts';

const today = isoDate('2026-11-16');
const flow = (date: string, amount: number, different: Partial<CashFlow> = {}): CashFlow => ({
  date: isoDate(date),
  kind: amount < 0 ? 'draw' : 'payout',
  label: '',
  amount_cents: cents(amount),
  is_known: true,
  ...different,
});
const payout = (date: string, paid_on: string, [low, expected, high]: [number, number, number]): ExpectedPayout => ({
  date: isoDate(date),
  paid_on: isoDate(paid_on),
  low_cents: cents(low),
  expected_cents: cents(expected),
  high_cents: cents(high),
});
const line = (flows: readonly CashFlow[], payouts: readonly ExpectedPayout[] = [], share = 10_000) =>
  cashLine({ today, balance: cents(100_000), flows, payouts, share });
const on = (days: readonly CashDay[], date: string) => days.find((day) => day.date === date);

describe('the line of the balance', () => {
  it('has ninety days, and only what is known while nothing is expected', () => {
    const days = line([flow('2026-11-17', 5_000), flow('2026-11-20', -40_000)]);
    expect([days.length, days[0]?.date, days.at(-1)?.date]).toEqual([90, '2026-11-16', '2027-02-13']);
    expect(on(days, '2026-11-19')).toEqual({ date: '2026-11-19', low_cents: 105_000, expected_cents: 105_000, high_cents: 105_000, is_known: true });
    expect(days.at(-1)).toMatchObject({ expected_cents: 65_000, is_known: true });
  });

  it('counts what came before today as of today', () => {
    expect(line([flow('2026-11-14', -1_000)])[0]).toMatchObject({ expected_cents: 99_000 });
  });

  it('is expected from the first flow on that is', () => {
    const days = line([flow('2026-11-18', -500, { kind: 'recurring', is_known: false })]);
    expect(days.slice(0, 4).map(({ is_known }) => is_known)).toEqual([true, true, false, false]);
  });

  it('has the range of the day where one day is expected, of which a share is paid', () => {
    const days = line([], [payout('2026-11-16', '2026-11-18', [600, 1_000, 2_000])], 9_000);
    expect(on(days, '2026-11-17')).toMatchObject({ low_cents: 100_000, high_cents: 100_000, is_known: true });
    // 90 % of 600, 1,000 and 2,000.
    expect(on(days, '2026-11-18')).toEqual({ date: '2026-11-18', low_cents: 100_540, expected_cents: 100_900, high_cents: 101_800, is_known: false });
  });

  it('adds days of different weekdays as distances at right angles', () => {
    // 300 and 400 below make 500; 600 and 800 above make 1,000.
    const days = line([], [payout('2026-11-16', '2026-11-18', [700, 1_000, 1_600]), payout('2026-11-17', '2026-11-19', [600, 1_000, 1_800])]);
    expect(on(days, '2026-11-19')).toMatchObject({ low_cents: 101_500, expected_cents: 102_000, high_cents: 103_000 });
  });

  it('adds days of one weekday further than that, as they share their four samples', () => {
    // Twice 300: (4 · 2 · 90,000 + 600²) / 5 = 216,000, whose root is 464.8.
    const days = line([], [payout('2026-11-16', '2026-11-18', [700, 1_000, 1_300]), payout('2026-11-23', '2026-11-25', [700, 1_000, 1_300])]);
    expect(on(days, '2026-11-25')).toMatchObject({ low_cents: 101_535, expected_cents: 102_000, high_cents: 102_465 });
  });
});

describe('the lowest point', () => {
  const wordsOf = (flows: readonly CashFlow[]) => lowestPoint(line(flows), flows)?.words;

  it('is named with its day, in whole dollars, after the draw of that day', () => {
    const flows = [flow('2026-11-20', 35_000), flow('2026-12-12', -14_599), flow('2026-12-13', 5_000)];
    expect(lowestPoint(line([flow('2026-12-12', -14_599)]), flows)).toEqual({ date: '2026-12-12', cents: 85_401, words: 'Dec 12: $854 left after the draw' });
    expect(wordsOf([flow('2026-12-12', -10_000), flow('2026-12-12', -4_599)])).toBe('Dec 12: $854 left after the draws');
  });

  it('is today where the balance only rises', () => {
    expect(wordsOf([flow('2026-11-20', 100)])).toBe('Today: $1,000 left');
  });

  it('says what is missing', () => {
    expect(wordsOf([flow('2026-12-12', -131_050)])).toBe('Dec 12: $311 short after the draw');
  });

  it('is nothing without a line', () => {
    expect(lowestPoint([], [])).toBeNull();
  });
});

describe('the weeks of the line', () => {
  it('sum what comes in and what goes out, and end with the balance', () => {
    const flows = [flow('2026-11-16', 1_000), flow('2026-11-22', -300), flow('2026-11-23', -50)];
    const [first, second, ...later] = cashWeeks(line(flows), flows);
    expect(first).toMatchObject({ from: '2026-11-16', until: '2026-11-22', in_cents: 1_000, out_cents: 300, end: { expected_cents: 100_700 } });
    expect(second).toMatchObject({ from: '2026-11-23', until: '2026-11-29', in_cents: 0, out_cents: 50, end: { expected_cents: 100_650 } });
    // Ninety days are twelve weeks and six days.
    expect(later.at(-1)).toMatchObject({ from: '2027-02-08', until: addCalendarDays(today, 89) });
    expect(later).toHaveLength(11);
  });
});
