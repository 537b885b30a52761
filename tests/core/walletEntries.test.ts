import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { syncTokenizations } from '../../server/services/card/wallets/tokenizations.ts';
import type { Answer } from '../support/ask.ts';
import { type Cardholder, newCardholder, spend, untilLimited } from '../support/cardholder.ts';
import { inboxOf } from '../support/correspondent.ts';
import { eventually } from '../support/eventually.ts';
import { furtherCard } from '../support/furtherCard.ts';
import { askAuthentication } from '../support/people.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';
import { addMember, type Member, tokenFor } from '../support/team.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await productWithMerchants('CARDHOLDER');
});
afterAll(() => product.stop());

interface Sending {
  method?: string;
  body?: unknown;
  /** The caller; the owner by default. */
  by?: { token: string };
}

const send = ({ receiver, token }: Cardholder, path: string, { method = 'POST', body = {}, by = { token } }: Sending = {}): Promise<Answer> =>
  product.call(`/api/users/${receiver.token}/${path}`, {
    method,
    token: by.token,
    ...(method !== 'GET' && { body }),
    headers: method === 'POST' ? { 'idempotency-key': randomUUID() } : {},
  });

const giveCard = (merchant: Cardholder, card: string, holder_id: string | null, by?: { token: string }) =>
  send(merchant, `cards/${card}`, { method: 'PATCH', body: { holder_id }, ...(by && { by }) });

async function addedCard(merchant: Cardholder, holder_id: string | null = null): Promise<string> {
  const { status, body, text } = await send(merchant, 'cards', { body: { ...furtherCard, holder_id } });
  expect(status === 201 ? '' : text).toBe('');
  return body.card.token;
}

/** Stores a card in a wallet or at a merchant, as its own request does, and waits until we know. Returns the entry's token. */
async function store(card: string, wallet: 'APPLE_PAY' | 'GOOGLE' | 'MERCHANT' = 'APPLE_PAY'): Promise<string> {
  const { token } = await product.press<{ token: string }>('lithic', 'tokenize', { card_token: card, wallet });
  await eventually('the entry is known', async () => (await product.deps.database.cardTokenization.count({ where: { token } })) === 1);
  return token;
}

const statusOf = async (card: string, entry: string) =>
  (await product.deps.providers.cardIssuer.listTokenizations(card)).items.find(({ token }) => token === entry)?.status;
const untilEnded = (card: string, entry: string) => eventually('the end of the entry', async () => (await statusOf(card, entry)) === 'DEACTIVATED');

const faults = (path: string, remaining: number) =>
  fetch(`${product.sandboxUrl}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ stand_in: 'lithic', kind: 'error_500', path, remaining }),
  });

describe('somebody who is removed', () => {
  it('pays with no phone any more: their entries end at the issuer, also after it has failed, and what merchants have stored stays', async () => {
    const merchant = await newCardholder(product);
    const member = await addMember(product, merchant, 'cardholder');
    const [theirs, owners] = [await addedCard(merchant, member.id), await addedCard(merchant)];
    const [phone, watch, shop, ownersPhone] = [await store(theirs), await store(theirs, 'GOOGLE'), await store(theirs, 'MERCHANT'), await store(owners)];
    await faults('POST /v1/tokenizations', 3);
    expect((await send(merchant, `team/${member.id}`, { method: 'DELETE' })).status).toBe(200);
    await untilEnded(theirs, phone);
    await untilEnded(theirs, watch);
    expect([await statusOf(theirs, shop), await statusOf(owners, ownersPhone)]).toEqual(['ACTIVE', 'ACTIVE']);
  });

  it('from the provider’s own pages leaves no entry either, once their token says so', async () => {
    const merchant = await newCardholder(product);
    const member = await addMember(product, merchant, 'cardholder');
    const card = await addedCard(merchant, member.id);
    const entry = await store(card);
    const { org_id } = await product.deps.database.team.findUniqueOrThrow({ where: { receiver_id: merchant.receiver.id } });
    const { user_id, decided_at } = await product.deps.database.teamMember.findFirstOrThrow({ where: { id: member.id } });
    expect((await askAuthentication(product, 'headway', '/org/remove_user', { org_id, user_id })).status).toBe(200);
    await eventually('a token of a later second', () => Promise.resolve(Math.floor(Date.now() / 1_000) * 1_000 > decided_at.getTime()));
    await product.call('/api/receiver', { token: await tokenFor(product, member.email) });
    await untilEnded(card, entry);
  });
});

it('somebody who becomes a bookkeeper pays with no phone any more, and another role than that ends nothing', async () => {
  const merchant = await newCardholder(product);
  const member = await addMember(product, merchant, 'admin');
  const card = await addedCard(merchant, member.id);
  const entry = await store(card);
  const change = (role: string) => send(merchant, `team/${member.id}`, { method: 'PATCH', body: { role } });
  expect((await change('cardholder')).status).toBe(200);
  expect((await product.deps.database.card.findFirstOrThrow({ where: { token: card } })).wallets_ended_at).toBeNull();
  expect((await change('bookkeeper')).status).toBe(200);
  await untilEnded(card, entry);
});

describe('a card that gets another holder', () => {
  it('is in no wallet any more, and old holder, new holder and owner are told; what the new one adds stays', async () => {
    const merchant = await newCardholder(product);
    const [before, after] = [await addMember(product, merchant, 'cardholder'), await addMember(product, merchant, 'admin')];
    const card = await addedCard(merchant, before.id);
    const entry = await store(card);
    expect((await giveCard(merchant, card, after.id)).status).toBe(200);
    await untilEnded(card, entry);
    const { last_four } = await product.deps.database.card.findFirstOrThrow({ where: { token: card } });
    const subject = `The card Ads (${last_four}) has a new cardholder`;
    for (const email of [before.email, after.email, merchant.email]) {
      const mails = async () => (await inboxOf(product, email)).filter((mail) => mail.subject === subject);
      await eventually(`a letter to ${email}`, async () => (await mails()).length === 1);
    }
    const own = await store(card);
    await syncTokenizations(product.deps, merchant.scope, card);
    expect(await statusOf(card, own)).toBe('ACTIVE');
  });

  it('takes nothing into a wallet by what its old holder was handed before', async () => {
    const merchant = await newCardholder(product);
    const before = await addMember(product, merchant, 'cardholder');
    const card = await addedCard(merchant, before.id);
    expect((await send(merchant, `cards/${card}/wallet`, { body: { wallet: 'apple_pay' }, by: before })).status).toBe(200);
    expect((await giveCard(merchant, card, null)).status).toBe(200);
    await untilEnded(card, await store(card));
    // The new holder asks for themselves, and is left in peace.
    expect((await send(merchant, `cards/${card}/wallet`, { body: { wallet: 'apple_pay' } })).status).toBe(200);
    const own = await store(card);
    await syncTokenizations(product.deps, merchant.scope, card);
    expect(await statusOf(card, own)).toBe('ACTIVE');
  });
});

describe('a card that somebody else holds', () => {
  const refusal = 'Only the owner gives a card that somebody else holds to another person. Ask the owner of the account.';
  const holderOf = async (card: string) => (await product.deps.database.card.findFirstOrThrow({ where: { token: card } })).holder_id;
  const newTeam = async () => {
    const merchant = await newCardholder(product);
    const [admin, holder] = [await addMember(product, merchant, 'admin'), await addMember(product, merchant, 'cardholder')] as [Member, Member];
    return { merchant, admin, holder, theirs: await addedCard(merchant, holder.id) };
  };

  it('is given to another person by the owner alone, and an admin reads who may', async () => {
    const { merchant, admin, holder, theirs } = await newTeam();
    for (const [card, to] of [
      [merchant.cardToken, admin.id],
      [theirs, admin.id],
      [theirs, null],
    ] as const) {
      const refused = await giveCard(merchant, card, to, admin);
      expect([refused.status, refused.body.code, refused.body.detail]).toEqual([403, 'forbidden', refusal]);
    }
    expect([await holderOf(merchant.cardToken), await holderOf(theirs)]).toEqual([null, holder.id]);
    const can = async (by: { token: string }, card: string) => (await send(merchant, `cards/${card}`, { method: 'GET', by })).body.can;
    expect([(await can(admin, theirs)).change, (await can(admin, theirs)).change_holder, (await can(merchant, theirs)).change_holder]).toEqual([
      true,
      false,
      true,
    ]);
    // A form sends the holder whom it shows.
    const renamed = await send(merchant, `cards/${theirs}`, { method: 'PATCH', body: { name: 'Fuel', holder_id: holder.id }, by: admin });
    expect([renamed.status, renamed.body.name]).toEqual([200, 'Fuel']);
    expect((await giveCard(merchant, theirs, admin.id)).status).toBe(200);
    expect(await holderOf(theirs)).toBe(admin.id);
  });

  it('was an admin’s own until they gave it away', async () => {
    const { merchant, admin, holder } = await newTeam();
    const own = await addedCard(merchant, admin.id);
    expect((await send(merchant, `cards/${own}`, { method: 'GET', by: admin })).body.can.change_holder).toBe(true);
    expect((await giveCard(merchant, own, holder.id, admin)).status).toBe(200);
    expect((await giveCard(merchant, own, admin.id, admin)).status).toBe(403);
  });

  it('and who has left is given to another person by the owner alone', async () => {
    const { merchant, admin, holder, theirs } = await newTeam();
    await send(merchant, `team/${holder.id}`, { method: 'DELETE' });
    expect((await giveCard(merchant, theirs, admin.id, admin)).status).toBe(403);
    expect((await giveCard(merchant, theirs, admin.id)).status).toBe(200);
  });

  it('is not taken by two calls at once of which the owner makes one', async () => {
    const { merchant, admin, holder } = await newTeam();
    const own = await addedCard(merchant, admin.id);
    const [byOwner, byAdmin] = await Promise.all([giveCard(merchant, own, null), giveCard(merchant, own, holder.id, admin)]);
    expect([byOwner.status, byAdmin.status]).toEqual([200, expect.toSatisfy((status: number) => [200, 403].includes(status))]);
    expect(await holderOf(own)).toBeNull();
  });
});

describe('a purchase by a phone whose entry has ended', () => {
  it('is declined before the issuer has ended it, and then blocked; at a merchant that stores the card, and by its number, it goes through', async () => {
    const merchant = await newCardholder(product);
    const member = await addMember(product, merchant, 'cardholder');
    const card = await addedCard(merchant, member.id);
    await untilLimited(product, { cardToken: card });
    const [entry, other] = [await store(card), await store(card, 'MERCHANT')];
    const buy = async (paying: string | null) => (await spend(product, { ...merchant, cardToken: card }, 100, { entry: paying ?? '' })).result;
    expect([await buy(entry), await buy(other)]).toEqual(['APPROVED', 'APPROVED']);
    await faults('POST /v1/tokenizations', 1_000);
    expect((await giveCard(merchant, card, null)).status).toBe(200);
    expect([await buy(entry), await buy(other), await buy(null)]).toEqual(['CARD_PAUSED', 'APPROVED', 'APPROVED']);
    const { body } = await send(merchant, 'declines', { method: 'GET' });
    expect(body.declines[0].reason).toBe('The card is on this phone by somebody who may pay with it no more. Its holder can add it to their own.');
    await fetch(`${product.sandboxUrl}/control/faults/lithic`, { method: 'DELETE' });
    await untilEnded(card, entry);
    await expect(buy(entry)).rejects.toThrow('409');
    expect(await buy(await store(card))).toBe('APPROVED');
  });
});
