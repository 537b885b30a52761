import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noControls } from '../../server/domain/card/controls/controls.ts';
import { renewCards } from '../../server/services/card/issue/renewCards.ts';
import { pushCardState } from '../../server/services/card/state/pushCardState.ts';
import { shippingAddress } from '../support/businessForms.ts';
import { type Cardholder, newCardholder, spend, untilLimited } from '../support/cardholder.ts';
import { inboxOf } from '../support/correspondent.ts';
import { eventually } from '../support/eventually.ts';
import { signUp } from '../support/people.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';
import { readCsv } from '../support/readCsv.ts';
import { readOfx } from '../support/readOfx.ts';
import { addMember } from '../support/team.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await productWithMerchants('CARDHOLDER');
});
afterAll(() => product.stop());

/** Makes the issuer's calls below a path fail until it is mended. */
const breakIssuer = (path: string) =>
  fetch(`${product.sandboxUrl}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ stand_in: 'lithic', kind: 'error_500', path, remaining: 1_000 }),
  });
const mendIssuer = () => fetch(`${product.sandboxUrl}/control/faults/lithic`, { method: 'DELETE' });

interface Sending {
  method?: string;
  body?: unknown;
  key?: string;
}

/** Makes a call about a merchant's own account, with a new intent each time unless the key is given. */
const send = ({ receiver, token }: Cardholder, path: string, { method = 'POST', body = {}, key = randomUUID() }: Sending = {}) =>
  product.call(`/api/users/${receiver.token}/${path}`, {
    method,
    token,
    ...(method !== 'GET' && method !== 'DELETE' && { body }),
    headers: method === 'POST' ? { 'idempotency-key': key } : {},
  });
const read = async (merchant: Cardholder, path: string) => (await send(merchant, path, { method: 'GET' })).body;

const ads = { name: 'Ads', color: 'teal', purpose: 'Meta ads', holder_id: null, kind: 'standard', is_physical: false, shipping_address: null, controls: null };

/** Makes a merchant with $1,000 to spend. */
async function newMerchant(): Promise<Cardholder> {
  const merchant = await newCardholder(product);
  await eventually(
    'the first limit',
    async () => (await product.deps.database.card.findFirstOrThrow({ where: { receiver_id: merchant.receiver.id } })).spend_limit === 100_000n,
  );
  return merchant;
}

async function added(merchant: Cardholder, different: object = {}): Promise<{ token: string; last_four: string }> {
  const { status, body, text } = await send(merchant, 'cards', { body: { ...ads, ...different } });
  expect(status === 201 ? '' : text).toBe('');
  return body.card;
}

describe('a further card', () => {
  it('is issued with its name, color, purpose and kind, and is listed beside the first', async () => {
    const merchant = await newMerchant();
    const { token } = await added(merchant);
    const { cards, waiting, cards_most, obstacle } = await read(merchant, 'cards');
    expect(cards).toHaveLength(2);
    expect(cards[0]).toMatchObject({
      token,
      name: 'Ads',
      color: 'teal',
      purpose: 'Meta ads',
      kind: 'standard',
      is_first: false,
      state: 'OPEN',
      left_cents: 100_000,
      limit: null,
    });
    expect(cards[1]).toMatchObject({ token: merchant.cardToken, name: 'Corner Bakery', is_first: true, holder: { id: null, email: merchant.receiver.email } });
    expect({ waiting, cards_most, obstacle }).toEqual({ waiting: [], cards_most: 50, obstacle: null });
    expect(await product.deps.providers.cardIssuer.getCard(token)).toMatchObject({ memo: 'Ads', kind: 'VIRTUAL' });
  });

  it('spends from the one account: what one card takes, the others have no more', async () => {
    const merchant = await newMerchant();
    const { token } = await added(merchant);
    expect((await spend(product, { ...merchant, cardToken: token }, 60_000)).result).toBe('APPROVED');
    expect((await spend(product, merchant, 60_000)).result).not.toBe('APPROVED');
    const { cards } = await read(merchant, 'cards');
    expect(cards.map((card: { left_cents: number }) => card.left_cents)).toEqual([40_000, 40_000]);
  });

  it('is ordered with what the account can spend, so that it works from its first second', async () => {
    const merchant = await newMerchant();
    await spend(product, merchant, 30_000);
    await eventually('the hold in the books', () =>
      product.deps.database.ledgerBalance.findFirst({ where: { receiver_id: merchant.receiver.id, account: 'pending', balance_cents: 30_000n } }),
    );
    const { token } = await added(merchant);
    const orders = await product.deps.database.cardIssue.findMany({ where: { receiver_id: merchant.receiver.id } });
    expect(orders.map(({ card_token, first_spend_limit }) => [card_token, first_spend_limit])).toEqual([[token, 70_000n]]);
  });

  it('is not shown as usable while its limit is on its way to the issuer', async () => {
    const merchant = await newMerchant();
    const { database } = product.deps;
    const [own, token] = [{ receiver_id: merchant.receiver.id }, randomUUID()];
    const made = { account_token: 'account', type: 'VIRTUAL', state: 'OPEN', last_four: '4242', name_on_card: 'BAKERY', created_at: product.deps.clock() };
    await database.card.create({ data: { ...own, ...made, token, spend_limit: 1n, wanted_spend_limit: 100_000n } });
    const shown = async () => {
      const { state, left_cents, explanation } = await read(merchant, `cards/${token}`);
      return { state, left_cents, explanation };
    };
    expect(await shown()).toEqual({ state: 'OPEN', left_cents: null, explanation: 'It can be used in a moment: the card issuer is being told its limit.' });
    await database.card.updateMany({ where: { ...own, token }, data: { spend_limit: 100_000n } });
    expect(await shown()).toEqual({ state: 'OPEN', left_cents: 100_000, explanation: null });
    await database.card.deleteMany({ where: { ...own, token } });
  });

  it.each([
    ['single_use', 'SINGLE_USE'],
    ['merchant_locked', 'MERCHANT_LOCKED'],
  ])('%s is of that kind at the issuer', async (kind, atIssuer) => {
    const merchant = await newMerchant();
    const { token } = await added(merchant, { kind });
    expect((await product.deps.providers.cardIssuer.getCard(token)).kind).toBe(atIssuer);
    expect(await read(merchant, `cards/${token}`)).toMatchObject({ kind });
  });

  it('is printed and mailed where the order says, and needs an address', async () => {
    const merchant = await newMerchant();
    const without = await send(merchant, 'cards', { body: { ...ads, is_physical: true } });
    expect([without.status, without.body.errors[0].path]).toEqual([400, 'shipping_address']);
    expect(without.body.detail).toBe('Correct this field and send it again.');
    const twice = await send(merchant, 'cards', { body: { ...ads, color: 'gold', kind: 'any' } });
    expect(twice.body.detail).toBe('Correct these 2 fields and send it again.');
    const { token } = await added(merchant, { is_physical: true, shipping_address: shippingAddress });
    expect(await read(merchant, `cards/${token}`)).toMatchObject({ is_physical: true, state: 'PENDING_FULFILLMENT' });
  });

  it('follows by itself when the issuer did not answer', async () => {
    const merchant = await newMerchant();
    await breakIssuer('/v1/cards');
    const { status, body } = await send(merchant, 'cards', { body: ads });
    await mendIssuer();
    expect([status, body.card]).toEqual([201, null]);
    await eventually('the card', async () => (await read(merchant, 'cards')).cards.length === 2);
  });

  it('that was ordered before the account began to close is closed as soon as it is made', async () => {
    const merchant = await newMerchant();
    await breakIssuer('/v1/cards');
    expect((await send(merchant, 'cards', { body: ads })).body.card).toBeNull();
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { closing_requested_at: new Date() } });
    await mendIssuer();
    await eventually('the closed card', () =>
      product.deps.database.card.findFirst({ where: { receiver_id: merchant.receiver.id, name: 'Ads', state: 'CLOSED' } }),
    );
  });

  it('is refused beyond the cap of the program, and for a stranger to the team', async () => {
    const merchant = await newMerchant();
    const stranger = await send(merchant, 'cards', { body: { ...ads, holder_id: randomUUID() } });
    const missing = await send(merchant, `cards/${randomUUID()}/closing`);
    expect([stranger.status, stranger.body.detail]).toEqual([404, missing.body.detail]);
    const { account_token } = await product.deps.database.card.findFirstOrThrow({ where: { receiver_id: merchant.receiver.id } });
    const card = {
      receiver_id: merchant.receiver.id,
      account_token,
      type: 'VIRTUAL',
      state: 'OPEN',
      last_four: '1111',
      name_on_card: 'X',
      spend_limit: 1n,
      created_at: new Date(),
    };
    await product.deps.database.card.createMany({ data: Array.from({ length: 49 }, () => ({ ...card, token: randomUUID() })) });
    const more = await send(merchant, 'cards', { body: ads });
    expect([more.status, more.body.detail]).toEqual([409, 'You have 50 cards, which is as many as there can be. Close one that nobody needs.']);
  });

  it('of another account is the 404 of one that does not exist', async () => {
    const [merchant, other] = [await newMerchant(), await newMerchant()];
    const problem = async (card: string) => {
      const { status, body } = await send(merchant, `cards/${card}`, { method: 'GET' });
      return [status, body.detail];
    };
    expect(await problem(other.cardToken)).toEqual(await problem(randomUUID()));
  });

  it('is renamed and recolored, and closed for good; the first one stays', async () => {
    const merchant = await newMerchant();
    const { token } = await added(merchant);
    const renamed = await send(merchant, `cards/${token}`, { method: 'PATCH', body: { name: 'Shipping', color: 'rose', purpose: null } });
    expect(renamed.body).toMatchObject({ name: 'Shipping', color: 'rose', purpose: null });
    expect((await send(merchant, `cards/${token}/closing`)).body).toMatchObject({ state: 'CLOSED', left_cents: null });
    expect((await send(merchant, `cards/${token}`, { method: 'PATCH', body: { name: 'Again' } })).status).toBe(409);
    expect((await send(merchant, `cards/${merchant.cardToken}/closing`)).status).toBe(409);
  });
});

describe('all cards of an account', () => {
  it('are paused while it is held, however many there are, and open again after; each is told once', async () => {
    const merchant = await newMerchant();
    for (let number = 2; number <= 5; number += 1) await added(merchant, { name: `Card ${number}` });
    const lock = (is_locked: boolean) => product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { is_locked } });
    const states = async () => (await read(merchant, 'cards')).cards.map(({ state }: { state: string }) => state);
    await lock(true);
    await pushCardState(product.deps, merchant.scope);
    expect(await states()).toEqual(Array.from({ length: 5 }, () => 'PAUSED'));
    expect((await product.call(`/api/lithic_card?token=${merchant.cardToken}`, { token: merchant.token })).body.is_account_held).toBe(true);
    expect((await read(merchant, `cards/${merchant.cardToken}`)).wallet_obstacle).toMatch(/^The account is on hold, so the card stays paused/);
    // A job that still pauses a card would pause it again after the hold.
    await eventually('the end of the jobs that pause cards', async () => {
      const [left] = await product.deps.database.$queryRaw<{ jobs: number }[]>`
        SELECT count(*)::integer AS jobs FROM pgboss.job
        WHERE name IN ('recompute-spending-power', 'push-card-state') AND state < 'completed' AND data ->> 'receiver_id' = ${merchant.receiver.id}`;
      return left?.jobs === 0;
    });
    await lock(false);
    await pushCardState(product.deps, merchant.scope);
    expect(await states()).toEqual(Array.from({ length: 5 }, () => 'OPEN'));
    const told = async (): Promise<string[]> =>
      (await inboxOf(product, merchant.email)).map(({ subject }) => subject).filter((subject) => /the cards of your account/i.test(subject));
    await eventually('the end of the hold in the mail', async () => (await told()).includes('The cards of your account work again'));
    // The letter about the hold is missing where it would have been written after the end.
    expect(new Set(await told()).size).toBe((await told()).length);
  });
});

describe('a cardholder, who sees no block of the account', () => {
  it('reads in the list why their card is paused with it', async () => {
    const merchant = await newMerchant();
    const member = await addMember(product, merchant, 'cardholder');
    const { token } = await added(merchant, { holder_id: member.id });
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { is_locked: true } });
    await pushCardState(product.deps, merchant.scope);
    const listed = async (person: string) =>
      (await product.call(`/api/users/${merchant.receiver.token}/cards`, { token: person })).body.cards.find((card: { token: string }) => card.token === token);
    expect(await listed(member.token)).toMatchObject({
      label: 'Card Paused',
      explanation: 'Your account is on hold, so the card stays paused. It opens again once that has ended: ask the owner.',
    });
    expect(await listed(merchant.token)).toMatchObject({ label: 'Card Paused', explanation: null });
  });
});

describe('controls', () => {
  it('are refused field by field', async () => {
    const merchant = await newMerchant();
    const { token } = await added(merchant);
    const set = async (controls: object) => {
      const { status, body } = await send(merchant, `cards/${token}/controls`, { method: 'PUT', body: { controls: { ...noControls, ...controls } } });
      return [status, body.errors?.map(({ path }: { path: string }) => path)];
    };
    expect(await set({ per_day_cents: 0 })).toEqual([400, ['controls.per_day_cents']]);
    expect(await set({ per_week_cents: 25_000_001 })).toEqual([400, ['controls.per_week_cents']]);
    expect(await set({ ends_on: '2020-01-01' })).toEqual([400, ['controls.ends_on']]);
    expect(await set({ categories: { mode: 'allow', groups: ['spaceships'] } })).toEqual([400, ['controls.categories.groups.0']]);
    await send(merchant, `cards/${token}/closing`);
    expect((await set({ per_day_cents: 100 }))[0]).toBe(409);
  });

  it('show what is left of each card, and what a raise lets through until it is taken back', async () => {
    const merchant = await newMerchant();
    const { token } = await added(merchant, { controls: { ...noControls, per_week_cents: 20_000 } });
    await untilLimited(product, { cardToken: token });
    await spend(product, { ...merchant, cardToken: token }, 15_000);
    const card = await read(merchant, `cards/${token}`);
    expect(card).toMatchObject({
      left_cents: 5_000,
      limit: { control: 'per_week', limit_cents: 20_000, spent_cents: 15_000 },
      spent: { week_cents: 15_000, in_all_cents: 15_000 },
    });
    const ends_at = new Date(product.deps.clock().getTime() + 3_600_000).toISOString();
    const raise = { control: 'per_week', amount_cents: 24_000, subject: null, ends_at };
    const raised = await send(merchant, `cards/${token}/raises`, { body: raise });
    expect(raised.body).toMatchObject({ left_cents: 9_000, raises: [{ control: 'per_week', amount_cents: 24_000, ends_at }] });
    const lower = await send(merchant, `cards/${token}/raises`, { body: { ...raise, amount_cents: 19_999 } });
    expect([lower.status, lower.body.errors[0].path]).toEqual([400, 'amount_cents']);
    const taken = await send(merchant, `cards/${token}/raises/${raised.body.raises[0].id}`, { method: 'DELETE' });
    expect(taken.body).toMatchObject({ left_cents: 5_000, raises: [] });
    expect((await spend(product, { ...merchant, cardToken: token }, 5_001)).result).toBe('USER_TRANSACTION_LIMIT');
  });
});

describe('a lost card', () => {
  it('is closed, and another of the same kind, name and controls takes its place at once', async () => {
    const merchant = await newMerchant();
    const { token } = await added(merchant, { controls: { ...noControls, per_week_cents: 20_000 } });
    const { status, body } = await send(merchant, `cards/${token}/loss`, { body: { loss: 'lost', shipping_address: null } });
    expect(status).toBe(200);
    expect(body.card).toMatchObject({ token, state: 'CLOSED', loss: 'lost', successor: body.successor.token, left_cents: null });
    expect(body.successor).toMatchObject({ name: 'Ads', color: 'teal', state: 'OPEN', successor_of: token, controls: { per_week_cents: 20_000 } });
    const { cardIssuer } = product.deps.providers;
    expect(await cardIssuer.getCard(token)).toMatchObject({ state: 'CLOSED', substatus: 'LOST' });
    expect(await cardIssuer.getCard(body.successor.token)).toMatchObject({ replacementFor: token, kind: 'VIRTUAL' });
  });

  it('has spent from its limits what its successors may not spend again', async () => {
    const merchant = await newMerchant();
    const { token } = await added(merchant, { controls: { ...noControls, per_week_cents: 10_000 } });
    await untilLimited(product, { cardToken: token });
    const lose = async (lost: string): Promise<{ token: string; left_cents: number }> => {
      const { body } = await send(merchant, `cards/${lost}/loss`, { body: { loss: 'lost', shipping_address: null } });
      await untilLimited(product, { cardToken: body.successor.token });
      return body.successor;
    };
    const buy = (cardToken: string, amount: number) => spend(product, { ...merchant, cardToken }, amount);
    await buy(token, 6_000);
    const second = await lose(token);
    expect(second.left_cents).toBe(4_000);
    expect((await buy(second.token, 4_001)).result).toBe('USER_TRANSACTION_LIMIT');
    expect((await buy(second.token, 1_500)).result).toBe('APPROVED');
    const third = await lose(second.token);
    expect(third.left_cents).toBe(2_500);
    expect((await buy(third.token, 2_501)).result).toBe('USER_TRANSACTION_LIMIT');
    expect((await buy(third.token, 2_500)).result).toBe('APPROVED');
    const { cards } = await read(merchant, 'cards');
    expect(cards.find((card: { token: string }) => card.token === third.token).left_cents).toBe(0);
  });

  it('leaves its raises to its successor, which may spend of them once what neither has spent', async () => {
    const merchant = await newMerchant();
    const { token } = await added(merchant, { controls: { ...noControls, per_week_cents: 10_000 } });
    await untilLimited(product, { cardToken: token });
    const ends_at = new Date(product.deps.clock().getTime() + 3_600_000).toISOString();
    const raise = { control: 'per_week', amount_cents: 15_000, subject: null, ends_at };
    const raised = await send(merchant, `cards/${token}/raises`, { body: raise });
    const buy = (cardToken: string, amount: number) => spend(product, { ...merchant, cardToken }, amount);
    expect((await buy(token, 12_000)).result).toBe('APPROVED');
    const { body } = await send(merchant, `cards/${token}/loss`, { body: { loss: 'lost', shipping_address: null } });
    expect([body.card.raises, body.successor.left_cents]).toEqual([[], 3_000]);
    expect(body.successor.raises).toEqual(raised.body.raises);
    const successor = body.successor.token;
    await untilLimited(product, { cardToken: successor });
    expect((await buy(successor, 3_001)).result).toBe('USER_TRANSACTION_LIMIT');
    expect((await buy(successor, 3_000)).result).toBe('APPROVED');
    expect((await buy(token, 100)).result).not.toBe('APPROVED');
    const ended = await send(merchant, `cards/${successor}/raises/${raised.body.raises[0].id}`, { method: 'DELETE' });
    expect(ended.body.raises).toEqual([]);
  });

  it('leaves what its holder asked for to its successor: a yes raises that one', async () => {
    const merchant = await newMerchant();
    const holder = await addMember(product, merchant, 'cardholder');
    const { token } = await added(merchant, { holder_id: holder.id, controls: { ...noControls, per_week_cents: 10_000 } });
    const wish = { kind: 'raise', card_token: token, control: 'per_week', amount_cents: 15_000, subject: null, note: null };
    const asked = await send({ ...merchant, token: holder.token }, 'card_requests', { body: wish });
    const { body } = await send(merchant, `cards/${token}/loss`, { body: { loss: 'lost', shipping_address: null } });
    const granted = await send(merchant, `card_requests/${asked.body.id}/answer`, { body: { is_granted: true } });
    expect(granted.body).toMatchObject({ state: 'granted', card: { token: body.successor.token, last_four: body.successor.last_four } });
    const { cards } = await read(merchant, 'cards');
    expect(cards.find((card: { token: string }) => card.token === body.successor.token).left_cents).toBe(15_000);
  });

  it('is reported by everybody who may, and its plastic goes to a new address by the word of owner, admin and holder alone', async () => {
    const merchant = await newMerchant();
    const { token } = await added(merchant, { is_physical: true, shipping_address: shippingAddress });
    const bookkeeper = await addMember(product, merchant, 'bookkeeper');
    const support = await signUp(product, { staff: { support: true } });
    await product.call(`/api/receiver?email=${encodeURIComponent(merchant.email)}`, { token: support.token });
    const elsewhere = { ...shippingAddress, address1: '1 Thief Street' };
    const report = (by: { token: string }, shipping_address: object | null) =>
      send({ ...merchant, token: by.token }, `cards/${token}/loss`, { body: { loss: 'lost', shipping_address } });
    for (const by of [bookkeeper, support]) {
      const { status, body } = await report(by, elsewhere);
      expect([status, body.code, body.detail]).toEqual([
        403,
        'forbidden',
        'Only the owner, an admin and the holder of a card choose where new plastic goes. Report it without an address: it goes where the old one went.',
      ]);
    }
    expect(await read(merchant, `cards/${token}`)).toMatchObject({ loss: null });
    expect((await report(bookkeeper, null)).status).toBe(200);
    const ordered = await product.deps.database.cardIssue.findFirstOrThrow({ where: { replaces_token: token } });
    expect(ordered.shipping_address).toMatchObject({ address1: shippingAddress.address1 });
  });

  it('whose holder has left the team is replaced by one that is paused as it was', async () => {
    const merchant = await newMerchant();
    const member = await addMember(product, merchant, 'cardholder');
    const { token } = await added(merchant, { holder_id: member.id });
    expect((await send(merchant, `team/${member.id}`, { method: 'DELETE' })).status).toBe(200);
    const { body } = await send(merchant, `cards/${token}/loss`, { body: { loss: 'lost', shipping_address: null } });
    const successor = body.successor.token;
    await eventually('the pause', async () => (await product.deps.providers.cardIssuer.getCard(successor)).state === 'PAUSED');
    expect(await read(merchant, `cards/${successor}`)).toMatchObject({
      left_cents: null,
      explanation: 'Paused, because its holder left the team. Give it to somebody else, then open it.',
    });
  });

  it('that was the first is replaced in the record, where home and onboarding find it', async () => {
    const merchant = await newMerchant();
    const { body } = await send(merchant, `cards/${merchant.cardToken}/loss`, { body: { loss: 'stolen', shipping_address: null } });
    expect((await product.call('/api/receiver', { token: merchant.token })).body.lithic_card_token).toBe(body.successor.token);
    expect(body.successor.is_first).toBe(true);
    expect(await product.deps.providers.cardIssuer.getCard(merchant.cardToken)).toMatchObject({ substatus: 'COMPROMISED' });
  });

  it('leaves account and rows in accounting software as they are: a file imported again brings nothing twice', async () => {
    const merchant = await newMerchant();
    const { token } = await spend(product, merchant, 4_200, { settle: true });
    await eventually('the settled purchase', () => product.deps.database.cardTransaction.findFirst({ where: { token, status: 'SETTLED' } }));
    const statement = async () => {
      const path = `/api/users/${merchant.receiver.token}/accounting_import?format=ofx&start_at=2026-01-01T00:00:00Z&end_at=2099-01-01T00:00:00Z`;
      const { text } = await product.call(path, { token: merchant.token, headers: { accept: 'application/x-ofx' } });
      const read = readOfx(text).find('CREDITCARDMSGSRSV1').find('CCSTMTTRNRS').find('CCSTMTRS');
      const rows = read.find('BANKTRANLIST').all('STMTTRN');
      return { account: read.find('CCACCTFROM').value('ACCTID'), rows: rows.map((row) => row.value('FITID')) };
    };
    const before = await statement();
    expect(before.rows).toHaveLength(1);
    await send(merchant, `cards/${merchant.cardToken}/loss`, { body: { loss: 'lost', shipping_address: null } });
    expect(await statement()).toEqual(before);
    // The end of our own id of the account; the format takes 22 characters at most.
    expect(before.account).toBe(merchant.receiver.id.replaceAll('-', '').slice(10));
  });

  it('has one successor however often and from wherever it is reported', async () => {
    const merchant = await newMerchant();
    const { token } = await added(merchant);
    const reports = await Promise.all(
      Array.from({ length: 5 }, () => send(merchant, `cards/${token}/loss`, { body: { loss: 'lost', shipping_address: null } })),
    );
    expect(new Set(reports.map(({ status }) => status))).toEqual(new Set([200]));
    await eventually('the successor', async () => (await read(merchant, `cards/${token}`)).successor !== null);
    expect((await read(merchant, 'cards')).cards.filter((card: { successor_of: string }) => card.successor_of === token)).toHaveLength(1);
  });

  it('declines before the issuer has closed it, and has exactly one successor after a crash between the two', async () => {
    const merchant = await newMerchant();
    const { token } = await added(merchant);
    await untilLimited(product, { cardToken: token });
    // The issuer neither closes the card nor makes another: as if the process had died after it stored the loss.
    await breakIssuer('/v1/cards');
    const { body } = await send(merchant, `cards/${token}/loss`, { body: { loss: 'stolen', shipping_address: null } });
    expect(body).toMatchObject({ card: { loss: 'stolen', state: 'OPEN', label: 'Closed' }, successor: null });
    expect((await spend(product, { ...merchant, cardToken: token }, 100)).result).not.toBe('APPROVED');
    await mendIssuer();
    await eventually('the successor', async () => (await read(merchant, `cards/${token}`)).successor !== null);
    await eventually('the closing', async () => (await read(merchant, `cards/${token}`)).state === 'CLOSED');
    const { account_token } = await product.deps.database.card.findFirstOrThrow({ where: { token } });
    const { items } = await product.deps.providers.cardIssuer.listCards(account_token);
    expect(items.filter(({ replacementFor }) => replacementFor === token)).toHaveLength(1);
  });

  it('names the merchants that charged it more than twice, for the new number', async () => {
    const merchant = await newMerchant();
    const { token } = await added(merchant);
    await untilLimited(product, { cardToken: token });
    const card = { ...merchant, cardToken: token };
    for (const at of ['META ADS', 'META ADS', 'META ADS', 'SHIPPO', 'SHIPPO']) await spend(product, card, 500, { at });
    await eventually('the purchases', async () => (await product.deps.database.cardTransaction.count({ where: { card_token: token } })) === 5);
    const { body } = await send(merchant, `cards/${token}/loss`, { body: { loss: 'lost', shipping_address: null } });
    expect(body.successor.merchants_to_update).toEqual([{ merchant: 'META ADS', times: 3, last_at: expect.any(String) }]);
  });
});

describe('a damaged card', () => {
  it('is printed again with its number, eight times in its life', async () => {
    const merchant = await newMerchant();
    const { token } = await added(merchant, { is_physical: true, shipping_address: shippingAddress });
    for (const left of [7, 6, 5, 4, 3, 2, 1, 0]) {
      const { status, body } = await send(merchant, `cards/${token}/reissue`, { body: { shipping_address: shippingAddress } });
      expect([status, body.reissues_left]).toEqual([200, left]);
    }
    const ninth = await send(merchant, `cards/${token}/reissue`, { body: { shipping_address: shippingAddress } });
    expect([ninth.status, ninth.body.detail]).toEqual([
      409,
      'The card issuer makes new plastic for a card at most 8 times, and this one has had them all. Report it lost to get another number.',
    ]);
  });

  it('is not printed again while staff have stopped the account', async () => {
    const merchant = await newMerchant();
    const { token } = await added(merchant, { is_physical: true, shipping_address: shippingAddress });
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { is_locked: true } });
    expect((await read(merchant, `cards/${token}`)).can.reissue).toBe(false);
    const { status, body } = await send(merchant, `cards/${token}/reissue`, { body: { shipping_address: shippingAddress } });
    expect([status, body.detail]).toEqual([409, 'Your account is on hold. Ask support what it needs.']);
  });

  it('that is a number alone cannot be', async () => {
    const merchant = await newMerchant();
    const { token } = await added(merchant);
    expect((await send(merchant, `cards/${token}/reissue`, { body: { shipping_address: shippingAddress } })).status).toBe(409);
  });
});

describe('the file of all cards', () => {
  it('has a line for each, with limits and what is left', async () => {
    const merchant = await newMerchant();
    const { token, last_four } = await added(merchant, { controls: { ...noControls, per_week_cents: 20_000 } });
    const file = await product.call(`/api/users/${merchant.receiver.token}/cards_csv`, { token: merchant.token, headers: { accept: 'text/csv' } });
    expect(file.headers.get('content-disposition')).toContain('Headway-cards.csv');
    const [header, ads] = file.text.split('\r\n');
    expect(header).toBe(
      'Name,Person,Purpose,Kind,Form,State,Last four,Expires,Per purchase,Per day,Per week,Per month,Per year,In all,Left now,Spent this month',
    );
    const { expires, holder } = await read(merchant, `cards/${token}`);
    expect(ads).toBe(`Ads,${holder.name},Meta ads,Standard,Number,Card Active,**** ${last_four},${expires},,,200.00,,,,200.00,0.00`);
  });

  it('leaves what a replaced card spent to the card that took its place, so that the column adds up', async () => {
    const merchant = await newMerchant();
    const { token } = await added(merchant);
    await send(merchant, `cards/${token}/loss`, { body: { loss: 'lost', shipping_address: null } });
    await eventually('the new card', async () => (await read(merchant, `cards/${token}`)).successor !== null);
    const file = await product.call(`/api/users/${merchant.receiver.token}/cards_csv`, { token: merchant.token, headers: { accept: 'text/csv' } });
    const ads = readCsv(file.text).filter(([name]) => name === 'Ads');
    expect(ads.map((row) => row.at(-1))).toEqual(['0.00', '']);
  });

  it('says of a closed card that it is closed, as its list does', async () => {
    const merchant = await newMerchant();
    const { token, last_four } = await added(merchant);
    expect((await send(merchant, `cards/${token}/closing`, { body: {} })).status).toBe(200);
    const file = await product.call(`/api/users/${merchant.receiver.token}/cards_csv`, { token: merchant.token, headers: { accept: 'text/csv' } });
    expect(file.text.split('\r\n')[1]).toContain(`,Closed,**** ${last_four},`);
  });
});

describe('wallets', () => {
  it('get the card from its holder alone, are listed, and end with it', async () => {
    const merchant = await newMerchant();
    const { token } = await added(merchant);
    expect(await read(merchant, `cards/${token}`)).toMatchObject({ addable_wallets: ['apple_pay', 'google_pay'], wallets: [] });
    const handed = await send(merchant, `cards/${token}/wallet`, { body: { wallet: 'apple_pay' } });
    expect([handed.status, handed.body.wallet, typeof handed.body.jws.signature]).toEqual([200, 'apple_pay', 'string']);
    await product.press('lithic', 'tokenize', { card_token: token, wallet: 'APPLE_PAY' });
    await eventually('the wallet', async () => (await read(merchant, `cards/${token}`)).wallets.length === 1);
    expect((await read(merchant, `cards/${token}`)).wallets).toMatchObject([{ wallet: 'APPLE_PAY', state: 'ACTIVE' }]);
    await send(merchant, `cards/${token}/loss`, { body: { loss: 'lost', shipping_address: null } });
    await eventually('the end in the wallet', async () => (await read(merchant, `cards/${token}`)).wallets.length === 0);
  });

  it('take no card that is paused, on its way, for one purchase or closed, and the refusal says what helps', async () => {
    const merchant = await newMerchant();
    const refused = async (token: string) => {
      const { addable_wallets, wallet_obstacle } = await read(merchant, `cards/${token}`);
      const { status, body } = await send(merchant, `cards/${token}/wallet`, { body: { wallet: 'apple_pay' } });
      expect([addable_wallets, status]).toEqual([[], 409]);
      expect(body.detail).toContain(wallet_obstacle.slice(0, 15));
      return wallet_obstacle;
    };
    const { token } = await added(merchant);
    await product.call('/api/lithic_card', { method: 'PATCH', token: merchant.token, body: { token, state: 'PAUSED' } });
    expect(await refused(token)).toBe('The card is paused. Reopen it, then add it to your phone.');
    await send(merchant, `cards/${token}/closing`);
    expect(await refused(token)).toBe('This card is closed, so phones can no longer pay with it.');
    const printed = await added(merchant, { is_physical: true, shipping_address: shippingAddress });
    expect(await refused(printed.token)).toBe('The card can be added to a phone once you have it and have activated it.');
    const once = await added(merchant, { kind: 'single_use' });
    expect(await refused(once.token)).toBe('A card for one purchase or one merchant is for shops online: wallets do not take it.');
  });

  it('get nobody’s card from anybody else: an owner not a member’s, a member not the owner’s', async () => {
    const merchant = await newMerchant();
    const member = await addMember(product, merchant, 'cardholder');
    const held = await added(merchant, { holder_id: member.id });
    const asMember = { ...merchant, token: member.token };
    const wallet = { body: { wallet: 'google_pay', server_session_id: randomUUID(), client_device_id: randomUUID(), client_wallet_account_id: randomUUID() } };
    expect(await read(merchant, `cards/${held.token}`)).toMatchObject({
      addable_wallets: [],
      wallet_obstacle: 'Only Mia Chen adds this card to a phone, because it is their card.',
    });
    expect((await send(merchant, `cards/${held.token}/wallet`, wallet)).status).toBe(409);
    expect((await send(asMember, `cards/${merchant.cardToken}/wallet`, wallet)).status).toBe(404);
    expect(await read(asMember, `cards/${held.token}`)).toMatchObject({ addable_wallets: ['apple_pay', 'google_pay'], wallet_obstacle: null });
    const handed = await send(asMember, `cards/${held.token}/wallet`, wallet);
    expect([handed.status, handed.body]).toEqual([200, { wallet: 'google_pay', google_opc: expect.any(String), tsp_opc: expect.any(String) }]);
  });

  it('have a plain answer when the issuer refuses or does not answer', async () => {
    const merchant = await newMerchant();
    const { token } = await added(merchant);
    const ask = () => send(merchant, `cards/${token}/wallet`, { body: { wallet: 'apple_pay' } });
    await product.press('lithic', 'wallets', { set_up: 'no' });
    expect([(await ask()).status, (await ask()).body.code]).toEqual([422, 'provider_refused']);
    await product.press('lithic', 'wallets', { set_up: 'yes' });
    await breakIssuer('/v1/cards');
    expect((await ask()).body.code).toBe('provider_unavailable');
    await mendIssuer();
    expect((await ask()).status).toBe(200);
  });
});

describe('renewal', () => {
  it('gives a card that ends within thirty days a new expiry and keeps its number, once', async () => {
    const merchant = await newMerchant();
    const { token, last_four } = await added(merchant);
    // The event of its making is read by now: that reading would put the issuer's own expiry back.
    await eventually('the handled event of its making', () =>
      product.deps.database.webhookInbox.findFirst({ where: { type: 'card.created', handled_at: { not: null }, body: { path: ['token'], equals: token } } }),
    );
    const soon = new Date(product.deps.clock().getTime() + 20 * 86_400_000);
    const where = { receiver_id_token: { receiver_id: merchant.receiver.id, token } };
    await product.deps.database.card.update({ where, data: { expires_on: soon } });
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { business_address: '12 St James Square, New York, NY 10001' } });
    await renewCards(product.deps, merchant.scope);
    const year = soon.getUTCFullYear() + 3;
    const month = String(soon.getUTCMonth() + 1).padStart(2, '0');
    expect(await read(merchant, `cards/${token}`)).toMatchObject({ last_four, expires: `${year}-${month}`, state: 'OPEN' });
    await renewCards(product.deps, merchant.scope);
    expect((await product.deps.providers.cardIssuer.getCard(token)).expires).toEqual({ month: soon.getUTCMonth() + 1, year });
  });

  it('of one card that the issuer does not make keeps no other from its own', async () => {
    const merchant = await newMerchant();
    const { token } = await added(merchant);
    const where = { receiver_id: merchant.receiver.id };
    const events = [token, merchant.cardToken].map((one) => ({ body: { path: ['token'], equals: one } }));
    await eventually('the handled events of their making', async () => {
      return (await product.deps.database.webhookInbox.count({ where: { type: 'card.created', handled_at: { not: null }, OR: events } })) === 2;
    });
    const soon = new Date(product.deps.clock().getTime() + 20 * 86_400_000);
    await product.deps.database.card.updateMany({ where, data: { expires_on: soon } });
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { business_address: '12 St James Square, New York, NY 10001' } });
    const [first, second] = await product.deps.database.card.findMany({ where });
    await breakIssuer(`/cards/${first?.token}/renew`);
    await expect(renewCards(product.deps, merchant.scope)).rejects.toThrow();
    await mendIssuer();
    const renewed = await product.deps.database.timelineEvent.findMany({ where: { ...where, kind: 'card_renewed' } });
    expect(renewed.map(({ details }) => details)).toMatchObject([{ card_token: second?.token }]);
  });
});
