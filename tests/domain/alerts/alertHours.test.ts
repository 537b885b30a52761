import { describe, expect, it } from 'vitest';
import { alertHoursProblem, alertTime, noAlertHours, withQuietFrom } from '../../../server/domain/alerts/alertHours.ts';

const timeZone = 'America/New_York';
const quiet = { ...noAlertHours, quiet_from: 21, quiet_until: 7 };
const digest = { ...noAlertHours, digest_hour: 18 };
const at = (instant: string) => ({ timeZone, now: new Date(instant) });
const due = (instant: string, isDigest = false) => ({ dueAt: new Date(instant), isDigest });
const atOnce = { dueAt: null, isDigest: false };

describe('quiet hours', () => {
  // New York is five hours behind UTC in November, and four in July.
  it.each([
    ['what costs money today comes at once', 'now', '2026-11-24T04:00:00Z', atOnce],
    ['by day all comes at once', 'soon', '2026-11-24T17:00:00Z', atOnce],
    ['at night the rest waits until morning', 'soon', '2026-11-24T04:00:00Z', due('2026-11-24T12:00:00Z')],
    ['also a minute before it', 'soon', '2026-11-24T11:59:00Z', due('2026-11-24T12:00:00Z')],
    ['from their first hour on', 'soon', '2026-11-24T02:00:00Z', due('2026-11-24T12:00:00Z')],
    ['not a minute earlier', 'soon', '2026-11-24T01:59:00Z', atOnce],
    ['not in the hour in which they end', 'soon', '2026-11-24T12:00:00Z', atOnce],
    ['in summer too', 'daily', '2026-07-24T03:00:00Z', due('2026-07-24T11:00:00Z')],
    // Clocks go back at 2:00 on November 1, and forward at 2:00 on March 8.
    ['in the night in which clocks go back', 'soon', '2026-11-01T03:00:00Z', due('2026-11-01T12:00:00Z')],
    ['in the night in which they go forward', 'soon', '2026-03-08T04:00:00Z', due('2026-03-08T11:00:00Z')],
  ] as const)('%s', (_, urgency, now, expected) => {
    expect(alertTime(urgency, quiet, at(now))).toEqual(expected);
  });

  it('may lie in the day', () => {
    const day = { ...noAlertHours, quiet_from: 9, quiet_until: 17 };
    expect(alertTime('soon', day, at('2026-11-24T15:00:00Z'))).toEqual(due('2026-11-24T22:00:00Z'));
    expect(alertTime('soon', day, at('2026-11-24T04:00:00Z'))).toEqual(atOnce);
  });

  it('go by the person’s own clock', () => {
    expect(alertTime('soon', { ...quiet, time_zone: 'Asia/Kathmandu' }, at('2026-11-24T17:00:00Z'))).toEqual(due('2026-11-25T01:15:00Z'));
  });
});

describe('quiet hours that are chosen', () => {
  it.each([
    ['begin the usual night', noAlertHours, 21, [21, 7]],
    ['end elsewhere when they begin in the morning', noAlertHours, 7, [7, 21]],
    ['keep the end that was chosen', { ...quiet, quiet_until: 9 }, 22, [22, 9]],
    ['do not end in the hour in which they begin', { ...quiet, quiet_until: 9 }, 9, [9, 7]],
    ['end with the choice of none', quiet, null, [null, null]],
  ] as const)('%s', (_, before, from, [quiet_from, quiet_until]) => {
    expect(withQuietFrom(before, from)).toEqual({ ...before, quiet_from, quiet_until });
  });
});

describe('a digest', () => {
  it.each([
    ['takes what can wait a day to its hour', 'daily', '2026-11-24T15:00:00Z', due('2026-11-24T23:00:00Z', true)],
    ['takes what comes at its hour to the next day', 'daily', '2026-11-24T23:00:00Z', due('2026-11-25T23:00:00Z', true)],
    ['leaves what cannot wait', 'soon', '2026-11-24T15:00:00Z', atOnce],
  ] as const)('%s', (_, urgency, now, expected) => {
    expect(alertTime(urgency, digest, at(now))).toEqual(expected);
  });

  it('waits for the end of quiet hours in which its hour lies', () => {
    expect(alertTime('daily', { ...quiet, digest_hour: 5 }, at('2026-11-24T17:00:00Z'))).toEqual(due('2026-11-25T12:00:00Z', true));
  });

  it('at an hour that a change of the clock leaves out comes the next day', () => {
    expect(alertTime('daily', { ...noAlertHours, digest_hour: 2 }, at('2026-03-08T06:00:00Z'))).toEqual(due('2026-03-09T06:00:00Z', true));
  });
});

describe('chosen hours', () => {
  it.each([
    ['a beginning without an end', { ...quiet, quiet_until: null }],
    ['an end without a beginning', { ...quiet, quiet_from: null }],
    ['an end at the beginning', { ...quiet, quiet_until: 21 }],
    ['a time zone that is none', { ...quiet, time_zone: 'Moon/Sea' }],
  ])('are refused with words: %s', (_, hours) => {
    expect(alertHoursProblem(hours)).toMatch(/\.$/);
  });

  it('are kept otherwise', () => {
    expect([alertHoursProblem(quiet), alertHoursProblem(noAlertHours)]).toEqual([null, null]);
  });
});
