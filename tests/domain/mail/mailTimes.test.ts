import { describe, expect, it } from 'vitest';
import { dayMs, isoDate } from '../../../server/domain/basics/dates.ts';
import { isMailTime, isNoticeDue, lastDebitToTell, mondayOfSummary, type SentWarning, warningDue } from '../../../server/domain/mail/mailTimes.ts';
import type { UsedThreshold } from '../../../server/domain/spendingPower/spendingPowerFigures.ts';
import { bankHolidays } from '../../../server/holidays.ts';

const newYork = 'America/New_York';
const losAngeles = 'America/Los_Angeles';

describe('the Monday summary', () => {
  // Clocks in the United States go forward on Mar 8, 2026 and back on Nov 1, 2026, both Sundays.
  it.each([
    ['the winter before', newYork, '2026-03-02T12:59:59Z', null],
    ['the winter before', newYork, '2026-03-02T13:00:00Z', '2026-03-02'],
    ['the day after clocks went forward', newYork, '2026-03-09T11:59:59Z', null],
    ['the day after clocks went forward', newYork, '2026-03-09T12:00:00Z', '2026-03-09'],
    ['the day after clocks went back', newYork, '2026-11-02T12:59:59Z', null],
    ['the day after clocks went back', newYork, '2026-11-02T13:00:00Z', '2026-11-02'],
    ['the other coast, where it is still too early', losAngeles, '2026-11-02T13:00:00Z', null],
    ['the other coast', losAngeles, '2026-11-02T16:00:00Z', '2026-11-02'],
    ['the other coast in summer', losAngeles, '2026-07-06T15:00:00Z', '2026-07-06'],
    ['the evening', newYork, '2026-11-03T00:59:59Z', '2026-11-02'],
    ['the night, though it is Tuesday in UTC', newYork, '2026-11-03T01:00:00Z', null],
    ['Sunday night, though it is Monday in UTC', newYork, '2026-11-02T01:00:00Z', null],
    ['Tuesday', newYork, '2026-11-03T15:00:00Z', null],
  ])('in %s (%s, %s): %s', (_, timeZone, now, monday) => {
    expect(mondayOfSummary(timeZone, new Date(now))).toBe(monday);
  });

  it('comes once for each Monday of a year, in any zone, on whatever hour it is looked for', () => {
    for (const timeZone of [newYork, losAngeles, 'Pacific/Honolulu', 'Asia/Kolkata']) {
      const found = new Set<string>();
      const start = Date.UTC(2026, 0, 5);
      for (let hour = 0; hour < 24 * 364; hour += 1) {
        const monday = mondayOfSummary(timeZone, new Date(start + hour * 3_600_000));
        if (monday) found.add(monday);
      }
      expect([...found].every((day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1)).toBe(true);
      expect(found.size).toBe(52);
    }
  });
});

it.each([
  ['2026-11-25T12:59:59Z', false],
  ['2026-11-25T13:00:00Z', true],
  ['2026-11-26T00:59:59Z', true],
  ['2026-11-26T01:00:00Z', false],
])('at %s in New York people are written to: %s', (now, isTime) => {
  expect(isMailTime(newYork, new Date(now))).toBe(isTime);
});

describe('a debit on Monday, Nov 30, 2026, after Thanksgiving', () => {
  const debit = isoDate('2026-11-30');
  const isBankHoliday = bankHolidays();

  it.each([
    ['2026-11-24', false],
    ['2026-11-25', true],
    ['2026-11-29', true],
    ['2026-11-30', false],
  ])('on %s has its notice due: %s', (today, isDue) => {
    expect(isNoticeDue(debit, isoDate(today), isBankHoliday)).toBe(isDue);
  });
});

describe('the last debit that a letter may be due about', () => {
  const isBankHoliday = bankHolidays();

  it.each([
    ['a Monday: the notice of Wednesday is due', '2026-11-16', '2026-11-18'],
    ['the Wednesday before Thanksgiving: the notice of Monday is due', '2026-11-25', '2026-11-30'],
    ['a Thursday: the notice of Monday is due', '2026-11-19', '2026-11-23'],
    ['a Friday: the notice of Tuesday is due', '2026-11-13', '2026-11-17'],
  ])('%s', (_, today, last) => {
    expect(lastDebitToTell(isoDate(today), isBankHoliday)).toBe(last);
  });

  it('leaves out none of three years', () => {
    for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2029, 0, 1); time += dayMs) {
      const debit = isoDate(new Date(time).toISOString().slice(0, 10));
      if (isBankHoliday(debit)) continue;
      for (let ahead = 1; ahead <= 12; ahead += 1) {
        const today = isoDate(new Date(time - ahead * dayMs).toISOString().slice(0, 10));
        const isDue = isNoticeDue(debit, today, isBankHoliday);
        if (isDue) expect(lastDebitToTell(today, isBankHoliday) >= debit, `${debit} on ${today}`).toBe(true);
      }
    }
  });
});

describe('a warning of spending power', () => {
  const now = new Date('2026-11-23T14:00:00Z');
  const sent = (threshold: UsedThreshold, daysAgo: number): SentWarning => ({ threshold, at: new Date(now.getTime() - daysAgo * dayMs) });
  const just = 1 / dayMs;

  it.each<[string, UsedThreshold | null, UsedThreshold | null, SentWarning[], UsedThreshold | null]>([
    ['comes when a threshold is reached', null, 75, [], 75],
    ['comes of the highest that is reached at once', null, 100, [], 100],
    ['comes of a higher one in the same week', 75, 90, [sent(75, 1)], 90],
    ['does not come while usage stays where it is', 75, 75, [], null],
    ['does not come when usage falls to a threshold', 90, 75, [], null],
    ['does not come below all thresholds', 90, null, [], null],
    ['does not come twice in a week', null, 75, [sent(75, 7 - just)], null],
    ['comes again after a week', null, 75, [sent(75, 7)], 75],
    ['does not come when more was told within the week', null, 75, [sent(90, 2)], null],
    ['comes when the higher one was told long ago', null, 75, [sent(90, 8)], 75],
  ])('%s', (_, reachedBefore, reached, warnings, due) => {
    expect(warningDue({ reached, reachedBefore, sent: warnings, now })).toBe(due);
  });
});
