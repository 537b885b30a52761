import { randomUUID } from 'node:crypto';
import type Lithic from 'lithic';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventInbox, openEventInbox, type Received } from './eventInbox.ts';
import { type IssuedCard, type LithicSandbox, openLithicSandbox } from './lithicSandbox.ts';

let inbox: EventInbox;
let issuer: LithicSandbox;
let lithic: Lithic;

beforeAll(async () => {
  inbox = await openEventInbox();
  issuer = await openLithicSandbox(inbox.url);
  lithic = issuer.lithic;
});
afterAll(async () => {
  await issuer.stop();
  await inbox.stop();
});
beforeEach(() => {
  inbox.received.length = 0;
});

const about = (event: string, token: string) => (call: Received) => call.body.event_type === event && call.body.card_token === token;
const detail = ({ events }: Lithic.Transaction) => events?.at(-1)?.detailed_results[0];
const shipping_address = { first_name: 'Acme', last_name: '.', address1: '1 Main St', city: 'Portland', state: 'OR', postal_code: '97205', country: 'USA' };

async function plastic(): Promise<IssuedCard> {
  const made = await issuer.card({ type: 'PHYSICAL', shipping_address });
  await issuer.press('make_card', { card_token: made.token });
  await lithic.cards.update(made.token, { state: 'OPEN' });
  return made;
}

describe('a single-use card', () => {
  it('closes with its first approved purchase, and tells a second attempt from a closed card', async () => {
    const made = await issuer.card({ type: 'SINGLE_USE', spend_limit: 5_000, spend_limit_duration: 'FOREVER' });
    expect((await issuer.authorize(made.pan, 5_001)).result).toBe('USER_TRANSACTION_LIMIT');
    expect((await lithic.cards.retrieve(made.token)).state).toBe('OPEN');
    expect((await issuer.authorize(made.pan, 4_000)).result).toBe('APPROVED');
    expect((await lithic.cards.retrieve(made.token)).state).toBe('CLOSED');
    expect((await inbox.next(about('card.updated', made.token))).body).toMatchObject({ state: 'CLOSED', previous_fields: { state: 'OPEN' } });
    const again = await issuer.authorize(made.pan, 100);
    expect([again.result, detail(again)]).toEqual(['SINGLE_USE_RECHARGED', 'SINGLE_USE_CARD_REATTEMPTED']);
  });

  it('still settles what it approved, and is not used up by a question about the balance', async () => {
    const made = await issuer.card({ type: 'SINGLE_USE' });
    await issuer.authorize(made.pan, 0, { status: 'BALANCE_INQUIRY' });
    expect((await lithic.cards.retrieve(made.token)).state).toBe('OPEN');
    const { token } = await issuer.authorize(made.pan, 1_000);
    await lithic.transactions.simulateClearing({ token });
    expect(await lithic.transactions.retrieve(token)).toMatchObject({ status: 'SETTLED', settled_amount: 1_000 });
  });

  it('closed by hand declines as any closed card', async () => {
    const made = await issuer.card({ type: 'SINGLE_USE' });
    await lithic.cards.update(made.token, { state: 'CLOSED' });
    expect((await issuer.authorize(made.pan, 100)).result).toBe('CARD_CLOSED');
  });
});

describe('a merchant-locked card', () => {
  it('keeps to the acceptor of its first approved purchase, whatever the descriptor', async () => {
    const made = await issuer.card({ type: 'MERCHANT_LOCKED', spend_limit: 10_000, spend_limit_duration: 'TRANSACTION' });
    const at = (merchant_acceptor_id: string, descriptor: string, amount = 1_000) => issuer.authorize(made.pan, amount, { merchant_acceptor_id, descriptor });
    expect((await at('222', 'SEARCHLIGHT ADS', 10_001)).result).toBe('USER_TRANSACTION_LIMIT');
    expect((await at('111', 'BRIGHTPIXEL ADS')).result).toBe('APPROVED');
    expect((await at('111', 'BRIGHTPIXEL *MONTHLY')).result).toBe('APPROVED');
    const elsewhere = await at('222', 'BRIGHTPIXEL ADS');
    expect([elsewhere.result, detail(elsewhere)]).toEqual(['UNAUTHORIZED_MERCHANT', 'MERCHANT_LOCKED_CARD_ATTEMPTED_ELSEWHERE']);
  });
});

describe('memo and reasons', () => {
  it('are changed with an event, stay with a closed card, and a closed card takes no more', async () => {
    const { token } = await issuer.card({ memo: 'Ads' });
    expect((await lithic.cards.update(token, { memo: 'Meta ads' })).memo).toBe('Meta ads');
    expect((await inbox.next(about('card.updated', token))).body.previous_fields).toEqual({ memo: 'Ads' });
    expect(await lithic.cards.update(token, { state: 'CLOSED', substatus: 'LOST' })).toMatchObject({ state: 'CLOSED', substatus: 'LOST' });
    await expect(lithic.cards.update(token, { memo: 'Again' })).rejects.toMatchObject({ status: 400 });
    await expect(lithic.cards.update(token, { substatus: 'STOLEN' as 'LOST' })).rejects.toMatchObject({ status: 400 });
  });
});

describe('a replacement', () => {
  it('names the card before it, notes the reason there, and leaves its state to another call', async () => {
    const old = await issuer.card();
    const made = await lithic.cards.create({ type: 'VIRTUAL', replacement_for: old.token, replacement_substatus: 'COMPROMISED' });
    expect(made).toMatchObject({ account_token: old.account_token, replacement_for: old.token, state: 'OPEN' });
    expect(made.last_four === old.last_four && made.pan === old.pan).toBe(false);
    expect(await lithic.cards.retrieve(old.token)).toMatchObject({ state: 'OPEN', substatus: 'COMPROMISED' });
    expect((await inbox.next(about('card.created', made.token))).body.replacement_for).toBe(old.token);
  });

  it('succeeds a closed card too, and physical ones by plastic', async () => {
    const old = await plastic();
    await lithic.cards.update(old.token, { state: 'CLOSED', substatus: 'LOST' });
    const made = await lithic.cards.create({ type: 'PHYSICAL', replacement_for: old.token, replacement_substatus: 'LOST', shipping_address });
    expect(made).toMatchObject({ state: 'PENDING_FULFILLMENT', replacement_for: old.token });
    // New plastic works online at once.
    expect((await issuer.authorize(made.pan ?? '', 1_000)).result).toBe('APPROVED');
  });

  it('is refused for an unknown card, another account’s, another kind, or with a reason and no card', async () => {
    const [mine, theirs] = [await issuer.card(), await issuer.card()];
    const refused = { status: 400 };
    await expect(lithic.cards.create({ type: 'VIRTUAL', replacement_for: randomUUID() })).rejects.toMatchObject(refused);
    await expect(lithic.cards.create({ type: 'VIRTUAL', account_token: mine.account_token, replacement_for: theirs.token })).rejects.toMatchObject(refused);
    await expect(lithic.cards.create({ type: 'SINGLE_USE', replacement_for: mine.token })).rejects.toMatchObject(refused);
    await expect(lithic.cards.create({ type: 'VIRTUAL', account_token: mine.account_token, replacement_substatus: 'LOST' })).rejects.toMatchObject(refused);
  });
});

describe('plastic', () => {
  it('is reissued under its number, mailed again, and works meanwhile', async () => {
    const made = await plastic();
    const { pan, cvv, exp_month, exp_year } = await lithic.cards.retrieve(made.token);
    expect(await lithic.cards.reissue(made.token, { shipping_address })).toMatchObject({ token: made.token, state: 'OPEN', pan, cvv, exp_month, exp_year });
    await inbox.next(about('card.reissued', made.token));
    await issuer.press('ship_card', { card_token: made.token });
    expect((await inbox.next(about('card.shipped', made.token))).body).toMatchObject({ shipping_method: 'USPS without tracking envelope' });
    expect((await issuer.authorize(made.pan, 1_000)).result).toBe('APPROVED');
  });

  it('is reissued and renewed eight times in all, and no more', async () => {
    const made = await plastic();
    for (let count = 0; count < 5; count += 1) await lithic.cards.reissue(made.token, { shipping_address });
    for (let count = 0; count < 3; count += 1) await lithic.cards.renew(made.token, { shipping_address });
    await expect(lithic.cards.reissue(made.token, { shipping_address })).rejects.toMatchObject({ status: 400, message: expect.stringContaining('8 times') });
    await expect(lithic.cards.renew(made.token, { shipping_address })).rejects.toMatchObject({ status: 400 });
  });

  it('closed, or never plastic, is not reissued', async () => {
    const [virtual, closed] = [await issuer.card(), await plastic()];
    await lithic.cards.update(closed.token, { state: 'CLOSED' });
    for (const { token } of [virtual, closed]) await expect(lithic.cards.reissue(token, { shipping_address })).rejects.toMatchObject({ status: 400 });
  });
});

describe('expiry', () => {
  const thisYear = new Date().getUTCFullYear();

  it('is five years ahead, and a renewal gives another with a new code under the same number', async () => {
    const made = await issuer.card();
    const before = await lithic.cards.retrieve(made.token);
    expect(Number(before.exp_year)).toBe(thisYear + 5);
    const renewed = await lithic.cards.renew(made.token, { shipping_address, exp_month: '06', exp_year: String(thisYear + 4) });
    expect(renewed).toMatchObject({ token: made.token, pan: before.pan, exp_month: '06', exp_year: String(thisYear + 4), state: 'OPEN' });
    const told = await inbox.next(about('card.renewed', made.token));
    expect(told.body).toMatchObject({ exp_month: '06', previous_exp_month: before.exp_month, previous_exp_year: before.exp_year });
  });

  it('is refused in halves, in the past, beyond five years, and for cards that are not renewed', async () => {
    const { token } = await issuer.card();
    const renew = (more: object) => lithic.cards.renew(token, { shipping_address, ...more });
    await expect(renew({ exp_year: String(thisYear + 1) })).rejects.toMatchObject({ status: 400 });
    await expect(renew({ exp_month: '01', exp_year: String(thisYear - 1) })).rejects.toMatchObject({ status: 400 });
    await expect(renew({ exp_month: '12', exp_year: String(thisYear + 6) })).rejects.toMatchObject({ status: 400 });
    for (const type of ['SINGLE_USE', 'MERCHANT_LOCKED'] as const) {
      const other = await issuer.card({ type });
      await expect(lithic.cards.renew(other.token, { shipping_address })).rejects.toMatchObject({ status: 400 });
    }
  });

  it('declines from the month after on', async () => {
    const now = new Date();
    const made = await issuer.card({ exp_month: String(now.getUTCMonth() + 1).padStart(2, '0'), exp_year: String(now.getUTCFullYear()) });
    expect((await issuer.authorize(made.pan, 100)).result).toBe('APPROVED');
    await issuer.advanceDays(32);
    expect(detail(await issuer.authorize(made.pan, 100))).toBe('CARD_EXPIRED');
  });
});

describe('wallets', () => {
  const google = {
    digital_wallet: 'GOOGLE_PAY',
    server_session_id: randomUUID(),
    client_device_id: randomUUID(),
    client_wallet_account_id: randomUUID(),
  } as const;

  it('get a card from a browser, each with its own data, where the program is set up', async () => {
    const { token } = await issuer.card();
    expect(await lithic.cards.webProvision(token, { digital_wallet: 'APPLE_PAY' })).toMatchObject({
      jws: { header: { kid: expect.any(String) } },
      state: expect.any(String),
    });
    expect(await lithic.cards.webProvision(token, google)).toEqual({ google_opc: expect.any(String), tsp_opc: expect.any(String) });
    await expect(lithic.cards.webProvision(token, { digital_wallet: 'GOOGLE_PAY' })).rejects.toMatchObject({ status: 400 });
    await issuer.press('wallets', { set_up: 'no' });
    await expect(lithic.cards.webProvision(token, google)).rejects.toMatchObject({ status: 400 });
    await issuer.press('wallets', { set_up: 'yes' });
    await lithic.cards.update(token, { state: 'CLOSED' });
    await expect(lithic.cards.webProvision(token, google)).rejects.toMatchObject({ status: 400 });
  });

  const simulate = async (made: IssuedCard, more: Partial<Lithic.TokenizationSimulateParams> = {}) => {
    const { cvv = '', exp_month, exp_year } = await lithic.cards.retrieve(made.token);
    const expiration_date = `${exp_month}/${exp_year?.slice(-2)}`;
    return lithic.tokenizations.simulate({ pan: made.pan, cvv, expiration_date, tokenization_source: 'APPLE_PAY', ...more });
  };

  it('take a card by their window once, and none that was not handed over', async () => {
    const { token } = await issuer.card();
    const { state } = (await lithic.cards.webProvision(token, { digital_wallet: 'APPLE_PAY' })) as { state: string };
    const add = async (handed: string) => {
      const answer = await fetch(`${lithic.baseURL}/wallets/add`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ handed }),
      });
      return answer.status;
    };
    expect([await add(state), await add(state), await add(randomUUID())]).toEqual([200, 404, 404]);
    const { data } = await lithic.tokenizations.list({ card_token: token });
    expect(data.map(({ token_requestor_name, status }) => [token_requestor_name, status])).toEqual([['APPLE_PAY', 'ACTIVE']]);
  });

  it('hold a tokenization that is paused, resumed and ended for good, with an event each time', async () => {
    const made = await issuer.card();
    const { token } = await simulate(made);
    expect((await inbox.next(about('tokenization.result', made.token))).body).toMatchObject({
      tokenization_token: token,
      tokenization_result_details: { issuer_decision: 'APPROVED' },
    });
    const status = async () => (await lithic.tokenizations.retrieve(token)).status;
    expect(await status()).toBe('ACTIVE');
    await expect(lithic.tokenizations.unpause(token)).rejects.toMatchObject({ status: 409 });
    await lithic.tokenizations.pause(token);
    expect(await status()).toBe('PAUSED');
    await lithic.tokenizations.unpause(token);
    await lithic.tokenizations.deactivate(token);
    expect(await status()).toBe('DEACTIVATED');
    for (const change of ['activate', 'deactivate', 'pause'] as const) await expect(lithic.tokenizations[change](token)).rejects.toMatchObject({ status: 409 });
    await inbox.next((call) => about('tokenization.updated', made.token)(call) && (call.body.tokenization as Lithic.Tokenization).status === 'DEACTIVATED');
    const told = inbox.received.filter(about('tokenization.updated', made.token)).map(({ body }) => (body.tokenization as Lithic.Tokenization).status);
    expect(told.toSorted()).toEqual(['ACTIVE', 'ACTIVE', 'DEACTIVATED', 'PAUSED']);
  });

  it('are declined by a wrong code or expiry, a poor score, or a card that is not open', async () => {
    const made = await issuer.card();
    const reasons = async (more: Partial<Lithic.TokenizationSimulateParams>) => {
      const { status, events } = await simulate(made, more);
      return [status, events?.[0]?.tokenization_decline_reasons];
    };
    const { cvv } = await lithic.cards.retrieve(made.token);
    expect(await reasons({ cvv: cvv === '111' ? '112' : '111' })).toEqual(['INACTIVE', ['CVC_MISMATCH']]);
    expect(await reasons({ device_score: 1 })).toEqual(['INACTIVE', ['DEVICE_SCORE_1']]);
    expect(await reasons({ wallet_recommended_decision: 'REQUIRE_ADDITIONAL_AUTHENTICATION' })).toEqual(['PENDING_2FA', []]);
    await lithic.cards.update(made.token, { state: 'PAUSED' });
    expect(await reasons({})).toEqual(['INACTIVE', ['CARD_INVALID_STATE']]);
    await expect(simulate({ ...made, pan: '4000000000000002' })).rejects.toMatchObject({ status: 422 });
  });

  it('are listed apart from merchants, by a button too', async () => {
    const made = await issuer.card();
    await issuer.press('tokenize', { card_token: made.token, wallet: 'GOOGLE' });
    await simulate(made, { tokenization_source: 'MERCHANT', entity: 'NIMBUS HOSTING' });
    const listed = async (more: Lithic.TokenizationListParams = {}) =>
      (await lithic.tokenizations.list({ card_token: made.token, ...more })).data.map(({ token_requestor_name }) => token_requestor_name);
    expect(await listed()).toEqual(['GOOGLE_PAY']);
    expect(await listed({ tokenization_channel: 'ALL' })).toEqual(['NIMBUS HOSTING', 'GOOGLE_PAY']);
  });
});

describe('the button that spends', () => {
  it('takes a category, a country and an acceptor beside the merchant', async () => {
    const { token } = await issuer.card();
    const spent = await issuer.press('spend', { card_token: token, amount: 1_000, descriptor: 'ODD SHOP', mcc: '7995', country: 'CAN', acceptor_id: '777' });
    expect(spent.body.result).toMatchObject({ merchant: { mcc: '7995', country: 'CAN', acceptor_id: '777', descriptor: 'ODD SHOP' } });
    expect((await issuer.press('spend', { card_token: token, amount: 1_000, country: 'Canada' })).status).toBe(400);
  });
});
