import { describe, expect, it } from 'vitest';
import { boundsInWords, fieldsOfOverride, mostAllowed, overrideInForce, overrideInWords } from '../../../server/domain/spendingPower/spendingPowerOverride.ts';
import { newReceiver } from '../../support/receiver.ts';

const now = new Date('2026-07-04T12:00:00Z');
const end = '2026-07-05T00:00:00.000Z';
const one = (amount: number) => ({ spending_power_override_min: amount, spending_power_override_max: amount });
const nothing = { override_cents: null, expires_at: null, floor_cents: null, ceiling_cents: null, bounds_expire_at: null };

it.each([
  ['no override', {}, {}],
  ['one for good', { override_spend_limit: 123_400 }, { override_cents: 123_400 }],
  ['one for good of nothing at all', { override_spend_limit: 0 }, { override_cents: 0 }],
  ['one that still has to end', { ...one(5_000), spending_power_override_expiration_at: end }, { override_cents: 5_000, expires_at: end }],
  ['one that ends this very moment', { ...one(5_000), spending_power_override_expiration_at: now.toISOString() }, {}],
  ['a floor', { spending_power_override_min: 5_000 }, { floor_cents: 5_000 }],
  ['a ceiling', { spending_power_override_max: 9_000 }, { ceiling_cents: 9_000 }],
  [
    'both, for a time',
    { spending_power_override_min: 5_000, spending_power_override_max: 9_000, spending_power_override_expiration_at: end },
    { floor_cents: 5_000, ceiling_cents: 9_000, bounds_expire_at: end },
  ],
  ['a floor whose time is over', { spending_power_override_min: 5_000, spending_power_override_expiration_at: now.toISOString() }, {}],
  ['one for good beside a floor', { override_spend_limit: 7, spending_power_override_min: 5_000 }, { override_cents: 7, floor_cents: 5_000 }],
  ['one for good beside one that has to end', { override_spend_limit: 7, ...one(5_000), spending_power_override_expiration_at: end }, { override_cents: 7 }],
])('in force of %s', (_, fields, inForce) => {
  expect(overrideInForce(newReceiver(fields), now)).toEqual({ ...nothing, ...inForce });
});

it('allows no more than an override or, without one, a ceiling; a floor limits nothing', () => {
  const most = (fields: Parameters<typeof newReceiver>[0]) => mostAllowed(overrideInForce(newReceiver(fields), now));
  expect(most({ spending_power_override_min: 5_000 })).toBeNull();
  expect(most({ spending_power_override_max: 9_000 })).toBe(9_000);
  expect(most({ spending_power_override_max: 9_000, override_spend_limit: 20_000 })).toBe(20_000);
  expect(most({ override_spend_limit: 0 })).toBe(0);
});

it('names the bounds in force', () => {
  const words = (fields: Parameters<typeof newReceiver>[0]) => boundsInWords(overrideInForce(newReceiver(fields), now));
  expect(words({})).toBeNull();
  expect(words({ spending_power_override_min: 3_000_000 })).toBe('a floor of $30,000.00');
  expect(words({ spending_power_override_min: 30_000, spending_power_override_max: 90_000 })).toBe('a floor of $300.00 and a ceiling of $900.00');
});

it('tells the customer what follows from it, with its end in the program’s time zone', () => {
  const words = (fields: Parameters<typeof newReceiver>[0]) => overrideInWords(overrideInForce(newReceiver(fields), now), 'America/New_York');
  expect(words({ override_spend_limit: 250_000 })).toBe('It is $2,500.00 until we change it, whatever you sell.');
  expect(words({ ...one(5_000), spending_power_override_expiration_at: end })).toBe('It is $50.00 until Jul 4, 2026, 8:00 PM, whatever you sell.');
  expect(words({})).toBe('It follows your sales again.');
  expect(words({ spending_power_override_max: 90_000 })).toBe('It follows your sales again, with a ceiling of $900.00.');
});

describe('a change of the override', () => {
  const bounded = newReceiver({ spending_power_override_min: 30_000, spending_power_override_max: 90_000, spending_power_override_expiration_at: end });
  const kept = { spending_power_override_min: 30_000, spending_power_override_max: 90_000, spending_power_override_expiration_at: end };
  const none = { spending_power_override_min: null, spending_power_override_max: null, spending_power_override_expiration_at: null };
  const change = (override_cents: number | null, drops_bounds = false, expires_at: string | null = null) => ({ override_cents, expires_at, drops_bounds });

  it('leaves floor and ceiling alone, set or cleared, unless it drops them', () => {
    expect(fieldsOfOverride(bounded, change(500), now)).toEqual({ override_spend_limit: 500, ...kept });
    expect(fieldsOfOverride({ ...bounded, override_spend_limit: 500 }, change(null), now)).toEqual({ override_spend_limit: null, ...kept });
    expect(fieldsOfOverride(bounded, change(500, true), now)).toEqual({ override_spend_limit: 500, ...none });
    expect(fieldsOfOverride(bounded, change(null, true), now)).toEqual({ override_spend_limit: null, ...none });
  });

  it('for a time takes the place of the bounds, so it has to drop them', () => {
    expect(fieldsOfOverride(bounded, change(500, false, end), now)).toBeNull();
    const temporary = { override_spend_limit: null, ...one(500), spending_power_override_expiration_at: end };
    expect(fieldsOfOverride(bounded, change(500, true, end), now)).toEqual(temporary);
    expect(fieldsOfOverride(newReceiver({}), change(500, false, end), now)).toEqual(temporary);
  });

  it('replaces and clears a temporary override, which is no floor', () => {
    const temporary = newReceiver({ ...one(500), spending_power_override_expiration_at: end });
    expect(fieldsOfOverride(temporary, change(700), now)).toEqual({ override_spend_limit: 700, ...none });
    expect(fieldsOfOverride(temporary, change(null), now)).toEqual({ override_spend_limit: null, ...none });
    expect(fieldsOfOverride(temporary, change(700, false, end), now)).toMatchObject(one(700));
  });
});
