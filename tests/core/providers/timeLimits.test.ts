import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { createLithic } from '../../../server/providers/lithic/index.ts';
import { createPlaid } from '../../../server/providers/plaid/index.ts';
import type { BusinessApplication } from '../../../server/providers/ports/cardIssuer.ts';
import { config, metrics } from './ports.ts';
import { answer, type ScriptedServer, startScriptedServer } from './scriptedServer.ts';

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());

const refused = answer(400, { error_type: 'INVALID_INPUT', error_code: 'INVALID_FIELD', error_message: 'refused', message: 'refused' });

/** Makes a call and returns the time limits, in milliseconds, that were set for its requests. */
async function limitsOf(call: () => Promise<unknown>): Promise<number[]> {
  const limit = vi.spyOn(AbortSignal, 'timeout');
  await call().catch(() => undefined);
  const set = limit.mock.calls.map(([timeMs]) => timeMs);
  limit.mockRestore();
  return set;
}

describe('the bank provider is waited for', () => {
  const bank = () => createPlaid({ ...config.plaid, baseUrl: server.url }, metrics);
  const account = { accessToken: 'access', accountId: 'account' };
  const order = { ...account, legalName: 'Fjord', achClass: 'ccd', direction: 'debit', amountCents: cents(100), key: 'key' } as const;

  it.each<[string, () => Promise<unknown>]>([
    ['a balance', () => bank().getBalances('access', 'account')],
    ['an evaluation by the rules of Signal', () => bank().evaluateDebit({ ...account, amountCents: cents(100), key: 'key' })],
    ['the authorization of a transfer', () => bank().authorizeTransfer(order)],
  ])('for 40 seconds where it asks the bank itself: %s', async (_, call) => {
    server.script(refused);
    expect(await limitsOf(call)).toEqual([40_000]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a transfer that was authorized', () => bank().createTransfer({ ...account, authorizationId: 'authorization', description: 'PAYMENT', key: 'key' })],
    ['accounts as they are known', () => bank().getAccounts('access')],
  ])('for 10 seconds otherwise: %s', async (_, call) => {
    server.script(refused);
    expect(await limitsOf(call)).toEqual([10_000]);
  });
});

describe('the card issuer is waited for', () => {
  const issuer = () => createLithic({ ...config.lithic, baseUrl: server.url }, metrics);

  const home = { address1: '1 Main St', address2: '', city: 'Omaha', state: 'NE', postal_code: '61022', country: 'USA' };
  const application: BusinessApplication = {
    business_entity: { legal_business_name: 'Busy Business, Inc.', government_id: '123456789', phone_numbers: [], address: home },
    nature_of_business: 'Stationery',
    control_person: {
      ...{ first_name: 'Tom', last_name: 'B', dob: '03/08/1991', government_id: '111231412' },
      ...{ email: 'tom@example.com', phone_number: '+15555555555', address: home },
    },
    beneficial_owner_individuals: [],
    agreed_at: new Date('2026-11-21T08:00:00Z'),
  };

  it('for as long as its own library waits while it verifies a business: five minutes, and one for a correction', async () => {
    server.script(answer(200, { data: [], has_more: false }), refused);
    expect(await limitsOf(() => issuer().createAccountHolder(application, 'external'))).toEqual([10_000, 300_000]);
    server.script(answer(200, { token: 'h', status: 'PENDING_RESUBMIT' }), refused);
    expect(await limitsOf(() => issuer().correctAccountHolder('h', { nature_of_business: 'Sells bread' }))).toEqual([10_000, 60_000]);
  });

  it('for 10 seconds otherwise', async () => {
    server.script(refused);
    expect(await limitsOf(() => issuer().getCard('card'))).toEqual([10_000]);
  });
});
