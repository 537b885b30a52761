import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeclinedPurchase } from '../../server/contract/declines.ts';
import { holdDecision } from '../../server/db/queries/purchaseDecision.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { type CardControls, noControls } from '../../server/domain/card/controls/controls.ts';
import type { LimitRaise } from '../../server/domain/card/controls/limitRaises.ts';
import type { AuthorizationRequest } from '../../server/providers/ports/cardIssuer.ts';
import { startsByProgram } from '../../server/services/card/purchases/cardPeriods.ts';
import { decideAuthorization } from '../../server/services/card/purchases/decideAuthorization.ts';
import { type Cardholder, newCardholder } from '../support/cardholder.ts';
import { decideInTime, purchaseQuestion } from '../support/decideInTime.ts';
import { eventually } from '../support/eventually.ts';
import { indexOwners } from '../support/ownerIndex.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await productWithMerchants('CARDHOLDER');
});
afterAll(() => product.stop());

/** Makes a merchant with $1,000 to spend and a card with controls. */
async function newMerchant(controls: Partial<CardControls>): Promise<Cardholder> {
  const merchant = await newCardholder(product);
  await eventually('a limit', async () => {
    const card = await product.deps.database.card.findFirstOrThrow({ where: { receiver_id: merchant.receiver.id } });
    return card.spend_limit === 100_000n;
  });
  const stored = JSON.parse(JSON.stringify({ ...noControls, ...controls, version: 1 }));
  await product.deps.database.cardControl.create({ data: { receiver_id: merchant.receiver.id, card_token: merchant.cardToken, controls: stored } });
  return merchant;
}

const raise = ({ receiver, cardToken }: Cardholder, granted: Partial<LimitRaise>) =>
  product.deps.database.cardRaise.create({
    data: {
      ...{ receiver_id: receiver.id, card_token: cardToken, control: 'per_day', amount_cents: null, subject: null },
      ends_at: new Date(product.deps.clock().getTime() + 3_600_000),
      ...granted,
    },
  });

const atPump = { descriptor: 'CHEVRON 0098812', city: 'RENO', state: 'NV', country: 'USA', mcc: '5541', acceptorId: '333301802529120' };
const question = (merchant: Cardholder, amount: number, different: Partial<AuthorizationRequest> = {}) =>
  purchaseQuestion(merchant, amount, { eventToken: randomUUID(), merchant: atPump, ...different });
const ask = (request: AuthorizationRequest, deps = product.deps) => decideInTime(deps, request);
const decisionsOf = ({ receiver }: Cardholder) =>
  product.deps.database.authorizationDecision.findMany({ where: { receiver_id: receiver.id }, orderBy: { decided_at: 'asc' } });
const declinesOf = async (merchant: Cardholder): Promise<DeclinedPurchase[]> =>
  (await product.call(`/api/users/${merchant.receiver.token}/declines`, { host: merchant.host, token: merchant.token })).body.declines;

describe('a purchase that a control of its card declines', () => {
  it('is told to the issuer as a limit, and to the holder with its figures and the raise that helps', async () => {
    const merchant = await newMerchant({ per_week_cents: cents(20_000) });
    expect((await ask(question(merchant, 18_320))).result).toBe('APPROVED');
    expect((await ask(question(merchant, 5_680))).result).toBe('VELOCITY_EXCEEDED');
    expect((await decisionsOf(merchant))[1]).toMatchObject({
      reason: 'control_per_week',
      short_by_cents: null,
      merchant_country: 'USA',
      merchant_id: '333301802529120',
      control_detail: { control: 'per_week', limit_cents: 20_000, spent_cents: 18_320, version: 1 },
    });
    const [declined] = await declinesOf(merchant);
    expect(declined).toMatchObject({
      reason: 'This card may spend $200.00 a week; $183.20 has been spent since Monday.',
      remedy: 'raise',
      card_token: merchant.cardToken,
      control: 'per_week',
      is_raised: false,
      suggested_raise: { control: 'per_week', amount_cents: 24_000, subject: null, label: 'Raise once to $240 until tonight' },
    });
    // Midnight in New York, which is the program's.
    expect(declined?.suggested_raise?.ends_at).toBe('2026-11-17T05:00:00.000Z');

    await raise(merchant, { control: 'per_week', amount_cents: cents(24_000) });
    expect((await declinesOf(merchant))[0]).toMatchObject({ is_raised: true, suggested_raise: null });
    expect((await ask(question(merchant, 5_681))).result).toBe('VELOCITY_EXCEEDED');
    expect((await ask(question(merchant, 5_680))).result).toBe('APPROVED');
  });

  it('and that a raise let through says that the raise is used, not that it may be made again', async () => {
    const merchant = await newMerchant({ per_week_cents: cents(20_000) });
    await ask(question(merchant, 18_320));
    await ask(question(merchant, 5_680));
    const { ends_at } = await raise(merchant, { control: 'per_week', amount_cents: cents(24_000) });
    expect((await declinesOf(merchant))[0]).toMatchObject({ is_raised: true });
    expect((await ask(question(merchant, 5_680))).result).toBe('APPROVED');
    expect((await declinesOf(merchant))[0]).toMatchObject({
      reason: 'The limit was raised since, but too little of it is left. This card may spend $240.00 a week; $240.00 has been spent since Monday.',
      is_raised: false,
      suggested_raise: { amount_cents: 29_700, label: 'Raise once to $297 until tonight' },
    });
    await product.deps.database.cardRaise.updateMany({ where: { receiver_id: merchant.receiver.id, ends_at }, data: { ends_at: product.deps.clock() } });
    expect((await declinesOf(merchant))[0]).toMatchObject({
      reason: 'This card may spend $200.00 a week; $183.20 has been spent since Monday.',
      is_raised: false,
    });
  });

  it('is told to the issuer as a merchant that may not be used, for every list', async () => {
    const merchant = await newMerchant({ categories: { mode: 'allow', groups: ['advertising'] } });
    expect((await ask(question(merchant, 100))).result).toBe('UNAUTHORIZED_MERCHANT');
    expect((await declinesOf(merchant))[0]).toMatchObject({
      reason: 'This card is for advertising only; CHEVRON 0098812 is fuel.',
      suggested_raise: { control: 'categories', amount_cents: null, subject: 'fuel', label: 'Allow fuel until tonight' },
    });
    await raise(merchant, { control: 'categories', subject: 'fuel' });
    expect((await ask(question(merchant, 100))).result).toBe('APPROVED');
    for (const list of [{ merchants: { mode: 'block', names: ['chevron'] } }, { countries: { mode: 'allow', codes: ['FRA'] } }] as const)
      expect((await ask(question(await newMerchant(list), 100))).result).toBe('UNAUTHORIZED_MERCHANT');
  });

  it('offers nothing to mend it once the account is closing', async () => {
    const merchant = await newMerchant({ categories: { mode: 'allow', groups: ['advertising'] } });
    expect((await ask(question(merchant, 100))).result).toBe('UNAUTHORIZED_MERCHANT');
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { closing_requested_at: product.deps.clock() } });
    expect((await declinesOf(merchant))[0]).toMatchObject({ remedy: 'none', suggested_raise: null });
  });
});

describe('whatever the card allows', () => {
  it('no card of a program can be used for gambling', async () => {
    const merchant = await newMerchant({ categories: { mode: 'allow', groups: ['gambling'] } });
    expect((await ask(question(merchant, 100, { merchant: { ...atPump, mcc: '7995' } }))).result).toBe('UNAUTHORIZED_MERCHANT');
    expect((await declinesOf(merchant))[0]).toMatchObject({
      reason: 'No card of this account can be used for gambling. The program rules it out, and that stays so.',
      remedy: 'none',
      control: null,
      suggested_raise: null,
    });
  });
});

describe('twenty purchases that race for the last dollar', () => {
  it.each<[string, Partial<CardControls>, number]>([
    ['of the account', { per_day_cents: cents(500_000) }, 100_000],
    ['of a card', { in_all_cents: cents(30_000), per_year_cents: cents(90_000) }, 30_000],
    ['of a day', { per_day_cents: cents(20_000), in_all_cents: cents(90_000) }, 20_000],
  ])('%s never spend a cent more', async (_, controls, limit) => {
    const merchant = await newMerchant(controls);
    expect((await ask(question(merchant, limit - 100))).result).toBe('APPROVED');
    const answers = await Promise.all(Array.from({ length: 20 }, (_purchase, place) => ask(question(merchant, 20 + place))));
    const approved = (await decisionsOf(merchant)).filter(({ result }) => result === 'APPROVED');
    const spent = approved.reduce((sum, { amount_cents }) => sum + Number(amount_cents), 0);
    expect(answers.filter(({ result }) => result === 'APPROVED')).toHaveLength(approved.length - 1);
    // The rest would not have been enough for the smallest of them.
    expect([spent <= limit, spent > limit - 39]).toEqual([true, true]);
  });

  it('of one card leave those of another card alone', async () => {
    const merchant = await newMerchant({ per_day_cents: cents(1_000) });
    const [first] = await product.deps.database.card.findMany({ where: { receiver_id: merchant.receiver.id } });
    const other = randomUUID();
    const names = { receiver_id: merchant.receiver.id, account_token: first?.account_token ?? '', name_on_card: 'Other', last_four: '1111' };
    await product.deps.database.card.create({
      data: { ...names, token: other, type: 'VIRTUAL', state: 'OPEN', spend_limit: 1n, created_at: product.deps.clock() },
    });
    await indexOwners(product.deps.database);
    const withOther = { ...merchant, cardToken: other };
    expect((await ask(question(merchant, 1_000))).result).toBe('APPROVED');
    expect((await ask(question(withOther, 5_000))).result).toBe('APPROVED');
    expect((await ask(question(merchant, 1))).result).toBe('VELOCITY_EXCEEDED');
  });
});

describe('a raise that ends while a purchase is decided', () => {
  it('counts by the moment at which the decision began, however long it waits for its turn', async () => {
    const merchant = await newMerchant({ per_purchase_cents: cents(100) });
    const began = product.deps.clock();
    await raise(merchant, { control: 'per_purchase', amount_cents: cents(200), ends_at: new Date(began.getTime() + 400) });
    let moment = began;
    const deps = { ...product.deps, clock: () => moment };
    const request = question(merchant, 150);
    // Begun again where a busy machine could not hold it or decide in time.
    const waited = await eventually('a decision that waited for its turn', async () => {
      moment = began;
      const held = await holdDecision(deps.decisions, {
        ...{ cardToken: merchant.cardToken, transactionToken: randomUUID(), now: began, ...startsByProgram(began) },
      }).catch(() => undefined);
      const waiting = held && decideAuthorization(deps, request).catch(() => undefined);
      moment = new Date(began.getTime() + 400);
      await held?.release().catch(() => undefined);
      return waiting;
    });
    expect(waited.result).toBe('APPROVED');
    expect((await ask(question(merchant, 150), deps)).result).toBe('VELOCITY_EXCEEDED');
    expect((await decisionsOf(merchant)).map(({ reason, decided_at }) => [reason, decided_at])).toEqual([
      [null, began],
      ['control_per_purchase', moment],
    ]);
  });
});
