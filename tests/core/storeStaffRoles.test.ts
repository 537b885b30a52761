import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/ask.ts';
import { handInShop, shopToken } from '../support/handIn.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { openShop, type TestShop } from '../support/shops.ts';

/** The stand-in's people of a new store. */
const [owner, mia, leo] = ['42', '43', '44'] as const;

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

const tokenOf = async (at: TestShop, sub: string): Promise<string> =>
  (await handInShop(product, at.shop, shopToken(product, at.shop, { sub }))).body.access_token;

/** Opens a store whose owner and two of its staff have opened the app. */
async function staffedShop() {
  const shop = await openShop(product);
  return { ...shop, owners: await tokenOf(shop, owner), mias: await tokenOf(shop, mia), leos: await tokenOf(shop, leo) };
}

const give = (at: TestShop, token: string, role: string, person: { user_id?: string; store?: string } = {}): Promise<Answer> =>
  product.call(`/api/users/${at.userId}/team/store_staff`, {
    method: 'PUT',
    token,
    body: { platform: 'shopify', store: at.shop, user_id: mia, role, ...person },
  });
const seen = async (token: string) => {
  const { body } = await product.call('/api/receiver', { token });
  return { role: body.role, member: body.member?.name ?? null };
};
const teamOf = (at: TestShop, token: string) => product.call(`/api/users/${at.userId}/team`, { token });

describe('the owner of a store', () => {
  it('sees who of its staff has opened the app, gives one of them a role, and finds them in the team', async () => {
    const shop = await staffedShop();
    const before = (await teamOf(shop, shop.owners)).body;
    expect(before.store_staff.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Leo Park', 'Mia Chen']);
    const { status, body } = await give(shop, shop.owners, 'admin');
    expect([status, body.members.map(({ name, role, platform, state }: Record<string, string>) => [name, role, platform, state])]).toEqual([
      200,
      [
        [expect.any(String), 'owner', null, 'active'],
        ['Mia Chen', 'admin', 'shopify', 'active'],
      ],
    ]);
    expect(body.store_staff.map(({ name }: { name: string }) => name)).toEqual(['Leo Park']);
  });

  it('decides what they may from their next call on, also in a session that is open', async () => {
    const shop = await staffedShop();
    expect(await seen(shop.mias)).toEqual({ role: 'bookkeeper', member: null });
    await give(shop, shop.owners, 'admin');
    expect([await seen(shop.mias), await seen(shop.leos)]).toEqual([
      { role: 'admin', member: 'Mia Chen' },
      { role: 'bookkeeper', member: null },
    ]);
    await give(shop, shop.owners, 'cardholder');
    expect([await seen(shop.mias), (await teamOf(shop, shop.mias)).status]).toEqual([{ role: 'cardholder', member: 'Mia Chen' }, 403]);
    expect((await teamOf(shop, shop.owners)).body.members).toHaveLength(2);
  });

  it('ends with a lower role the Slack that they had connected', async () => {
    const shop = await staffedShop();
    const { body } = await give(shop, shop.owners, 'admin');
    const { slackWebhook } = product.deps.database;
    const connected = { url_encrypted: 'v1:slack', label: 'ads', connected_by: body.members.at(-1).id, connected_at: new Date() };
    await slackWebhook.create({ data: { receiver_id: shop.receiverId, ...connected } });
    await give(shop, shop.owners, 'bookkeeper');
    expect(await slackWebhook.count({ where: { receiver_id: shop.receiverId } })).toBe(0);
  });

  it('gives a role that holds whatever the rest of the staff may see', async () => {
    const shop = await staffedShop();
    await product.deps.database.receiver.update({ where: { id: shop.receiverId }, data: { staff_access: 'nothing' } });
    expect((await teamOf(shop, shop.mias)).status).toBe(403);
    await give(shop, shop.owners, 'bookkeeper');
    expect([(await teamOf(shop, shop.mias)).status, (await teamOf(shop, shop.leos)).status]).toEqual([200, 403]);
  });

  it('takes the role away, after which they are one of the staff again, and may give another', async () => {
    const shop = await staffedShop();
    const { body } = await give(shop, shop.owners, 'admin');
    const { id } = body.members.at(-1);
    const removed = await product.call(`/api/users/${shop.userId}/team/${id}`, { method: 'DELETE', token: shop.owners, body: {} });
    expect([removed.status, removed.body.members.length]).toEqual([200, 1]);
    expect(await seen(shop.mias)).toEqual({ role: 'bookkeeper', member: null });
    expect((await give(shop, shop.mias, 'admin', { user_id: leo })).status).toBe(403);
    await give(shop, shop.owners, 'cardholder');
    expect(await seen(shop.mias)).toEqual({ role: 'cardholder', member: 'Mia Chen' });
  });

  it.each([
    ['a role that there is not', 'emperor', 400, 'role'],
    [
      'the role of an owner, which the platform gives',
      'owner',
      409,
      'The store’s platform says who owns it. Invite somebody by email to make them an owner here.',
    ],
  ])('is refused %s', async (_, role, status, words) => {
    const shop = await staffedShop();
    const refused = await give(shop, shop.owners, role);
    expect([refused.status, refused.body.errors?.[0]?.path ?? refused.body.detail]).toEqual([status, words]);
    expect(await seen(shop.mias)).toEqual({ role: 'bookkeeper', member: null });
  });

  it('finds nobody who has not opened the app here, as in another’s store', async () => {
    const [shop, other] = [await staffedShop(), await staffedShop()];
    const unknown = await give(shop, shop.owners, 'admin', { user_id: '999' });
    const elsewhere = await give(shop, shop.owners, 'admin', { store: other.shop });
    const foreign = await give(other, shop.owners, 'admin');
    expect([unknown.status, elsewhere.status, foreign.status]).toEqual([404, 404, 404]);
    expect({ ...elsewhere.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
    expect(await seen(other.mias)).toEqual({ role: 'bookkeeper', member: null });
  });

  it('leaves a line in the log of the account', async () => {
    const shop = await staffedShop();
    await give(shop, shop.owners, 'admin');
    await give(shop, shop.owners, 'admin');
    const rows = await product.deps.database.auditLog.findMany({ where: { receiver_id: shop.receiverId, action: 'give store staff a role' } });
    expect(rows.map(({ details }) => details)).toEqual([{ member_id: expect.any(String), email: expect.stringContaining('mia'), role: 'admin' }]);
  });
});
