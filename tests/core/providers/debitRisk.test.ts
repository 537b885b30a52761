import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { Refused } from '../../../server/providers/failure.ts';
import { providerKey } from '../../../server/providers/key.ts';
import { createPlaid } from '../../../server/providers/plaid/index.ts';
import { debitRisk, evaluationRequest, returnReport } from '../../../server/providers/plaid/map.ts';
import { answeredLimits, config, metrics } from './ports.ts';
import { answer, type ScriptedServer, startScriptedServer } from './scriptedServer.ts';

const order = { accessToken: 'access-1', accountId: 'account-1', amountCents: cents(10_205), key: 'ac18a6dd-ad00-50de-865c-75901486030e' };

/** The provider's own example of an answer. */
const published = {
  scores: { customer_initiated_return_risk: { score: 9 }, bank_initiated_return_risk: { score: 82 } },
  core_attributes: { available_balance: 2200, current_balance: 2000 },
  ruleset: { ruleset_key: 'onboarding_flow', result: 'REROUTE', triggered_rule_details: { internal_note: 'bank risk score is too high' } },
  warnings: [],
  request_id: 'mdqfuVxeoza6mhu',
};

describe('the risk of a debit', () => {
  it.each([
    [1, 0.01],
    [10, 0.1],
    [2_999, 29.99],
    [10_205, 102.05],
    [100_000, 1000],
    [123_456_789, 1_234_567.89],
  ])('of %i cents is asked for %d dollars', (amount, dollars) => {
    expect(evaluationRequest({ ...order, amountCents: cents(amount) })).toEqual({
      access_token: 'access-1',
      account_id: 'account-1',
      client_transaction_id: 'ac18a6dd-ad00-50de-865c-75901486030e',
      amount: dollars,
    });
  });

  it.each([0, -1])('of %i cents is never asked', (amount) => {
    expect(() => evaluationRequest({ ...order, amountCents: cents(amount) })).toThrow(RangeError);
  });

  it('is the bank’s score and the balance in cents', () =>
    expect(debitRisk(published)).toEqual({ bankScore: 82, availableCents: 220_000, currentCents: 200_000 }));

  it.each([
    ['rules that look at the balance alone', { scores: null }, { bankScore: null }],
    ['a bank that was not read', { core_attributes: { available_balance: null, current_balance: null } }, { availableCents: null, currentCents: null }],
    ['no attributes', { core_attributes: undefined }, { availableCents: null, currentCents: null }],
    ['the holder’s score alone', { scores: { customer_initiated_return_risk: { score: 1, risk_tier: 1 } } }, { bankScore: null }],
  ])('with %s says so by null', (_, given, expected) => expect(debitRisk({ ...published, ...given })).toMatchObject(expected));

  it.each([0, 100, 12.5, '9', null])('with the score %j is not believed', (score) => {
    expect(() => debitRisk({ ...published, scores: { ...published.scores, bank_initiated_return_risk: { score } } })).toThrow();
  });

  it('without the part that every evaluation has is not believed', () => {
    expect(() => debitRisk({ ...published, warnings: undefined })).toThrow();
  });
});

it('a return is reported by the key of its debit, to the second', () =>
  expect(returnReport({ key: order.key, returnCode: 'R01', returnedAt: new Date('2026-11-21T17:27:15.482Z') })).toEqual({
    client_transaction_id: order.key,
    return_code: 'R01',
    returned_at: '2026-11-21T17:27:15Z',
  }));

describe('the bank provider is asked for the risk of a debit', () => {
  let server: ScriptedServer;
  beforeAll(async () => {
    server = await startScriptedServer();
  });
  afterAll(() => server.stop());
  const bank = (given = {}) => createPlaid({ ...config.plaid, ...given, baseUrl: server.url }, metrics, answeredLimits);

  it('at its own address, and told how the debit ended', async () => {
    server.script(answer(200, published), answer(200, { request_id: 'r' }));
    expect(await bank().evaluateDebit(order)).toMatchObject({ bankScore: 82 });
    await bank().reportReturn({ key: order.key, returnCode: 'R01', returnedAt: new Date('2026-11-21T17:27:15Z') });
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /signal/evaluate', 'POST /signal/return/report']);
  });

  it('and refuses a report of what was never evaluated', async () => {
    server.script(answer(400, { error_type: 'INVALID_REQUEST', error_code: 'INVALID_FIELD', error_message: 'm', display_message: null, request_id: 'r' }));
    await expect(bank().reportReturn({ key: order.key, returnCode: 'R01', returnedAt: new Date() })).rejects.toBeInstanceOf(Refused);
  });

  it('by keys that are short enough for it', () => expect(providerKey('draw:7a0c:2026-11-21:1:1')).toHaveLength(36));

  it('where the settings say so: on for the stand-in, off for the real one unless it is switched on', () => {
    const real = { PLAID: 'real', PLAID_BASE_URL: 'https://bank.example', PLAID_LINK_JS_URL: 'https://bank.example/link.js' };
    const keys = { ENCRYPTION_KEYS: `own:${Buffer.alloc(32).toString('base64')}`, PLAID_CLIENT_ID: 'client', PLAID_SECRET: 'a key of the test' };
    const asks = (environment: Record<string, string>) => bank({ evaluatesDebits: readConfig(environment).plaid.evaluatesDebits }).evaluatesDebits;
    expect(asks({})).toBe(true);
    expect(asks({ PLAID_SIGNAL: 'off' })).toBe(false);
    expect(asks({ ...real, ...keys })).toBe(false);
    expect(asks({ ...real, ...keys, PLAID_SIGNAL: 'on' })).toBe(true);
    expect(() => readConfig({ PLAID_SIGNAL: 'yes' })).toThrow(/PLAID_SIGNAL/);
  });
});
