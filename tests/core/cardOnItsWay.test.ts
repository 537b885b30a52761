import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippingAddress } from '../support/businessForms.ts';
import { type Cardholder, newCardholder, spend } from '../support/cardholder.ts';
import { decideInTime, purchaseQuestion } from '../support/decideInTime.ts';
import { eventually } from '../support/eventually.ts';
import { signUp } from '../support/people.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await productWithMerchants('CARDHOLDER');
});
afterAll(() => product.stop());

const stored = ({ receiver }: Cardholder) => product.deps.database.card.findFirstOrThrow({ where: { receiver_id: receiver.id } });

/** Makes a merchant with $1,000 to spend whose card is being made. */
async function newMerchant(): Promise<Cardholder> {
  const merchant = await newCardholder(product);
  await eventually('the first limit', async () => (await stored(merchant)).spend_limit === 100_000n);
  await product.deps.providers.cardIssuer.shipCard(merchant.cardToken, shippingAddress);
  await eventually('the order of the plastic', async () => (await stored(merchant)).state === 'PENDING_FULFILLMENT');
  return merchant;
}

async function newMerchantWithMail(): Promise<Cardholder> {
  const merchant = await newMerchant();
  await product.press('lithic', 'ship_card', { card_token: merchant.cardToken });
  await eventually('the shipment', async () => (await stored(merchant)).shipped_at !== null);
  return merchant;
}

const read = async (merchant: Cardholder) => (await product.call(`/api/lithic_card?token=${merchant.cardToken}`, { token: merchant.token })).body;
const hold = (merchant: Cardholder, is_on_hold: boolean, token = merchant.token) =>
  product.call('/api/lithic_card/hold', { method: 'PUT', token, body: { token: merchant.cardToken, is_on_hold } });
const activate = (merchant: Cardholder, last_four: string, token = merchant.token) =>
  product.call('/api/lithic_card/activation', { method: 'POST', token, body: { token: merchant.cardToken, last_four } });
const patch = (merchant: Cardholder, state: string) =>
  product.call('/api/lithic_card', { method: 'PATCH', token: merchant.token, body: { token: merchant.cardToken, state } });
const timelineOf = async ({ receiver }: Cardholder) =>
  (await product.deps.database.timelineEvent.findMany({ where: { receiver_id: receiver.id }, orderBy: { at: 'asc' } })).map(({ kind }) => kind);

const decide = (merchant: Cardholder) => decideInTime(product.deps, purchaseQuestion(merchant, 100));

describe('a card whose plastic is on its way', () => {
  it('is told in the steps that the issuer tells of, and works meanwhile', async () => {
    const merchant = await newMerchant();
    expect(await read(merchant)).toMatchObject({ state: 'PENDING_FULFILLMENT', is_on_hold: false, is_account_held: false, plastic: { mailed_at: null } });
    expect((await spend(product, merchant, 1_000)).result).toBe('APPROVED');

    await product.press('lithic', 'make_card', { card_token: merchant.cardToken });
    await eventually('the card from the factory', async () => (await stored(merchant)).state === 'PENDING_ACTIVATION');
    expect((await read(merchant)).plastic).toMatchObject({ mailed_at: null, tracking_number: null, activated_at: null });
    expect((await spend(product, merchant, 1_000)).result).toBe('APPROVED');

    await product.press('lithic', 'ship_card', { card_token: merchant.cardToken });
    await eventually('the shipment', async () => (await stored(merchant)).shipped_at !== null);
    const { plastic } = await read(merchant);
    expect(plastic).toMatchObject({ mailed_at: expect.any(String), shipping_method: expect.stringMatching(/^USPS/), activated_at: null });
    expect((await spend(product, merchant, 1_000)).result).toBe('APPROVED');
  });

  it('says so when its account is held', async () => {
    const merchant = await newMerchantWithMail();
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { is_locked: true } });
    expect(await read(merchant)).toMatchObject({ state: 'PENDING_ACTIVATION', is_account_held: true });
  });
});

describe('the hold', () => {
  it('declines every purchase with a reason of its own that releasing mends, and leaves the state as it is', async () => {
    const merchant = await newMerchantWithMail();
    expect((await hold(merchant, true)).body).toMatchObject({ is_on_hold: true, state: 'PENDING_ACTIVATION' });
    const { body: all } = await product.call(`/api/users/${merchant.receiver.token}/cards`, { token: merchant.token });
    expect(all.cards[0].is_on_hold).toBe(true);
    expect((await spend(product, merchant, 4_200)).result).toBe('CARD_PAUSED');
    const { body } = await product.call(`/api/users/${merchant.receiver.token}/declines`, { token: merchant.token });
    expect(body.declines[0]).toMatchObject({ reason: 'Your card is paused.', remedy: 'release', amount_cents: 4_200 });
    expect((await product.deps.providers.cardIssuer.getCard(merchant.cardToken)).state).toBe('PENDING_ACTIVATION');

    expect((await hold(merchant, false)).body.is_on_hold).toBe(false);
    expect((await spend(product, merchant, 4_200)).result).toBe('APPROVED');
  });

  it('is obeyed by each decision that begins after it was answered, however many purchases race with it', async () => {
    const merchant = await newMerchantWithMail();
    const racing = Array.from({ length: 12 }, () => decide(merchant));
    const held = hold(merchant, true).then(async (answer) => ({ answer, after: await Promise.all(Array.from({ length: 8 }, () => decide(merchant))) }));
    const [{ answer, after }, before] = await Promise.all([held, Promise.all(racing)]);
    expect(answer.status).toBe(200);
    expect(after.map(({ result }) => result)).toEqual(Array.from({ length: 8 }, () => 'CARD_PAUSED'));
    // Each of the others came before it or after it, as a whole.
    const heldAt = (await stored(merchant)).held_by_receiver_at?.getTime() ?? 0;
    expect(heldAt).toBeGreaterThan(0);
    const decisions = await product.deps.database.authorizationDecision.findMany({ where: { receiver_id: merchant.receiver.id } });
    expect(decisions).toHaveLength(before.length + after.length);
    expect(new Set(decisions.map(({ reason }) => reason).filter((reason) => reason !== null))).toEqual(new Set(['own_hold']));
  });

  it('may be asked for twice, and is noted once', async () => {
    const merchant = await newMerchantWithMail();
    await hold(merchant, true);
    const since = (await stored(merchant)).held_by_receiver_at;
    expect((await hold(merchant, true)).status).toBe(200);
    expect((await stored(merchant)).held_by_receiver_at).toEqual(since);
    await hold(merchant, false);
    expect((await hold(merchant, false)).status).toBe(200);
    expect((await timelineOf(merchant)).filter((kind) => kind === 'card_held' || kind === 'card_released')).toEqual(['card_held', 'card_released']);
  });

  it('is not for a card that can be paused', async () => {
    const merchant = await newMerchantWithMail();
    await activate(merchant, (await stored(merchant)).last_four);
    const answer = await hold(merchant, true);
    expect([answer.status, answer.body.detail]).toEqual([409, 'This pauses only a card whose plastic is on its way. Use the switch of your card instead.']);
    expect((await hold(merchant, false)).status).toBe(200);
  });

  it('stays while the account is held, and is put on even then', async () => {
    const merchant = await newMerchantWithMail();
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { is_locked: true } });
    expect((await hold(merchant, true)).status).toBe(200);
    expect((await hold(merchant, false)).status).toBe(403);
    expect((await stored(merchant)).held_by_receiver_at).not.toBeNull();
  });

  it('put on by staff is recorded, and its owner reads it', async () => {
    const merchant = await newMerchantWithMail();
    const support = await signUp(product, { staff: { support: true } });
    await product.call(`/api/receiver?email=${encodeURIComponent(merchant.email)}`, { token: support.token });
    expect((await hold(merchant, true, support.token)).status).toBe(200);
    const rows = await product.deps.database.auditLog.findMany({ where: { receiver_id: merchant.receiver.id, action: 'PUT /api/lithic_card/hold' } });
    expect(rows.map(({ outcome }) => outcome)).toContain('done');
    const { body } = await product.call(`/api/users/${merchant.receiver.token}/access_log`, { token: merchant.token });
    expect(JSON.stringify(body)).toContain('Paused or opened your card');
  });
});

describe('the activation', () => {
  it('by the last four digits opens the card at the issuer, releases the hold, and may be repeated', async () => {
    const merchant = await newMerchantWithMail();
    await hold(merchant, true);
    const { last_four } = await stored(merchant);
    expect((await activate(merchant, ` ${last_four}`)).body).toMatchObject({ state: 'OPEN', is_on_hold: false, plastic: { activated_at: expect.any(String) } });
    expect((await product.deps.providers.cardIssuer.getCard(merchant.cardToken)).state).toBe('OPEN');
    expect((await activate(merchant, last_four)).status).toBe(200);
    expect((await timelineOf(merchant)).filter((kind) => kind === 'card_released')).toHaveLength(1);
  });

  it('takes five wrong entries in a row, and then none for an hour, not even the right one', async () => {
    const merchant = await newMerchantWithMail();
    const { last_four } = await stored(merchant);
    const wrong = last_four === '0000' ? '1111' : '0000';
    const first = await activate(merchant, wrong);
    expect([first.status, first.body.errors]).toMatchObject([400, [{ path: 'last_four', message: expect.stringContaining('You have 4 more tries.') }]]);
    for (const left of ['3 more tries', 'have 2 more tries', 'one more try', 'the last try for an hour'])
      expect((await activate(merchant, wrong)).body.errors[0].message).toContain(left);
    const closed = await activate(merchant, last_four);
    expect([closed.status, closed.body.detail]).toEqual([
      429,
      expect.stringMatching(/^These digits were wrong too often\. Try again in \d\d minutes, or ask support\.$/),
    ]);
    expect((await stored(merchant)).state).toBe('PENDING_ACTIVATION');

    await product.deps.database.card.updateMany({
      where: { receiver_id: merchant.receiver.id },
      data: { wrong_activation_at: new Date(product.deps.clock().getTime() - 3_600_001) },
    });
    expect((await activate(merchant, wrong)).body.errors[0].message).toContain('You have 4 more tries.');
    expect((await activate(merchant, last_four)).body.state).toBe('OPEN');
    expect((await stored(merchant)).wrong_activations).toBe(0);
  });

  it('counts wrong entries that come at once one by one', async () => {
    const merchant = await newMerchantWithMail();
    const wrong = (await stored(merchant)).last_four === '0000' ? '1111' : '0000';
    const answers = await Promise.all(Array.from({ length: 9 }, () => activate(merchant, wrong)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([400, 400, 400, 400, 400, 429, 429, 429, 429]);
  });

  it.each(['', '123', 'abcd', '12345', '１２３４'])('takes %j for a slip and no attempt', async (digits) => {
    const merchant = await newMerchantWithMail();
    const answer = await activate(merchant, digits);
    expect([answer.status, answer.body.errors[0].message]).toEqual([400, 'Enter the last four digits of the number on your card.']);
    expect((await stored(merchant)).wrong_activations).toBe(0);
  });

  it('waits until the card is made, and is not for a paused card', async () => {
    const merchant = await newMerchant();
    const { last_four } = await stored(merchant);
    expect((await activate(merchant, last_four)).body).toMatchObject({
      status: 409,
      detail: 'Your card is still being made. Activate it when it has arrived.',
    });
    await product.press('lithic', 'ship_card', { card_token: merchant.cardToken });
    await eventually('the shipment', async () => (await stored(merchant)).shipped_at !== null);
    await activate(merchant, last_four);
    await patch(merchant, 'PAUSED');
    expect((await activate(merchant, last_four)).body).toMatchObject({ status: 409, detail: 'Your card is active already, and paused. Reopen it instead.' });
  });

  it('is refused while the account is held', async () => {
    const merchant = await newMerchantWithMail();
    const { last_four } = await stored(merchant);
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { is_locked: true } });
    expect((await activate(merchant, last_four)).status).toBe(403);
    expect((await stored(merchant)).state).toBe('PENDING_ACTIVATION');
  });

  it('by the switch’s call releases the hold too', async () => {
    const merchant = await newMerchantWithMail();
    await hold(merchant, true);
    expect((await patch(merchant, 'OPEN')).body).toMatchObject({ state: 'OPEN', is_on_hold: false });
  });
});
