import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { emptyOverride, readOverride } from '../../../standalone/staff/newOverride.ts';

const typed = { ...emptyOverride, amount: '5000', reason: 'until spring' };
const context = { today: isoDate('2026-07-04'), bounds: null };

describe('an override as typed', () => {
  it.each([
    ['America/New_York', '2026-07-04', '2026-07-05T04:00:00.000Z'],
    ['America/Los_Angeles', '2036-02-29', '2036-03-01T08:00:00.000Z'],
    ['America/Chicago', '2026-11-01', '2026-11-02T06:00:00.000Z'],
  ])('ends with its last day in %s', (time_zone, lastDay, expires_at) => {
    expect(readOverride({ ...typed, lastDay }, { ...context, time_zone }).body).toMatchObject({ override_cents: 5_000, expires_at });
  });

  it.each(['', '12.50', '1000000001'])('says of the amount “%s” how much it may be, in dollars', (amount) => {
    const { body, problems } = readOverride({ ...typed, amount }, { ...context, time_zone: 'America/New_York' });
    expect([body, problems.amount]).toEqual([null, 'Enter whole cents, from 0 to $10,000,000.00: for $1,234.56 type 123456.']);
  });

  it('cannot end before the program’s day', () => {
    const { body, problems } = readOverride({ ...typed, lastDay: '2026-07-03' }, { ...context, time_zone: 'America/New_York' });
    expect([body, problems.lastDay]).toEqual([null, 'Enter a day from today on.']);
  });
});
