import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { subscriptionsOf } from '../../../server/domain/insights/subscriptions.ts';

/** Charges written `2026-01-05 19.99`. */
const charges = (...lines: string[]) =>
  lines.map((line) => {
    const [day = '', amount] = line.split(' ');
    return { day: isoDate(day), amount_cents: cents(Math.round(Number(amount) * 100)) };
  });
const found = (today: string, ...lines: string[]) => subscriptionsOf(charges(...lines), isoDate(today));
const rhythms = (today: string, ...lines: string[]) => found(today, ...lines).map(({ rhythm, next_on }) => `${rhythm} ${next_on}`);

describe('a subscription', () => {
  it('is three charges a month apart, with its next day, its cost in a year and what it came to', () => {
    expect(found('2026-03-20', '2026-01-05 19.99', '2026-02-05 19.99', '2026-03-05 19.99')).toEqual([
      {
        rhythm: 'monthly',
        amount_cents: 1_999,
        yearly_cents: 23_988,
        first_on: '2026-01-05',
        last_on: '2026-03-05',
        next_on: '2026-04-05',
        count: 3,
        charged_cents: 5_997,
        is_one_of_several: false,
        rise: null,
      },
    ]);
  });

  it('is not two charges, nor three without a rhythm', () => {
    expect(found('2026-03-01', '2026-01-05 19.99', '2026-02-05 19.99')).toEqual([]);
    expect(found('2026-03-01', '2026-01-05 19.99', '2026-01-25 19.99', '2026-02-05 19.99')).toEqual([]);
    expect(found('2026-03-01')).toEqual([]);
  });

  it.each([
    ['weekly, a day early or late', ['2026-01-05 9', '2026-01-11 9', '2026-01-19 9'], ['weekly 2026-01-26']],
    ['weekly by two days late', ['2026-01-05 9', '2026-01-12 9', '2026-01-21 9'], []],
    ['monthly, three days early or late', ['2026-01-10 9', '2026-02-07 9', '2026-03-10 9'], ['monthly 2026-04-10']],
    ['monthly by four days late', ['2026-01-10 9', '2026-02-10 9', '2026-03-14 9'], []],
    ['at the end of months', ['2025-12-31 9', '2026-01-31 9', '2026-02-28 9'], ['monthly 2026-03-31']],
    ['on the first, once at the end of the month before', ['2026-01-01 9', '2026-02-01 9', '2026-02-28 9'], ['monthly 2026-04-01']],
    ['yearly, seven days early or late', ['2024-03-10 99', '2025-03-17 99', '2026-03-10 99'], ['yearly 2027-03-10']],
    ['yearly by eight days late', ['2024-03-10 99', '2025-03-18 99', '2026-03-18 99'], []],
  ])('is %s', (_, lines, expected) => {
    expect(rhythms(lines.at(-1)?.slice(0, 10) ?? '', ...lines)).toEqual(expected);
  });

  it('begins where the rhythm began', () => {
    const [one] = found('2026-04-01', '2025-11-02 9', '2026-01-05 9', '2026-02-05 9', '2026-03-05 9');
    expect([one?.count, one?.first_on]).toEqual([3, '2026-01-05']);
  });

  it('leaves out the day on which something else was bought, so that its days hold its charges alone', () => {
    const [one] = found('2026-05-01', '2026-01-05 80', '2026-01-05 9', '2026-02-05 9', '2026-03-05 9', '2026-04-05 9');
    expect([one?.count, one?.first_on]).toEqual([3, '2026-02-05']);
  });

  it.each([
    ['weekly', '2026-01-29', ['2026-01-05 9', '2026-01-12 9', '2026-01-19 9'], 1],
    ['weekly', '2026-01-30', ['2026-01-05 9', '2026-01-12 9', '2026-01-19 9'], 0],
    ['monthly', '2026-04-12', ['2026-01-05 9', '2026-02-05 9', '2026-03-05 9'], 1],
    ['monthly', '2026-04-13', ['2026-01-05 9', '2026-02-05 9', '2026-03-05 9'], 0],
    ['yearly', '2027-04-09', ['2024-03-10 9', '2025-03-10 9', '2026-03-10 9'], 1],
    ['yearly', '2027-04-10', ['2024-03-10 9', '2025-03-10 9', '2026-03-10 9'], 0],
  ])('that is %s has ended when its charge is overdue past the grace, as on %s', (_, today, lines, count) => {
    expect(found(today, ...lines)).toHaveLength(count);
  });
});

describe('the amounts of a subscription', () => {
  it('may differ by 10 % from one charge to the next, as of a bill by use', () => {
    expect(found('2026-03-05', '2026-01-05 100.00', '2026-02-05 110.00', '2026-03-05 99.00')).toMatchObject([{ amount_cents: 9_900, rise: null }]);
    expect(found('2026-03-05', '2026-01-05 100.00', '2026-02-05 110.01', '2026-03-05 110.01')).toEqual([]);
  });

  it('may make a step after two equal charges, to half or to twice', () => {
    const before = ['2026-01-05 10', '2026-02-05 10'];
    expect(found('2026-03-05', ...before, '2026-03-05 20')).toHaveLength(1);
    expect(found('2026-03-05', ...before, '2026-03-05 5')).toHaveLength(1);
    expect(found('2026-03-05', ...before, '2026-03-05 20.01')).toEqual([]);
    expect(found('2026-03-05', ...before, '2026-03-05 4.99')).toEqual([]);
  });

  it('say from what to what the price rose, since when, and what that costs in a year', () => {
    const [one] = found('2026-05-01', '2026-01-05 19.99', '2026-02-05 19.99', '2026-03-05 24.99', '2026-04-05 24.99');
    expect(one).toMatchObject({ amount_cents: 2_499, rise: { from_cents: 1_999, to_cents: 2_499, since: '2026-03-05', yearly_cents: 6_000 } });
    const [weekly] = found('2026-01-26', '2026-01-05 9', '2026-01-12 9', '2026-01-19 9.50');
    expect(weekly?.rise).toEqual({ from_cents: 900, to_cents: 950, since: '2026-01-19', yearly_cents: 2_600 });
  });

  it('tell of no rise when the price fell, and name the latest of two', () => {
    expect(found('2026-04-05', '2026-01-05 12', '2026-02-05 12', '2026-03-05 10', '2026-04-05 10')[0]?.rise).toBeNull();
    const twice = ['2026-01-05 10', '2026-02-05 10', '2026-03-05 12', '2026-04-05 12', '2026-05-05 15'];
    expect(found('2026-05-05', ...twice)[0]?.rise).toEqual({ from_cents: 1_200, to_cents: 1_500, since: '2026-05-05', yearly_cents: 3_600 });
  });

  it('may be one of several at the merchant: then those of exactly one amount count', () => {
    const mixed = ['2026-01-05 14.99', '2026-01-20 212.40', '2026-02-05 14.99', '2026-02-06 33.10', '2026-03-05 14.99', '2026-03-19 7.25'];
    expect(found('2026-03-20', ...mixed)).toMatchObject([{ rhythm: 'monthly', amount_cents: 1_499, count: 3, charged_cents: 4_497, is_one_of_several: true }]);
  });
});
