import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { periodOfDays, presetRange, type RangePreset, rangeProblem } from '../../../server/domain/reports/reportRanges.ts';

describe('a range of a report', () => {
  it.each<[RangePreset, string, string, string]>([
    ['this_month', '2026-07-15', '2026-07-01', '2026-07-15'],
    ['this_month', '2026-07-01', '2026-07-01', '2026-07-01'],
    ['last_month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['last_month', '2028-03-01', '2028-02-01', '2028-02-29'],
    ['last_month', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['last_90_days', '2026-07-15', '2026-04-17', '2026-07-15'],
    ['last_90_days', '2028-03-01', '2027-12-03', '2028-03-01'],
    ['this_year', '2026-12-31', '2026-01-01', '2026-12-31'],
    ['this_year', '2026-01-01', '2026-01-01', '2026-01-01'],
    ['last_12_months', '2026-07-15', '2025-08-01', '2026-07-15'],
    ['last_12_months', '2026-12-31', '2026-01-01', '2026-12-31'],
  ])('%s as of %s is %s to %s', (preset, today, first, last) => {
    expect(presetRange(preset, isoDate(today))).toEqual({ first, last });
  });

  it('holds all of its last day', () => {
    const { start, end } = periodOfDays({ first: isoDate('2026-02-01'), last: isoDate('2026-02-28') });
    expect([start.toISOString(), end.toISOString()]).toEqual(['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z']);
  });
});

describe('a typed range', () => {
  it.each([
    ['is missing a day', { first: '', last: '2026-02-28' }, 'Choose a first and a last day.'],
    ['has a day that is none', { first: '2026-02-30', last: '2026-03-01' }, 'Choose a first and a last day.'],
    ['ends before it begins', { first: '2026-03-02', last: '2026-03-01' }, 'The last day lies before the first.'],
    ['ends on a day that has no next one', { first: '2026-01-01', last: '9999-12-31' }, 'Choose a day from 2000 to 2999.'],
    ['begins in a year that is being typed', { first: '0202-01-01', last: '2026-01-31' }, 'Choose a day from 2000 to 2999.'],
    ['is one day', { first: '2026-03-01', last: '2026-03-01' }, null],
  ])('%s', (_, range, problem) => {
    expect(rangeProblem(range)).toBe(problem);
  });

  it('ends with its last day', () => {
    const { start, end } = periodOfDays({ first: '2026-02-27', last: '2026-03-01' });
    expect([start.toISOString(), end.toISOString()]).toEqual(['2026-02-27T00:00:00.000Z', '2026-03-02T00:00:00.000Z']);
  });
});
