import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { Refused, Unknown } from '../../../server/providers/failure.ts';
import { createLithic } from '../../../server/providers/lithic/index.ts';
import type { CardOrder, VelocityLimit } from '../../../server/providers/ports/cardIssuer.ts';
import { type LithicSandbox, openLithicSandbox } from '../sandbox/lithicSandbox.ts';
import { answeredLimits, config, metrics } from './ports.ts';
import { answer, type Behavior, type ScriptedServer, startScriptedServer } from './scriptedServer.ts';

let server: ScriptedServer;
let sandbox: LithicSandbox;
beforeAll(async () => {
  server = await startScriptedServer();
  sandbox = await openLithicSandbox('http://127.0.0.1:9');
});
afterAll(async () => {
  await server.stop();
  await sandbox.stop();
});

const scripted = () => createLithic({ ...config.lithic, baseUrl: server.url }, metrics, answeredLimits);
const issuer = () => createLithic({ ...config.lithic, baseUrl: sandbox.lithic.baseURL }, metrics, answeredLimits);
const sentBody = (index = 0): unknown => JSON.parse(server.requests[index]?.body ?? '');

const to = { first_name: 'Corner Shop', last_name: '.', address1: '1 Main St', city: 'Omaha', state: 'NE', postal_code: '61022', country: 'USA' };
const card = {
  token: 'c1',
  account_token: 'a1',
  state: 'OPEN',
  type: 'PHYSICAL',
  last_four: '4242',
  exp_month: '03',
  exp_year: '2027',
  spend_limit: 500,
  created: '2026-11-21T08:00:00Z',
};
const order = (more: Partial<CardOrder> = {}): CardOrder => ({
  accountToken: 'a1',
  kind: 'VIRTUAL',
  memo: 'Meta ads',
  spendLimitCents: cents(20_000),
  key: randomUUID(),
  ...more,
});

/** Takes the effect of the first request that is not a read, answers it with 500, and from then on answers as after the effect. */
function losingFirstAnswer(before: unknown, after: unknown, repeated: Behavior): Behavior {
  let effects = 0;
  return (response, request) => {
    if (request.method === 'GET') return answer(200, effects > 0 ? after : before)(response, request);
    effects += 1;
    return effects === 1 ? answer(500, {})(response, request) : repeated(response, request);
  };
}

describe('a card is ordered', () => {
  it.each(['SINGLE_USE', 'MERCHANT_LOCKED'] as const)('as %s, open', async (kind) => {
    server.script(answer(200, { ...card, type: kind }));
    expect(await scripted().issueCard(order({ kind }))).toMatchObject({ kind, isPhysical: false });
    expect(sentBody()).toEqual({ type: kind, account_token: 'a1', memo: 'Meta ads', state: 'OPEN', spend_limit: 20_000, spend_limit_duration: 'FOREVER' });
  });

  it('as plastic in the place of a lost one, mailed to an address and in no state', async () => {
    server.script(answer(200, { ...card, state: 'PENDING_FULFILLMENT', replacement_for: 'c0' }));
    const made = await scripted().issueCard(order({ kind: 'PHYSICAL', shippingAddress: to, replaces: { cardToken: 'c0', reason: 'LOST' } }));
    expect(made).toMatchObject({ replacementFor: 'c0', state: 'PENDING_FULFILLMENT', expires: { month: 3, year: 2027 } });
    expect(sentBody()).toEqual({
      type: 'PHYSICAL',
      account_token: 'a1',
      memo: 'Meta ads',
      spend_limit: 20_000,
      spend_limit_duration: 'FOREVER',
      shipping_method: 'STANDARD_WITH_TRACKING',
      shipping_address: to,
      replacement_for: 'c0',
      replacement_substatus: 'LOST',
    });
  });

  it('never without a limit', async () => {
    server.script(answer(200, card));
    await expect(scripted().issueCard(order({ spendLimitCents: cents(0) }))).rejects.toBeInstanceOf(RangeError);
    expect(server.requests).toEqual([]);
  });
});

describe('a card is closed', () => {
  it('with its reason, and once more after the answer was lost', async () => {
    const closed = { ...card, state: 'CLOSED', substatus: 'COMPROMISED' };
    server.script(losingFirstAnswer(card, closed, answer(400, { message: 'A closed card cannot be changed' })));
    expect(await scripted().closeCard('c1', 'COMPROMISED')).toMatchObject({ state: 'CLOSED', substatus: 'COMPROMISED' });
    expect(sentBody()).toEqual({ state: 'CLOSED', substatus: 'COMPROMISED' });
  });
});

describe('a card is renewed', () => {
  const expires = { month: 3, year: 2030 };

  it('once, though the issuer took the first request and failed to say so', async () => {
    server.script(losingFirstAnswer(card, { ...card, exp_year: '2030' }, answer(400, { message: 'too many' })));
    await expect(scripted().renewCard('c1', to, expires)).rejects.toBeInstanceOf(Unknown);
    expect(sentBody(1)).toEqual({ shipping_address: to, shipping_method: 'STANDARD_WITH_TRACKING', exp_month: '03', exp_year: '2030' });
    expect(await scripted().renewCard('c1', to, expires)).toMatchObject({ expires });
    expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
  });
});

describe('plastic is reissued', () => {
  it('by one request, which is not repeated when the outcome is unknown', async () => {
    server.script(answer(500, {}));
    await expect(scripted().reissueCard('c1', to)).rejects.toBeInstanceOf(Unknown);
    expect(server.requests).toHaveLength(1);
  });

  it('and the issuer’s events tell it afterward', async () => {
    const { token } = await sandbox.card({ type: 'PHYSICAL', shipping_address: to });
    const since = new Date(Date.now() - 60_000);
    await issuer().reissueCard(token, to);
    const { items } = await issuer().listEvents({ since, until: new Date(Date.now() + 60_000) });
    expect(items).toContainEqual({ id: expect.any(String), type: 'card.reissued', about: 'card', token });
    for (let count = 1; count < 8; count += 1) await issuer().reissueCard(token, to);
    await expect(issuer().reissueCard(token, to)).rejects.toBeInstanceOf(Refused);
  });
});

describe('wallets', () => {
  const google = { wallet: 'GOOGLE_PAY', serverSessionId: randomUUID(), clientDeviceId: randomUUID(), clientWalletAccountId: randomUUID() } as const;

  it('are handed a card where the program is set up, and the issuer is not asked elsewhere', async () => {
    const { token } = await sandbox.card();
    expect(await issuer().provisionForWallet(token, { wallet: 'APPLE_PAY' })).toMatchObject({ wallet: 'APPLE_PAY', jws: { header: {} } });
    expect(await issuer().provisionForWallet(token, google)).toEqual({ wallet: 'GOOGLE_PAY', googleOpc: expect.any(String), tspOpc: expect.any(String) });
    server.script(answer(200, {}));
    const without = createLithic({ ...config.lithic, baseUrl: server.url, wallets: ['APPLE_PAY'] }, metrics, answeredLimits);
    expect(without.wallets).toEqual(['APPLE_PAY']);
    await expect(without.provisionForWallet(token, google)).rejects.toBeInstanceOf(RangeError);
    expect(server.requests).toEqual([]);
  });

  it('and merchants that hold a card are listed and ended, and one that has ended counts as ended', async () => {
    const { token: cardToken } = await sandbox.card();
    await sandbox.press('tokenize', { card_token: cardToken, wallet: 'APPLE_PAY' });
    const listed = async () => (await issuer().listTokenizations(cardToken)).items;
    const [held] = await listed();
    expect(held).toMatchObject({ cardToken, status: 'ACTIVE', channel: 'DIGITAL_WALLET', requestor: 'APPLE_PAY' });
    await issuer().deactivateTokenization(held?.token ?? '');
    await issuer().deactivateTokenization(held?.token ?? '');
    expect((await listed()).map(({ status }) => status)).toEqual(['DEACTIVATED']);
    await expect(issuer().deactivateTokenization(randomUUID())).rejects.toBeInstanceOf(Refused);
  });

  it('may have their instants written without a zone, in UTC', async () => {
    const wire = { token: 'k', card_token: 'c', status: 'ACTIVE', tokenization_channel: 'DIGITAL_WALLET', token_requestor_name: 'APPLE_PAY' };
    server.script(answer(200, { data: [{ ...wire, created_at: '2023-08-28T15:57:14.578051', updated_at: '2023-08-28T15:57:14Z' }], has_more: false }));
    const { items } = await scripted().listTokenizations('c');
    expect(items[0]?.createdAt).toEqual(new Date('2023-08-28T15:57:14.578Z'));
    expect(server.requests[0]?.query.get('tokenization_channel')).toBe('ALL');
  });
});

describe('the issuer’s own rules', () => {
  const limit: VelocityLimit = { scope: 'CARD', window: 'DAY', limitCents: cents(50_000) };

  it('are made and put in force once for a name, changed, moved to other cards, stopped and started again', async () => {
    const [one, other] = [await sandbox.card(), await sandbox.card()];
    const name = `cards to $500 a day ${randomUUID()}`;
    const made = await issuer().createVelocityRule({ name, cards: [one.token], limit });
    expect(made).toMatchObject({ name, isActive: true, isForProgram: false, cardTokens: [one.token], limit });
    expect(await issuer().createVelocityRule({ name, cards: [one.token], limit })).toEqual(made);
    expect((await issuer().listAuthRules()).items.filter((rule) => rule.name === name)).toEqual([made]);
    expect((await sandbox.authorize(one.pan, 50_001)).result).toBe('USER_TRANSACTION_LIMIT');

    const looser = { ...limit, limitCents: cents(60_000) };
    expect((await issuer().setVelocityLimit(made.token, looser)).limit).toEqual(looser);
    expect((await sandbox.authorize(one.pan, 50_001)).result).toBe('APPROVED');
    expect((await issuer().setRuleCards(made.token, [other.token])).cardTokens).toEqual([other.token]);
    expect((await issuer().deactivateRule(made.token)).isActive).toBe(false);
    expect((await issuer().deactivateRule(made.token)).isActive).toBe(false);
    expect((await sandbox.authorize(other.pan, 70_000)).result).toBe('APPROVED');
    expect(await issuer().setVelocityLimit(made.token, looser)).toMatchObject({ isActive: true, limit: looser });
    expect((await sandbox.authorize(other.pan, 1)).result).toBe('USER_TRANSACTION_LIMIT');
  });

  it('that were made while the answer was lost are found by their name and put in force', async () => {
    const drafted = { token: 'r1', name: 'n', state: 'INACTIVE', program_level: true, card_tokens: [], current_version: null };
    const parameters = { scope: 'CARD', period: { type: 'DAY' }, limit_amount: 50_000 };
    const inForce = { ...drafted, state: 'ACTIVE', current_version: { version: 1, parameters } };
    const made: unknown[] = [];
    server.script((response, request) => {
      if (request.method === 'GET') return answer(200, { data: made, has_more: false })(response, request);
      if (request.path !== '/v2/auth_rules') return answer(200, inForce)(response, request);
      made.push(drafted);
      return answer(500, {})(response, request);
    });
    const rule = { name: 'n', cards: 'program', limit } as const;
    await expect(scripted().createVelocityRule(rule)).rejects.toBeInstanceOf(Unknown);
    expect(sentBody(1)).toEqual({ name: 'n', type: 'VELOCITY_LIMIT', program_level: true, parameters });
    expect(await scripted().createVelocityRule(rule)).toMatchObject({ token: 'r1', isActive: true, isForProgram: true, limit });
    expect(made).toHaveLength(1);
  });

  it('count as in force when the answer to the promotion was lost and there is no draft any more', async () => {
    const parameters = { scope: 'CARD', period: { type: 'DAY' }, limit_amount: 50_000 };
    const rule = { token: 'r1', name: 'n', state: 'ACTIVE', program_level: true, card_tokens: [], current_version: { version: 2, parameters } };
    let promotions = 0;
    server.script((response, request) => {
      if (!request.path.endsWith('/promote')) return answer(200, rule)(response, request);
      promotions += 1;
      return answer(promotions === 1 ? 500 : 400, { message: 'The rule has no draft version to promote' })(response, request);
    });
    expect(await scripted().setVelocityLimit('r1', limit)).toMatchObject({ isActive: true, limit });
    await expect(scripted().setVelocityLimit('r1', { ...limit, limitCents: cents(1) })).rejects.toBeInstanceOf(Refused);
  });

  it('never limit to less than a cent', async () => {
    await expect(issuer().setVelocityLimit(randomUUID(), { ...limit, limitCents: cents(0) })).rejects.toBeInstanceOf(RangeError);
  });
});
