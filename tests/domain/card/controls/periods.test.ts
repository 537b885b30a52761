import { describe, expect, it } from 'vitest';
import { dayIn } from '../../../../server/domain/basics/dates.ts';
import { hourIn } from '../../../../server/domain/basics/zoneFormats.ts';
import { endOfDayIn, periodStarts, renewalOf } from '../../../../server/domain/card/controls/periods.ts';

const newYork = 'America/New_York';

describe('the periods of a limit', () => {
  it.each([
    ['in winter, five hours after UTC', newYork, '2026-01-15', '2026-01-15T05:00:00Z'],
    ['in summer, four hours after UTC', newYork, '2026-07-15', '2026-07-15T04:00:00Z'],
    ['on the day of 23 hours', newYork, '2026-03-08', '2026-03-08T05:00:00Z'],
    ['the day after that', newYork, '2026-03-09', '2026-03-09T04:00:00Z'],
    ['on the day of 25 hours', newYork, '2026-11-01', '2026-11-01T04:00:00Z'],
    ['the day after that', newYork, '2026-11-02', '2026-11-02T05:00:00Z'],
    ['where clocks skip midnight, at one', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z'],
    ['where midnight comes twice, at the first', 'America/Havana', '2026-11-01', '2026-11-01T04:00:00Z'],
    ['half an hour beside the others', 'Asia/Kolkata', '2026-07-15', '2026-07-14T18:30:00Z'],
    ['first of all in the world', 'Pacific/Kiritimati', '2026-07-15', '2026-07-14T10:00:00Z'],
    ['last of all in the world', 'Etc/GMT+12', '2026-07-15', '2026-07-15T12:00:00Z'],
  ])('a day begins %s', (_, zone, day, start) => {
    // Twenty hours later it is still that day, also where clocks are put forward.
    const during = new Date(Date.parse(start) + 20 * 3_600_000);
    expect([periodStarts(zone, during).day.toISOString(), dayIn(zone, during)]).toEqual([new Date(start).toISOString(), day]);
  });

  it('begin with the day, with Monday, with the first of the month, and with the year', () => {
    // Sunday, March 8, 2026, at 23:30 in New York: Monday already in UTC, and the clocks were put forward that morning.
    expect(periodStarts(newYork, new Date('2026-03-09T03:30:00Z'))).toEqual({
      day: new Date('2026-03-08T05:00:00Z'),
      week: new Date('2026-03-02T05:00:00Z'),
      month: new Date('2026-03-01T05:00:00Z'),
      year: new Date('2026-01-01T05:00:00Z'),
    });
    // Half an hour later it is Monday, and so it is where the day before was kept in mind.
    expect(periodStarts(newYork, new Date('2026-03-09T04:00:00Z'))).toMatchObject({
      day: new Date('2026-03-09T04:00:00Z'),
      week: new Date('2026-03-09T04:00:00Z'),
    });
    expect(periodStarts(newYork, new Date('2026-03-09T03:59:59.999Z')).day).toEqual(new Date('2026-03-08T05:00:00Z'));
  });

  it.each([
    ['per_day', '2026-11-02T05:00:00Z'],
    ['per_week', '2026-11-02T05:00:00Z'],
    ['per_month', '2026-12-01T05:00:00Z'],
    ['per_year', '2027-01-01T05:00:00Z'],
  ] as const)('%s begins anew', (limit, renewal) => {
    // Sunday, November 1, 2026, before the clocks are put back.
    expect(renewalOf(limit, newYork, new Date('2026-11-01T05:30:00Z'))).toEqual(new Date(renewal));
  });

  it('a limit of one purchase and one for ever never begin anew', () => {
    expect([renewalOf('per_purchase', newYork, new Date()), renewalOf('in_all', newYork, new Date())]).toEqual([null, null]);
  });

  it('tell the hour of the day, midnight as 0, and when the day ends', () => {
    expect([hourIn(newYork, new Date('2026-07-15T04:00:00Z')), hourIn(newYork, new Date('2026-07-15T03:59:00Z'))]).toEqual([0, 23]);
    // An hour less than a day after this instant is still the same day.
    expect(endOfDayIn(newYork, new Date('2026-11-01T04:30:00Z'), 1)).toEqual(new Date('2026-11-03T05:00:00Z'));
    expect(endOfDayIn(newYork, new Date('2026-11-01T20:00:00Z'))).toEqual(new Date('2026-11-02T05:00:00Z'));
  });
});
