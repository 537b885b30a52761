import { randomUUID } from 'node:crypto';
import Lithic from 'lithic';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { windowStart } from '../../../server/sandbox/lithic/limitWindow.ts';
import { type EventInbox, openEventInbox, type Received } from './eventInbox.ts';
import { type OpenSandbox, openSandbox } from './openSandbox.ts';

let sandbox: OpenSandbox;
let inbox: EventInbox;
let lithic: Lithic;

beforeAll(async () => {
  inbox = await openEventInbox();
  sandbox = await openSandbox(inbox.url);
  lithic = new Lithic({
    apiKey: sandbox.config.lithic.apiKey,
    baseURL: `${sandbox.url}/lithic`,
    webhookSecret: sandbox.config.lithic.webhookSecret,
    maxRetries: 0,
  });
  // The quotas have tests of their own.
  await sandbox.press('lithic', 'quotas', { percent: 0 });
});
afterAll(async () => {
  await sandbox.stop();
  await inbox.stop();
});
beforeEach(() => {
  inbox.received.length = 0;
});

const address = { address1: '1 Main St', city: 'Portland', state: 'OR', postal_code: '97205', country: 'USA' };
const person = { first_name: 'Ada', last_name: 'Alvarez', dob: '1980-02-01T00:00:00Z', email: 'ada@acme.test', government_id: '123-45-6789', address };

const business = (legal_business_name = 'Acme Goods LLC', more: Partial<Lithic.AccountHolderCreateParams.KYB> = {}): Lithic.AccountHolderCreateParams.KYB => ({
  workflow: 'KYB_BASIC',
  tos_timestamp: '2026-11-21T10:00:00Z',
  nature_of_business: 'Sells goods',
  business_entity: { legal_business_name, government_id: '12-3456789', phone_numbers: ['+15035550123'], address },
  control_person: person,
  beneficial_owner_individuals: [],
  ...more,
});

async function account(): Promise<string> {
  return (await lithic.accountHolders.create(business())).account_token;
}

async function card(more: Partial<Lithic.CardCreateParams> = {}): Promise<Lithic.Card & { pan: string }> {
  const made = await lithic.cards.create({ type: 'VIRTUAL', account_token: await account(), ...more });
  return { ...made, pan: made.pan ?? '' };
}

async function authorize(pan: string, amount: number, more: Partial<Lithic.TransactionSimulateAuthorizationParams> = {}): Promise<Lithic.Transaction> {
  const { token = '' } = await lithic.transactions.simulateAuthorization({ pan, amount, descriptor: 'OAKLINE WHOLESALE', ...more });
  return lithic.transactions.retrieve(token);
}

const about = (event: string, value: string) => (call: Received) => call.body.event_type === event && JSON.stringify(call.body).includes(value);

describe('business verification', () => {
  it.each([
    ['Acme Goods LLC', 'ACCEPTED'],
    ['Reject Me Inc', 'REJECTED'],
    ['Forever Pending Co', 'PENDING_REVIEW'],
    ['Document Please LLC', 'PENDING_DOCUMENT'],
    ['Resubmit Trading', 'PENDING_RESUBMIT'],
  ])('%s is answered %s, and keeps that status', async (name, status) => {
    const created = await lithic.accountHolders.create(business(name));
    expect(created.status).toBe(status);
    const holder = await lithic.accountHolders.retrieve(created.token);
    expect(holder.verification_application?.status).toBe(status);
    expect(holder.status).toBe(status);
    expect(JSON.stringify(holder)).not.toContain('123-45-6789');
  });

  it('finds a holder by the id that we gave it', async () => {
    const external_id = randomUUID();
    const { token } = await lithic.accountHolders.create(business('Acme Goods LLC', { external_id }));
    const found = await lithic.accountHolders.list({ external_id });
    expect(found.data.map((holder) => holder.token)).toEqual([token]);
  });

  it('decides again what was sent in again', async () => {
    const { token } = await lithic.accountHolders.create(business('Resubmit Trading'));
    const { business_entity } = await lithic.accountHolders.retrieve(token);
    await lithic.accountHolders.update(token, { business_entity: { entity_token: business_entity?.entity_token ?? '', government_id: '98-7654321' } });
    const holder = await lithic.accountHolders.retrieve(token);
    expect(holder.verification_application?.status).toBe('ACCEPTED');
    expect(holder.business_entity).toMatchObject({ government_id: '98-7654321', legal_business_name: 'Resubmit Trading' });
  });

  it('accepts a business once the document it asked for was uploaded', async () => {
    const created = await lithic.accountHolders.create(business('Document Please LLC'));
    const [required] = created.required_documents ?? [];
    expect(required?.valid_documents).toContain('EIN_LETTER');
    const document = await lithic.accountHolders.uploadDocument(created.token, { document_type: 'EIN_LETTER', entity_token: required?.entity_token ?? '' });
    const [upload] = document.required_document_uploads;
    expect(upload?.status).toBe('PENDING_UPLOAD');
    expect((await fetch(upload?.upload_url ?? '', { method: 'PUT', body: 'a scan', headers: { 'Content-Type': 'image/png' } })).status).toBe(200);
    expect((await lithic.accountHolders.retrieve(created.token)).status).toBe('ACCEPTED');
    const { data } = await lithic.accountHolders.listDocuments(created.token);
    expect(data?.[0]?.required_document_uploads[0]?.status).toBe('UPLOADED');
    await inbox.next(about('account_holder_document.updated', created.token));
  });

  it('takes two documents of what it asked for, and no others', async () => {
    const created = await lithic.accountHolders.create(business('Document Twice LLC'));
    const entity_token = created.required_documents?.[0]?.entity_token ?? '';
    const announce = (entity: string) => lithic.accountHolders.uploadDocument(created.token, { document_type: 'EIN_LETTER', entity_token: entity });
    await expect(announce(randomUUID())).rejects.toMatchObject({ status: 400 });
    await announce(entity_token);
    await announce(entity_token);
    await expect(announce(entity_token)).rejects.toMatchObject({ status: 409 });
  });

  it('is decided by the simulate call, and says so in an event', async () => {
    const { token } = await lithic.accountHolders.create(business('Pending Co'));
    const decided = await lithic.accountHolders.simulateEnrollmentReview({ account_holder_token: token, status: 'ACCEPTED' });
    expect(decided.status).toBe('ACCEPTED');
    const event = await inbox.next((call) => about('account_holder.verification', token)(call) && call.body.status === 'ACCEPTED');
    expect(event.path).toBe('/webhooks/lithic');
  });

  it('is taken back by the control page months after it was accepted, and says so as an update', async () => {
    const { token } = await lithic.accountHolders.create(business());
    await sandbox.press('lithic', 'decide_kyb', { account_holder_token: token, status: 'REJECTED' });
    expect((await lithic.accountHolders.retrieve(token)).verification_application).toMatchObject({
      status: 'REJECTED',
      status_reasons: ['OTHER_VERIFICATION_FAILURE'],
    });
    expect((await inbox.next(about('account_holder.updated', token))).body).toEqual({ event_type: 'account_holder.updated', token, update_request: {} });
  });

  it('takes a moment, or a hand, when told to', async () => {
    await sandbox.press('lithic', 'kyb_mode', { mode: 'soon' });
    const soon = await lithic.accountHolders.create(business());
    expect(soon.status).toBe('PENDING_REVIEW');
    await inbox.next((call) => about('account_holder.verification', soon.token)(call) && call.body.status === 'ACCEPTED');
    await sandbox.press('lithic', 'kyb_mode', { mode: 'by_hand' });
    expect((await lithic.accountHolders.create(business())).status).toBe('PENDING_REVIEW');
    await sandbox.press('lithic', 'kyb_mode', { mode: 'at_once' });
  });

  it.each([
    ['a field it does not know', { ...business(), beneficial_owner_entities: [] }],
    ['a phone number that is not E.164', business('A', { business_entity: { ...business().business_entity, phone_numbers: ['503 555'] } })],
    ['five owners', business('A', { beneficial_owner_individuals: [person, person, person, person, person] })],
    ['its own verification without its date', business('A', { workflow: 'KYB_BYO' })],
  ])('refuses %s', async (_what, body) => {
    await expect(lithic.accountHolders.create(body)).rejects.toMatchObject({ status: 400 });
  });
});

describe('cards', () => {
  it('are made once for one key, however often it is used', async () => {
    const account_token = await account();
    const key = randomUUID();
    const order = { type: 'VIRTUAL' as const, account_token, spend_limit: 5_000, 'Idempotency-Key': key };
    const made = await Promise.all(Array.from({ length: 5 }, () => lithic.cards.create(order)));
    expect(new Set(made.map(({ token }) => token)).size).toBe(1);
    expect((await lithic.cards.list({ account_token })).data).toHaveLength(1);
    await expect(lithic.cards.create({ ...order, spend_limit: 6_000 })).rejects.toMatchObject({ status: 409 });
  });

  it('have a number that passes the networks’ check, and a list never shows it', async () => {
    const made = await card({ memo: 'Acme' });
    expect(made.pan).toMatch(/^\d{16}$/);
    const sum = [...made.pan].reverse().reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    expect(sum % 10).toBe(0);
    const [listed] = (await lithic.cards.list({ account_token: made.account_token })).data;
    expect(listed).toMatchObject({ token: made.token, memo: 'Acme', last_four: made.pan.slice(-4) });
    expect(JSON.stringify(listed)).not.toContain(made.pan);
  });

  it('are refused to a business that is not accepted', async () => {
    const { account_token } = await lithic.accountHolders.create(business('Pending Co'));
    await expect(lithic.cards.create({ type: 'VIRTUAL', account_token })).rejects.toMatchObject({ status: 400 });
  });

  it('are paused, reopened and closed for good, with an event each time', async () => {
    const { token } = await card();
    expect((await lithic.cards.update(token, { state: 'PAUSED' })).state).toBe('PAUSED');
    await inbox.next((call) => about('card.updated', token)(call) && call.body.state === 'PAUSED');
    expect((await lithic.cards.update(token, { state: 'OPEN' })).state).toBe('OPEN');
    expect((await lithic.cards.update(token, { state: 'CLOSED' })).state).toBe('CLOSED');
    await expect(lithic.cards.update(token, { state: 'OPEN' })).rejects.toMatchObject({ status: 400 });
  });

  const shipping_address = {
    first_name: 'Acme Goods',
    last_name: '.',
    address1: '1 Main St',
    city: 'Portland',
    state: 'OR',
    postal_code: '97205',
    country: 'USA',
  };

  it('become plastic: made, shipped, then activated by the holder', async () => {
    const { token } = await card();
    expect(await lithic.cards.convertPhysical(token, { shipping_address, shipping_method: 'STANDARD_WITH_TRACKING', product_id: '1' })).toMatchObject({
      type: 'PHYSICAL',
      state: 'PENDING_FULFILLMENT',
    });
    await expect(lithic.cards.update(token, { state: 'OPEN' })).rejects.toMatchObject({ status: 400 });
    await sandbox.press('lithic', 'ship_card', { card_token: token });
    expect((await lithic.cards.retrieve(token)).state).toBe('PENDING_ACTIVATION');
    const shipped = await inbox.next(about('card.shipped', token));
    expect(shipped.body).toMatchObject({ shipping_method: 'USPS with tracking', bulk_order_token: null, tracking_number: expect.stringMatching(/^9400/) });
    expect((await lithic.cards.update(token, { state: 'OPEN' })).state).toBe('OPEN');
  });

  it.each([
    ['STANDARD', 'USPS without tracking envelope', null],
    ['PRIORITY', 'USPS priority', expect.stringMatching(/^\d{16,22}$/)],
    ['EXPRESS', 'FedEx express', expect.stringMatching(/^\d{12,18}$/)],
  ] as const)('ordered by %s are mailed as %s', async (shipping_method, name, tracking_number) => {
    const { token } = await card();
    await lithic.cards.convertPhysical(token, { shipping_address, shipping_method, product_id: '1' });
    await sandbox.press('lithic', 'ship_card', { card_token: token });
    expect((await inbox.next(about('card.shipped', token))).body).toMatchObject({ shipping_method: name, tracking_number });
  });

  it('refuses a shipping name that does not fit on the envelope', async () => {
    const { token } = await card();
    const long = { ...shipping_address, first_name: 'A Business With Quite A Long Name' };
    await expect(lithic.cards.convertPhysical(token, { shipping_address: long })).rejects.toMatchObject({ status: 400 });
  });

  it('are listed newest first, page by page', async () => {
    const account_token = await account();
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) made.push((await lithic.cards.create({ type: 'VIRTUAL', account_token })).token);
    const listed: string[] = [];
    for await (const one of lithic.cards.list({ account_token, page_size: 2 })) listed.push(one.token);
    expect(listed).toEqual(made.reverse());
  });
});

describe('the drawn card', () => {
  const frame = async (params: Parameters<Lithic['cards']['getEmbedURL']>[0]) => fetch(lithic.cards.getEmbedURL(params));

  it('shows number, expiry and code under the issuer’s ids, styled by the program', async () => {
    const made = await card();
    const answer = await frame({ token: made.token, css: 'http://headway.localhost:3000/card.css', target_origin: 'http://headway.localhost:3000' });
    expect(answer.status).toBe(200);
    const page = await answer.text();
    for (const id of ['card', 'pan', 'expiry', 'cvv', 'alert']) expect(page).toContain(`id="${id}"`);
    expect(page.replace(/<[^>]+>/g, '')).toContain(made.pan);
    expect(page).toContain(made.cvv);
    expect(page).toContain('Sandbox');
    // The program's sheet comes instead of the default one, and before the rule that hides the message.
    expect(page).toContain('href="http://headway.localhost:3000/card.css"');
    expect(page.split('<style').slice(1)).toEqual([expect.stringContaining('>#alert { display: none; }</style>')]);
    expect(page.indexOf('card.css')).toBeLessThan(page.indexOf('#alert { display'));
    expect(await (await frame({ token: made.token })).text()).toContain('aspect-ratio');
    await inbox.next(about('embed.viewed', made.token));
  });

  it('refuses a forged, altered or expired request', async () => {
    const { token } = await card();
    const good = new URL(lithic.cards.getEmbedURL({ token }));
    const altered = new URL(good);
    altered.searchParams.set('embed_request', Buffer.from(JSON.stringify({ token: randomUUID(), expiration: '2999-01-01T00:00:00Z' })).toString('base64'));
    expect((await fetch(altered)).status).toBe(401);
    const foreign = new Lithic({ apiKey: 'another key entirely', baseURL: `${sandbox.url}/lithic` });
    expect((await fetch(foreign.cards.getEmbedURL({ token }))).status).toBe(401);
    expect((await frame({ token, expiration: '2020-01-01T00:00:00Z' })).status).toBe(401);
  });

  it('grows old when a minute is let pass for it: its address is then refused in the issuer’s JSON, and a new one opens', async () => {
    const { token } = await card();
    const address = lithic.cards.getEmbedURL({ token });
    expect((await fetch(address)).status).toBe(200);
    await sandbox.press('lithic', 'expire_frames', { card_token: token });
    const refused = await fetch(address);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([401, expect.stringContaining('application/json')]);
    expect(await refused.json()).toEqual({ message: 'The embed request has expired', debugging_request_id: expect.any(String) });
    expect((await frame({ token })).status).toBe(200);
    const { token: another } = await card();
    expect((await frame({ token: another })).status).toBe(200);
  });

  it('cannot be talked into running a script through the style sheet', async () => {
    const { token } = await card();
    const page = await (await frame({ token, css: 'https://x.test/"><script>alert(1)</script>' })).text();
    expect(page).not.toContain('<script>alert(1)');
  });
});

describe('purchases', () => {
  // 18 dollars, as in the issuer's own example: held −1800 beside an amount of +1800, then settled the same way.
  it('have two sign conventions at once, held and then settled', async () => {
    const made = await card();
    const held = await authorize(made.pan, 1_800);
    expect(held).toMatchObject({ status: 'PENDING', result: 'APPROVED', amount: 1_800, authorization_amount: 1_800, settled_amount: 0 });
    expect(held.amounts).toMatchObject({ hold: { amount: -1_800 }, settlement: { amount: 0 }, cardholder: { amount: 0 } });
    expect(held.events?.[0]).toMatchObject({ type: 'AUTHORIZATION', amount: 1_800, effective_polarity: 'DEBIT', amounts: { settlement: null } });

    await lithic.transactions.simulateClearing({ token: held.token });
    const settled = await lithic.transactions.retrieve(held.token);
    expect(settled).toMatchObject({ status: 'SETTLED', amount: 1_800, settled_amount: 1_800 });
    expect(settled.amounts).toMatchObject({
      hold: { amount: 0 },
      settlement: { amount: -1_800 },
      cardholder: { amount: -1_800 },
      merchant: { amount: -1_800 },
    });
    expect(settled.events?.map(({ type }) => type)).toEqual(['AUTHORIZATION', 'CLEARING']);
  });

  it('may clear in parts, and for more than was asked with a tip', async () => {
    const made = await card();
    const split = await authorize(made.pan, 10_000);
    await lithic.transactions.simulateClearing({ token: split.token, amount: 6_000 });
    await lithic.transactions.simulateClearing({ token: split.token, amount: 4_000 });
    expect(await lithic.transactions.retrieve(split.token)).toMatchObject({
      settled_amount: 10_000,
      amounts: { hold: { amount: 0 }, settlement: { amount: -10_000 } },
    });
    const tipped = await authorize(made.pan, 5_000);
    await lithic.transactions.simulateClearing({ token: tipped.token, amount: 6_000 });
    expect(await lithic.transactions.retrieve(tipped.token)).toMatchObject({ settled_amount: 6_000, authorization_amount: 5_000 });
  });

  it('are voided in part, then wholly, or expire', async () => {
    const made = await card();
    const voided = await authorize(made.pan, 5_000);
    await lithic.transactions.simulateVoid({ token: voided.token, amount: 2_000 });
    expect(await lithic.transactions.retrieve(voided.token)).toMatchObject({ status: 'PENDING', amounts: { hold: { amount: -3_000 } } });
    await lithic.transactions.simulateVoid({ token: voided.token });
    expect(await lithic.transactions.retrieve(voided.token)).toMatchObject({ status: 'VOIDED', amount: 0, amounts: { hold: { amount: 0 } } });
    await expect(lithic.transactions.simulateClearing({ token: voided.token })).rejects.toMatchObject({ status: 422 });
    const expired = await authorize(made.pan, 700);
    await lithic.transactions.simulateVoid({ token: expired.token, type: 'AUTHORIZATION_EXPIRY' });
    expect((await lithic.transactions.retrieve(expired.token)).status).toBe('EXPIRED');
    const given = await authorize(made.pan, 800);
    await lithic.transactions.expireAuthorization(given.token);
    expect((await lithic.transactions.retrieve(given.token)).status).toBe('EXPIRED');
  });

  it('may expire or be voided after a part of them has cleared: the status forgets the part, the amounts keep it', async () => {
    const made = await card();
    const clearPart = async () => {
      const { token } = await authorize(made.pan, 10_000);
      await sandbox.press('lithic', 'settle', { token, amount: 4_000, rest: 'held' });
      return lithic.transactions.retrieve(token);
    };
    const part = await clearPart();
    expect(part).toMatchObject({ status: 'PENDING', settled_amount: 4_000, amounts: { hold: { amount: -6_000 }, settlement: { amount: -4_000 } } });
    await expect(lithic.transactions.simulateVoid({ token: part.token })).rejects.toMatchObject({ status: 400 });

    await lithic.transactions.expireAuthorization(part.token);
    const left = { settled_amount: 4_000, amounts: { hold: { amount: 0 }, settlement: { amount: -4_000 }, cardholder: { amount: -4_000 } } };
    expect(await lithic.transactions.retrieve(part.token)).toMatchObject({ status: 'EXPIRED', ...left });
    const { token } = await clearPart();
    await sandbox.press('lithic', 'void', { token });
    expect(await lithic.transactions.retrieve(token)).toMatchObject({ status: 'VOIDED', ...left });
  });

  it('abroad have their price beside the dollars, held and settled, at one rate', async () => {
    const made = await card();
    const abroad = { amount: -4_000, currency: 'EUR' };
    const held = await authorize(made.pan, 5_000, { merchant_currency: 'EUR', merchant_amount: 4_000 });
    expect(held).toMatchObject({ merchant_currency: 'EUR', merchant_amount: 4_000, amount: 5_000, amounts: { merchant: { amount: 0, currency: 'EUR' } } });
    expect(held.events?.[0]?.amounts).toMatchObject({
      cardholder: { amount: 5_000, currency: 'USD', conversion_rate: '1.250000' },
      merchant: { amount: 4_000, currency: 'EUR' },
    });
    await lithic.transactions.simulateClearing({ token: held.token });
    expect(await lithic.transactions.retrieve(held.token)).toMatchObject({
      merchant_amount: 4_000,
      amounts: { merchant: abroad, settlement: { amount: -5_000, currency: 'USD' }, cardholder: { conversion_rate: '1.250000' } },
    });
    // The simulator knows three currencies, and takes others for pounds.
    expect((await authorize(made.pan, 5_000, { merchant_currency: 'JPY', merchant_amount: 7_700 })).merchant_currency).toBe('GBP');
    const inYen = await sandbox.press('lithic', 'spend', { card_token: made.token, amount: 6_500, descriptor: 'FJORD TEXTILES IMPORT', currency: 'JPY' });
    expect(inYen.body.result).toMatchObject({ merchant_currency: 'JPY', merchant_amount: 10_000 });
  });

  it('come back as a transaction of their own, with the signs the other way round', async () => {
    const made = await card();
    const { token = '' } = await lithic.transactions.simulateReturn({ pan: made.pan, amount: 1_000, descriptor: 'OAKLINE WHOLESALE' });
    const returned = await lithic.transactions.retrieve(token);
    expect(returned).toMatchObject({ status: 'SETTLED', amount: -1_000, settled_amount: -1_000, amounts: { settlement: { amount: 1_000 } } });
    expect(returned.events?.[0]).toMatchObject({ type: 'RETURN', amount: 1_000, effective_polarity: 'CREDIT' });
    await lithic.transactions.simulateReturnReversal({ token });
    expect(await lithic.transactions.retrieve(token)).toMatchObject({ settled_amount: 0 });
  });

  it('may be announced as a credit, or changed by an advice', async () => {
    const made = await card();
    const { token: credit = '' } = await lithic.transactions.simulateCreditAuthorizationAdvice({
      pan: made.pan,
      amount: 900,
      descriptor: 'FJORD TEXTILES IMPORT',
    });
    expect(await lithic.transactions.retrieve(credit)).toMatchObject({ status: 'PENDING', amount: -900, amounts: { hold: { amount: 900 } } });
    await lithic.transactions.simulateClearing({ token: credit });
    expect(await lithic.transactions.retrieve(credit)).toMatchObject({ status: 'SETTLED', amounts: { settlement: { amount: 900 } } });
    const pump = await authorize(made.pan, 10_000);
    await lithic.transactions.simulateAuthorizationAdvice({ token: pump.token, amount: 4_321 });
    expect(await lithic.transactions.retrieve(pump.token)).toMatchObject({ status: 'PENDING', amount: 4_321, amounts: { hold: { amount: -4_321 } } });
  });

  it('declined ones carry no amount but the merchant’s, in their event', async () => {
    const made = await card();
    await lithic.cards.update(made.token, { state: 'PAUSED' });
    const declined = await authorize(made.pan, 2_500);
    expect(declined).toMatchObject({
      status: 'DECLINED',
      result: 'CARD_PAUSED',
      amount: 0,
      settled_amount: 0,
      amounts: { hold: { amount: 0 }, settlement: { amount: 0 } },
    });
    expect(declined.events?.[0]?.amounts.merchant.amount).toBe(2_500);
  });

  it.each([
    ['TRANSACTION', [3_000, 3_000, 3_001], ['APPROVED', 'APPROVED', 'USER_TRANSACTION_LIMIT']],
    ['FOREVER', [2_000, 1_000, 1], ['APPROVED', 'APPROVED', 'USER_TRANSACTION_LIMIT']],
    ['MONTHLY', [2_999, 2], ['APPROVED', 'USER_TRANSACTION_LIMIT']],
    ['ANNUALLY', [3_000, 1], ['APPROVED', 'USER_TRANSACTION_LIMIT']],
  ] as const)('a limit of $30 by %s lets %j through as %j', async (spend_limit_duration, amounts, results) => {
    const made = await card({ spend_limit: 3_000, spend_limit_duration });
    const answered: string[] = [];
    for (const amount of amounts) answered.push((await authorize(made.pan, amount)).result);
    expect(answered).toEqual(results);
  });

  it.each([
    ['MONTHLY', '2026-11-21T15:00:00Z', '2026-10-27'],
    ['MONTHLY', '2026-03-31T00:00:00Z', '2026-03-09'],
    ['MONTHLY', '2026-01-03T23:59:59Z', '2025-12-09'],
    ['ANNUALLY', '2026-11-21T15:00:00Z', '2025-11-21'],
    ['FOREVER', '2026-11-21T15:00:00Z', '1970-01-01'],
  ] as const)('a %s limit at %s looks back to %s', (duration, now, start) => {
    expect(windowStart(duration, new Date(now)).toISOString().slice(0, 10)).toBe(start);
  });

  it('know no limit at 0, and say what is left of another', async () => {
    const made = await card({ spend_limit: 0, spend_limit_duration: 'FOREVER' });
    expect((await authorize(made.pan, 99_000_000)).result).toBe('APPROVED');
    const limited = await card({ spend_limit: 10_000, spend_limit_duration: 'FOREVER' });
    await authorize(limited.pan, 2_500);
    expect(await lithic.cards.retrieveSpendLimits(limited.token)).toMatchObject({
      available_spend_limit: { forever: 7_500 },
      spend_velocity: { forever: 2_500 },
    });
  });

  it('cannot both take the last dollar', async () => {
    const made = await card({ spend_limit: 10_000, spend_limit_duration: 'FOREVER' });
    const results = await Promise.all(Array.from({ length: 4 }, async () => (await authorize(made.pan, 6_000)).result));
    expect(results.filter((result) => result === 'APPROVED')).toHaveLength(1);
  });

  it('are listed by card, status and time, newest first', async () => {
    const made = await card();
    const tokens: string[] = [];
    for (const amount of [100, 200, 300]) tokens.push((await authorize(made.pan, amount)).token);
    await lithic.transactions.simulateClearing({ token: tokens[0] ?? '' });
    const listed: string[] = [];
    for await (const one of lithic.transactions.list({ card_token: made.token, page_size: 2 })) listed.push(one.token);
    expect(listed).toEqual([...tokens].reverse());
    const pending = await lithic.transactions.list({ card_token: made.token, status: 'PENDING' });
    expect(pending.data.map(({ token }) => token)).toEqual([tokens[2], tokens[1]]);
    expect((await lithic.transactions.list({ card_token: made.token, begin: '2999-01-01T00:00:00Z' })).data).toEqual([]);
    expect((await lithic.transactions.list({ card_token: made.token, end: '2999-01-01T00:00:00Z', begin: '2020-01-01T00:00:00Z' })).data).toHaveLength(3);
  });

  it('may be charged without asking, whatever the limit', async () => {
    const made = await card({ spend_limit: 100, spend_limit_duration: 'TRANSACTION' });
    await sandbox.press('lithic', 'force_post', { card_token: made.token, amount: 5_000, descriptor: 'SKYHOP AIRLINES' });
    const [charged] = (await lithic.transactions.list({ card_token: made.token })).data;
    expect(charged).toMatchObject({ status: 'SETTLED', settled_amount: 5_000 });
    expect(charged?.events?.map(({ type }) => type)).toEqual(['CLEARING']);
  });
});

describe('the decision endpoint', () => {
  const enroll = () => lithic.responderEndpoints.create({ type: 'AUTH_STREAM_ACCESS', url: `${inbox.url}/decide` });
  const asked = (call: Received) => call.path === '/decide';
  beforeEach(() => enroll());
  afterAll(async () => {
    await lithic.responderEndpoints.delete({ type: 'AUTH_STREAM_ACCESS' });
    inbox.answer = () => ({ status: 200 });
  });

  const answering = (body: unknown, status = 200) => {
    inbox.answer = (call) => (asked(call) ? { status, body: typeof body === 'string' ? body : JSON.stringify(body) } : { status: 200 });
  };

  it('is asked with a signed request that the SDK accepts', async () => {
    answering({ result: 'APPROVED' });
    const made = await card({ memo: 'Acme' });
    const transaction = await authorize(made.pan, 4_500);
    expect(transaction.status).toBe('PENDING');
    const call = await inbox.next(asked);
    const secret = (await lithic.authStreamEnrollment.retrieveSecret()).secret ?? '';
    expect(secret).toBe(sandbox.config.lithic.decisionSecret);
    const parsed = lithic.webhooks.parse(call.raw, { headers: call.headers, secret });
    expect(parsed).toMatchObject({
      event_type: 'card_authorization.approval_request',
      token: transaction.token,
      amounts: { cardholder: { amount: 4_500 } },
      card: { token: made.token, memo: 'Acme' },
    });
    expect(await lithic.responderEndpoints.checkStatus({ type: 'AUTH_STREAM_ACCESS' })).toEqual({ enrolled: true, url: `${inbox.url}/decide` });
  });

  it('is asked about an increment by the purchase’s own token, for the increment alone, and each time by the event to come', async () => {
    answering({ result: 'APPROVED' });
    const made = await card();
    const { token } = await authorize(made.pan, 6_000);
    await sandbox.press('lithic', 'increment', { token, amount: 2_500 });
    answering({ result: 'INSUFFICIENT_FUNDS' });
    await sandbox.press('lithic', 'increment', { token, amount: 900 });
    const kept = await lithic.transactions.retrieve(token);
    expect(kept).toMatchObject({ status: 'PENDING', result: 'APPROVED', amount: 8_500, authorization_amount: 8_500, amounts: { hold: { amount: -8_500 } } });
    expect(kept.events?.map(({ type, result, amount }) => [type, result, amount])).toEqual([
      ['AUTHORIZATION', 'APPROVED', 6_000],
      ['AUTHORIZATION', 'APPROVED', 2_500],
      ['AUTHORIZATION', 'INSUFFICIENT_FUNDS', 0],
    ]);
    const questions = inbox.received.filter(asked).map(({ body }) => body);
    expect(questions.map((body) => [body.token, body.amount, body.created])).toEqual([
      [token, 6_000, kept.created],
      [token, 2_500, kept.created],
      [token, 900, kept.created],
    ]);
    expect(questions.map(({ event_token }) => event_token)).toEqual(kept.events?.map((event) => event.token));
  });

  it('is told no event where the program has none, the cash in a purchase, and the price abroad', async () => {
    answering({ result: 'APPROVED' });
    const made = await card();
    const spend = (more: object) => sandbox.press('lithic', 'spend', { card_token: made.token, amount: 4_000, descriptor: 'HARVEST OFFICE DEPOT', ...more });
    await sandbox.press('lithic', 'event_tokens', { sent: 'no' });
    await spend({ cash: 1_500 });
    await sandbox.press('lithic', 'event_tokens', { sent: 'yes' });
    await spend({ descriptor: 'QUICKCASH ATM 0441' });
    await spend({ currency: 'KWD', amount: 6_500 });
    const [cash, machine, abroad] = inbox.received.filter(asked).map(({ body }) => body);
    expect(cash).toMatchObject({ amount: 4_000, cash_amount: 1_500 });
    expect(cash).not.toHaveProperty('event_token');
    expect(machine).toMatchObject({ amount: 4_000, cash_amount: 4_000, merchant: { mcc: '6011' }, event_token: expect.any(String) });
    // $65 is 20 dinars of a thousand fils each.
    expect(abroad).toMatchObject({
      cash_amount: 0,
      merchant_amount: 20_000,
      merchant_currency: 'KWD',
      conversion_rate: 0.325,
      amounts: { cardholder: { amount: 6_500, currency: 'USD', conversion_rate: '0.325000' }, merchant: { amount: 20_000, currency: 'KWD' } },
    });
  });

  it.each([
    [{ result: 'INSUFFICIENT_FUNDS' }, 'INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS'],
    [{ result: 'SUSPECTED_FRAUD' }, 'SUSPECTED_FRAUD', 'SUSPECTED_FRAUD'],
    [{ result: 'SOMETHING_ELSE' }, 'DECLINED', 'CUSTOM_ASA_RESULT'],
    ['not json', 'DECLINED', 'MALFORMED_ASA_RESPONSE'],
  ])('declines by the answer %j', async (body, result, detail) => {
    answering(body);
    const declined = await authorize((await card()).pan, 4_500);
    expect(declined.result).toBe(result);
    expect(declined.events?.[0]?.detailed_results).toEqual([detail]);
  });

  it('is asked twice after a 5xx, then declines', async () => {
    answering({}, 503);
    const declined = await authorize((await card()).pan, 4_500);
    expect(declined.events?.[0]?.detailed_results).toEqual(['CUSTOMER_ASA_TIMEOUT']);
    expect(inbox.received.filter(asked)).toHaveLength(2);
  });

  it('is not asked when the card itself already says no', async () => {
    answering({ result: 'APPROVED' });
    const made = await card({ state: 'PAUSED' });
    expect((await authorize(made.pan, 100)).result).toBe('CARD_PAUSED');
    expect(inbox.received.filter(asked)).toHaveLength(0);
  });

  it.each([
    ['CREDIT_AUTHORIZATION', 'PENDING', -2_500],
    ['FINANCIAL_CREDIT_AUTHORIZATION', 'SETTLED', -2_500],
  ] as const)('is asked about a %s whatever the card’s state, which is then %s', async (status, then, amount) => {
    answering({ result: 'APPROVED' });
    const made = await card({ state: 'PAUSED' });
    const credit = await authorize(made.pan, 2_500, { status });
    expect(credit).toMatchObject({ status: then, result: 'APPROVED', amount, authorization_amount: amount });
    expect(credit.events?.map(({ type, effective_polarity }) => [type, effective_polarity])).toEqual([[status, 'CREDIT']]);
    const [question] = inbox.received.filter(asked).map(({ body }) => body);
    expect(question).toMatchObject({ status, token: credit.token, event_token: credit.events?.[0]?.token, card: { token: made.token } });
    answering({ result: 'CARD_PAUSED' });
    expect(await authorize(made.pan, 2_500, { status })).toMatchObject({ status: 'DECLINED', result: 'CARD_PAUSED', amount: 0 });
  });

  it('may approve a part, where the merchant takes parts', async () => {
    answering({ result: 'APPROVED', approved_amount: 2_500 });
    const made = await card();
    expect(await authorize(made.pan, 4_000, { partial_approval_capable: true })).toMatchObject({ result: 'APPROVED', amount: 2_500 });
    expect((await authorize(made.pan, 4_000)).result).toBe('INSUFFICIENT_FUNDS');
  });
});

describe('events', () => {
  it('are flat, signed as the SDK verifies, and listed with their payload', async () => {
    const made = await card();
    const transaction = await authorize(made.pan, 1_234);
    const call = await inbox.next(about('card_transaction.updated', transaction.token));
    const event = lithic.webhooks.parse(call.raw, { headers: call.headers });
    expect(event).toMatchObject({ event_type: 'card_transaction.updated', token: transaction.token, status: 'PENDING', amount: 1_234 });
    const listed = await lithic.events.list({ event_types: ['card_transaction.updated'], with_content: true });
    const kept = listed.data.find(({ token }) => token === call.headers['webhook-id']);
    expect(kept?.payload).toMatchObject({ token: transaction.token });
    expect(kept?.payload).not.toHaveProperty('event_type');
    const bare = await lithic.events.list({ event_types: ['card_transaction.updated'] });
    expect(new Set(bare.data.map(({ payload }) => JSON.stringify(payload)))).toEqual(new Set(['{}']));
    expect((await lithic.events.retrieve(kept?.token ?? '')).event_type).toBe('card_transaction.updated');
  });

  it('do not verify once a byte of them is changed', async () => {
    const { token } = await card();
    const call = await inbox.next(about('card.created', token));
    expect(() => lithic.webhooks.parse(`${call.raw} `, { headers: call.headers })).toThrow();
  });

  it('go to further subscribers, each with its own secret and its choice of events', async () => {
    const subscription = await lithic.events.subscriptions.create({ url: `${inbox.url}/second`, event_types: ['card.created'] });
    const { secret = '' } = await lithic.events.subscriptions.retrieveSecret(subscription.token);
    const made = await card();
    const call = await inbox.next((one) => one.path === '/second');
    expect(lithic.webhooks.parse(call.raw, { headers: call.headers, secret })).toMatchObject({ card_token: made.token });
    await lithic.cards.update(made.token, { state: 'PAUSED' });
    await inbox.next(about('card.updated', made.token));
    expect(inbox.received.filter((one) => one.path === '/second')).toHaveLength(1);
    await lithic.events.subscriptions.rotateSecret(subscription.token);
    expect((await lithic.events.subscriptions.retrieveSecret(subscription.token)).secret).not.toBe(secret);
    await lithic.events.subscriptions.update(subscription.token, { url: `${inbox.url}/second`, disabled: true });
    expect((await lithic.events.subscriptions.retrieve(subscription.token)).disabled).toBe(true);
    await lithic.events.subscriptions.delete(subscription.token);
    expect((await lithic.events.subscriptions.list()).data.map(({ token }) => token)).not.toContain(subscription.token);
  });
});

describe('the API itself', () => {
  it('answers nobody without the key', async () => {
    const stranger = new Lithic({ apiKey: 'wrong', baseURL: `${sandbox.url}/lithic`, maxRetries: 0 });
    await expect(stranger.cards.list()).rejects.toMatchObject({ status: 401 });
    await expect(lithic.cards.retrieve(randomUUID())).rejects.toMatchObject({
      status: 404,
      error: { message: expect.any(String), debugging_request_id: expect.any(String) },
    });
  });

  it('has a year of invented purchases, the same for the same seed', async () => {
    const sums: number[] = [];
    for (const made of [await card(), await card()]) {
      await sandbox.press('lithic', 'history', { card_token: made.token, count: 300, days: 365, seed: 7 });
      let sum = 0;
      let count = 0;
      for await (const one of lithic.transactions.list({ card_token: made.token, page_size: 100 })) {
        sum += one.events?.[0]?.amounts.merchant.amount ?? 0;
        count += 1;
      }
      expect(count).toBe(300);
      sums.push(sum);
    }
    expect(sums[0]).toBe(sums[1]);
    expect(inbox.received.filter(({ body }) => body.event_type === 'card_transaction.updated')).toEqual([]);
  });
});

describe('time and restarts', () => {
  it('brings the card to the post after a day and settles a purchase after two', async () => {
    const made = await card();
    const bought = await authorize(made.pan, 4_200);
    await lithic.cards.convertPhysical(made.token, {
      shipping_address: { first_name: 'Acme', last_name: '.', address1: '1 Main St', city: 'Portland', state: 'OR', postal_code: '97205', country: 'USA' },
    });
    const advance = () =>
      fetch(`${sandbox.url}/control/clock/advance`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"days":1}' });
    expect((await advance()).status).toBe(200);
    expect((await lithic.cards.retrieve(made.token)).state).toBe('PENDING_ACTIVATION');
    expect((await lithic.transactions.retrieve(bought.token)).status).toBe('PENDING');
    await advance();
    expect((await lithic.transactions.retrieve(bought.token)).status).toBe('SETTLED');
  });

  it('never settles an authorization of nothing: it expires after a week, and the days go on', async () => {
    const made = await card();
    const check = await authorize(made.pan, 0);
    const emptied = await authorize(made.pan, 5_000);
    await lithic.transactions.simulateAuthorizationAdvice({ token: emptied.token, amount: 0 });
    const { token: credit = '' } = await lithic.transactions.simulateCreditAuthorizationAdvice({ pan: made.pan, amount: 0, descriptor: 'ACME' });
    const bought = await authorize(made.pan, 4_200);
    const statuses = () =>
      Promise.all([check, emptied, { token: credit }, bought].map(async ({ token }) => (await lithic.transactions.retrieve(token)).status));
    const advance = async (days: number) =>
      (await fetch(`${sandbox.url}/control/clock/advance`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: `{"days":${days}}` }))
        .status;
    expect(await advance(2)).toBe(200);
    expect(await statuses()).toEqual(['PENDING', 'PENDING', 'PENDING', 'SETTLED']);
    expect(await advance(5)).toBe(200);
    expect(await statuses()).toEqual(['EXPIRED', 'EXPIRED', 'EXPIRED', 'SETTLED']);
  });

  it('keeps businesses, cards and purchases over a restart', async () => {
    const made = await card({ memo: 'Kept' });
    const bought = await authorize(made.pan, 777);
    await sandbox.restart();
    expect(await lithic.cards.retrieve(made.token)).toEqual(await lithic.cards.retrieve(made.token));
    expect((await lithic.cards.retrieve(made.token)).memo).toBe('Kept');
    expect((await lithic.transactions.retrieve(bought.token)).amount).toBe(777);
  });
});
