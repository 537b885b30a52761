import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../server/domain/basics/errors.ts';
import { addMonths, contains, formatMonth, lastTwelveMonths, monthOf, periodOfMonth, readMonth, wholeDaysOf } from '../../../server/domain/basics/periods.ts';

describe('a month', () => {
  it('starts at its first instant in UTC and ends before the next', () => {
    const july = periodOfMonth(readMonth('2026-07'));
    expect(july).toEqual({ start: new Date('2026-07-01T00:00:00Z'), end: new Date('2026-08-01T00:00:00Z') });
    expect(contains(july, new Date('2026-07-01T00:00:00.000Z'))).toBe(true);
    expect(contains(july, new Date('2026-07-31T23:59:59.999Z'))).toBe(true);
    expect(contains(july, new Date('2026-08-01T00:00:00.000Z'))).toBe(false);
    expect(contains(july, new Date('2026-06-30T23:59:59.999Z'))).toBe(false);
  });

  it('holds each instant once', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }), (instant) => {
        const month = monthOf(instant);
        expect(contains(periodOfMonth(month), instant)).toBe(true);
        expect(contains(periodOfMonth(addMonths(month, 1)), instant)).toBe(false);
        expect(contains(periodOfMonth(addMonths(month, -1)), instant)).toBe(false);
      }),
    );
  });

  it.each(['2026-13', '2026-00', '2026-7', '2026', '2026-07-01', ''])('is not %j', (text) => {
    expect(() => readMonth(text)).toThrow(DomainError);
  });

  it('is named in full', () => {
    expect(formatMonth(readMonth('2026-07'))).toBe('July 2026');
  });
});

it.each([
  ['2026-07-01T00:00:00.000Z', '2026-07-03T00:00:00.000Z', '2026-07-01T00:00:00.000Z', '2026-07-03T00:00:00.000Z'],
  ['2026-07-01T00:00:00.001Z', '2026-07-03T23:59:59.999Z', '2026-07-02T00:00:00.000Z', '2026-07-03T00:00:00.000Z'],
  ['2026-06-30T18:00:00.000Z', '2026-07-02T06:00:00.000Z', '2026-07-01T00:00:00.000Z', '2026-07-02T00:00:00.000Z'],
])('of the period from %s to %s the whole days are those from %s to %s', (start, end, first, last) => {
  expect(wholeDaysOf({ start: new Date(start), end: new Date(end) })).toEqual({ start: new Date(first), end: new Date(last) });
});

it.each([
  ['2026-07-01T01:00:00Z', '2026-07-02T23:00:00Z'],
  ['2026-07-01T01:00:00Z', '2026-07-01T02:00:00Z'],
  ['2026-07-01T00:00:00Z', '2026-07-01T00:00:00Z'],
])('no day lies whole between %s and %s', (start, end) => {
  expect(wholeDaysOf({ start: new Date(start), end: new Date(end) })).toBeNull();
});

it('offers statements of the running month and the eleven before it, newest first', () => {
  const months = lastTwelveMonths(new Date('2026-02-28T23:59:59Z'));
  expect(months).toEqual(['2026-02', '2026-01', '2025-12', '2025-11', '2025-10', '2025-09', '2025-08', '2025-07', '2025-06', '2025-05', '2025-04', '2025-03']);
});
