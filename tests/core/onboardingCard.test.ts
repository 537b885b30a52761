import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiverScope } from '../../server/db/scope.ts';
import type { KybForm } from '../../server/domain/kyb/kyb.ts';
import { orderCard } from '../../server/services/card/issue/orderCard.ts';
import { orderPhysicalCard } from '../../server/services/card/issue/orderPhysicalCard.ts';
import type { OpenDeps } from '../../server/start/product.ts';
import { kybForm, shippingAddress } from '../support/businessForms.ts';
import { eventually } from '../support/eventually.ts';
import { type Merchant, merchantAt } from '../support/merchant.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await productWithMerchants('BANK_LINK');
});
afterAll(() => product.stop());

async function atCard(form?: KybForm): Promise<Merchant> {
  const merchant = await merchantAt(product, 'BANK_LINK', { form });
  // To link a bank and to read a store take their time, and these tests ask nothing of them.
  const data = { plaid_access_token: 'BLANK', plaid_item_id: 'BLANK', rutter_access_token: 'BLANK' };
  await product.deps.database.receiver.update({ where: { id: merchant.id }, data });
  return merchant;
}

/** The cards that the issuer has made for a merchant. */
async function cardsOf(merchant: Merchant) {
  const { lithic_account_token } = await merchant.stored();
  return (await product.deps.providers.cardIssuer.listCards(lithic_account_token ?? '')).items;
}
const accept = async (merchant: Merchant) =>
  product.press('lithic', 'decide_kyb', { account_holder_token: (await merchant.stored()).lithic_account_holder_token, status: 'ACCEPTED' });

describe('the virtual card', () => {
  it('carries the business name in whole words, and begins with the limit of the program', async () => {
    const merchant = await atCard(kybForm('The Extraordinarily Fine Bakery Company LLC'));
    const answer = await merchant.done(merchant.postCard(false));
    expect(answer).toMatchObject({ card_request: 'virtual', wantsPhysicalCard: false });
    const card = await product.deps.database.card.findFirstOrThrow({ where: { receiver_id: merchant.id } });
    expect(card).toMatchObject({ token: answer.lithic_card_token, name_on_card: 'The Extraordinarily', type: 'VIRTUAL', state: 'OPEN' });
    expect(await cardsOf(merchant)).toMatchObject([{ token: answer.lithic_card_token, state: 'OPEN' }]);
    expect(card.spend_limit).toBeGreaterThanOrEqual(1n);
  });

  it('is one however often and at once it is asked for', async () => {
    const merchant = await atCard();
    const answers = await Promise.all([1, 2, 3, 4].map((count) => merchant.postCard(count % 2 === 0)));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    await merchant.done(merchant.postCard(false));
    expect(await cardsOf(merchant)).toHaveLength(1);
    expect(await product.deps.database.card.count({ where: { receiver_id: merchant.id } })).toBe(1);
  });

  it.each([false, true])('comes by itself when the process dies after it was ordered (with plastic: %s)', async (isPhysical) => {
    const merchant = await atCard();
    const died = () => Promise.reject(new Error('the process died'));
    const { cardIssuer } = product.deps.providers;
    const dying = (parts: Partial<typeof cardIssuer>): OpenDeps => ({
      ...product.deps,
      queue: {
        ...product.deps.queue,
        send: (name, data, options) =>
          name === 'issue-card' && options?.transaction === product.deps.database ? died() : product.deps.queue.send(name, data, options),
      },
      providers: { ...product.deps.providers, cardIssuer: { ...cardIssuer, ...parts } },
    });
    const view = async () => ({ scope: receiverScope(merchant.id), receiver: await merchant.stored(), isOwn: true });
    const stored = () => product.deps.database.cardOrder.findFirst({ where: { receiver_id: merchant.id } });
    if (isPhysical) {
      await orderCard(product.deps, await view(), true);
      await expect(orderPhysicalCard(dying({ shipCard: died }), await view(), shippingAddress)).rejects.toThrow('died');
      await eventually('the shipment', async () => (await stored())?.shipped_at);
    } else {
      await expect(orderCard(dying({ issueCard: died }), await view(), false)).rejects.toThrow('died');
      await eventually('the card', async () => (await stored())?.card_token);
    }
    expect(await cardsOf(merchant)).toHaveLength(1);
  });

  it('of a business that the issuer still looks at comes by itself once it is accepted, and is mailed', async () => {
    const merchant = await atCard(kybForm('Pending Bakery'));
    expect(await merchant.done(merchant.postCard(false))).toMatchObject({ card_request: 'virtual', lithic_card_token: null });
    expect(await merchant.step()).toBe('KYB_ACCEPT');
    expect(await cardsOf(merchant)).toEqual([]);
    await accept(merchant);
    await eventually('the last step', async () => (await merchant.step()) === 'FINISHED');
    const [card, ...others] = await cardsOf(merchant);
    expect([card?.lastFour.length, others]).toEqual([4, []]);
    expect((await merchant.mail('card_issued')).subject).toBe(`Your Headway card ending in ${card?.lastFour} is ready`);
  });

  it('is another one after staff reset it', async () => {
    const merchant = await atCard();
    const first = (await merchant.done(merchant.postCard(false))).lithic_card_token;
    await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { lithic_card_token: null, card_request: null } });
    expect(await merchant.step()).toBe('CARD_ISSUE');
    const second = (await merchant.done(merchant.postCard(false))).lithic_card_token;
    expect(second).not.toBe(first);
    expect(await cardsOf(merchant)).toHaveLength(2);
  });

  it('of an account that was locked meanwhile has one cent', async () => {
    const merchant = await atCard(kybForm('Pending Bakery'));
    await merchant.done(merchant.postCard(false));
    await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { is_locked: true } });
    await accept(merchant);
    const card = await eventually('the card', async () => (await cardsOf(merchant))[0]);
    expect(card.spendLimitCents).toBe(1);
    expect((await merchant.postCard(true)).status).toBe(403);
  });

  it('of a business that staff exempt from verification needs its account at the issuer', async () => {
    const merchant = await atCard(kybForm('Pending Bakery'));
    const { lithic_account_token } = await merchant.stored();
    await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { lithic_account_holder_token: 'BLANK', lithic_account_token: null } });
    const refused = await merchant.postCard(false);
    expect([refused.status, refused.body.code]).toEqual([422, 'provider_refused']);
    expect((await merchant.stored()).card_request).toBeNull();

    await accept(await withHolder(merchant));
    await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { lithic_account_holder_token: 'BLANK', lithic_account_token } });
    expect((await merchant.done(merchant.postCard(false))).lithic_card_token).not.toBeNull();
    await eventually('the last step', async () => (await merchant.step()) === 'FINISHED');
  });

  async function withHolder(merchant: Merchant): Promise<Merchant> {
    const application = await product.deps.database.kybApplication.findFirstOrThrow({ where: { receiver_id: merchant.id } });
    await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { lithic_account_holder_token: application.lithic_account_holder_token } });
    return merchant;
  }
});

describe('the physical card', () => {
  it('goes to the address as it was tidied, once', async () => {
    const merchant = await atCard();
    await merchant.done(merchant.postCard(true));
    const answer = await merchant.done(merchant.postPhysicalCard());
    expect(answer.card_request).toBe('physical');
    const order = await product.deps.database.cardOrder.findFirstOrThrow({ where: { receiver_id: merchant.id } });
    expect(order.shipping_address).toEqual({ ...shippingAddress, state: 'NY', phone_number: '+12125550142' });
    await merchant.done(merchant.postPhysicalCard());
    const other = await merchant.postPhysicalCard({ city: 'Buffalo' });
    expect([other.status, other.body.code]).toEqual([409, 'step_out_of_order']);
    expect(await cardsOf(merchant)).toMatchObject([{ isPhysical: true, state: 'PENDING_FULFILLMENT' }]);
  });

  it('takes no other address while it is being ordered', async () => {
    const merchant = await atCard();
    await merchant.done(merchant.postCard(true));
    const { cardIssuer } = product.deps.providers;
    const shipCard: typeof cardIssuer.shipCard = async (...asked) => {
      const other = await merchant.postPhysicalCard({ city: 'Buffalo' });
      expect([other.status, other.body.code]).toEqual([409, 'idempotency_in_flight']);
      return cardIssuer.shipCard(...asked);
    };
    const deps = { ...product.deps, providers: { ...product.deps.providers, cardIssuer: { ...cardIssuer, shipCard } } };
    await orderPhysicalCard(deps, { scope: receiverScope(merchant.id), receiver: await merchant.stored(), isOwn: true }, shippingAddress);
    const order = await product.deps.database.cardOrder.findFirstOrThrow({ where: { receiver_id: merchant.id } });
    expect(order).toMatchObject({ shipped_at: expect.any(Date), shipping_address: { city: shippingAddress.city } });
  });

  it('of a business that the issuer still looks at takes its address now and is sent later', async () => {
    const merchant = await atCard(kybForm('Pending Bakery'));
    expect(await merchant.done(merchant.postCard(true))).toMatchObject({ wantsPhysicalCard: true, card_request: null });
    expect(await merchant.done(merchant.postPhysicalCard())).toMatchObject({ wantsPhysicalCard: false, card_request: 'physical' });
    expect(await merchant.step()).toBe('KYB_ACCEPT');
    await accept(merchant);
    await eventually('the shipment', async () => (await cardsOf(merchant))[0]?.isPhysical);
    expect(await cardsOf(merchant)).toHaveLength(1);
  });

  it('is mailed with a tracking number, and known to be in the mail by webhook', async () => {
    const merchant = await atCard();
    await merchant.done(merchant.postCard(true));
    const { lithic_card_token } = await merchant.done(merchant.postPhysicalCard());
    await product.press('lithic', 'ship_card', { card_token: lithic_card_token });
    const card = await eventually('the shipment', async () => {
      const row = await product.deps.database.card.findFirst({ where: { receiver_id: merchant.id } });
      return row?.shipped_at && row;
    });
    expect(card).toMatchObject({ state: 'PENDING_ACTIVATION', shipping_method: 'USPS with tracking', tracking_number: `9400${card.last_four}0000111122` });
    expect((await merchant.mail('card_shipped')).subject).toContain('in the mail');
    expect((await merchant.timeline()).filter((kind) => kind === 'card_shipped')).toHaveLength(1);
  });

  it('is not made of a paused card, and says what to do', async () => {
    const merchant = await atCard();
    const { lithic_card_token } = await merchant.done(merchant.postCard(true));
    await merchant.done(merchant.send('/api/lithic_card', { method: 'PATCH', body: { token: lithic_card_token, state: 'PAUSED' } }));
    const answer = await merchant.postPhysicalCard();
    expect([answer.status, answer.body.detail]).toEqual([409, 'Your card is paused. Open it first, then order the physical one.']);
  });

  async function orderedWithPlastic(): Promise<Merchant> {
    const merchant = await atCard();
    await merchant.done(merchant.postCard(true));
    return merchant;
  }

  it('is not sent with a bad field: the message is there and nothing is kept', async () => {
    const merchant = await orderedWithPlastic();
    const answer = await merchant.post('card/physical', { shipping_address: { ...shippingAddress, state: 'ZZ' } });
    expect([answer.status, answer.body.errors?.map(({ path }: { path: string }) => path)]).toEqual([400, ['shipping_address.state']]);
    expect(await product.deps.database.cardOrder.findFirst({ where: { receiver_id: merchant.id } })).toMatchObject({ shipping_address: null });
    expect((await merchant.stored()).card_request).toBeNull();
  });

  it('is not sent with a form of another shape', async () => {
    const merchant = await orderedWithPlastic();
    const shapes = [
      {},
      { shipping_address: null },
      { shipping_address: { ...shippingAddress, last_name: 'Lopez' } },
      { shipping_address: { ...shippingAddress, pin: '1' } },
    ];
    for (const body of shapes) expect([body, (await merchant.post('card/physical', body)).status]).toEqual([body, 400]);
  });
});
