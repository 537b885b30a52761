import { expect, it } from 'vitest';
import { overrideInForce } from '../../../server/domain/spendingPower/spendingPowerOverride.ts';
import { newReceiver } from '../../support/receiver.ts';

const now = new Date('2026-07-04T12:00:00Z');
const end = '2026-07-05T00:00:00.000Z';

it.each([
  ['no override', {}, null, null],
  ['one for good', { override_spend_limit: 123_400 }, 123_400, null],
  ['one for good of nothing at all', { override_spend_limit: 0 }, 0, null],
  ['one that still has to end', { spending_power_override_max: 5_000, spending_power_override_expiration_at: end }, 5_000, end],
  ['one that ends this very moment', { spending_power_override_max: 5_000, spending_power_override_expiration_at: now.toISOString() }, null, null],
  ['one without an end', { spending_power_override_max: 5_000 }, 5_000, null],
  [
    'one for good beside one that has to end',
    { override_spend_limit: 7, spending_power_override_max: 5_000, spending_power_override_expiration_at: end },
    7,
    null,
  ],
])('in force of %s', (_, fields, override_cents, expires_at) => {
  expect(overrideInForce(newReceiver(fields), now)).toEqual({ override_cents, expires_at });
});
