import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handInShop, shopToken } from '../support/handIn.ts';
import { signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { openShop, type TestShop } from '../support/shops.ts';

let product: TestProduct;
let shop: TestShop;
beforeAll(async () => {
  product = await testProduct();
  shop = await openShop(product);
});
afterAll(() => product.stop());

const browser = { 'user-agent': 'Mozilla/5.0 (Macintosh) Chrome/156' };
const address = '127.0.0.21';
const sessionOf = async (sub = '42'): Promise<string> => (await handInShop(product, shop.shop, shopToken(product, shop.shop, { sub }))).body.access_token;
const askForCode = (token: string, headers: Record<string, string> = browser) =>
  product.call('/api/receivers/hand_over', { method: 'POST', token, body: {}, headers, address });
const codeOf = async (token: string): Promise<string> => (await askForCode(token)).body.code;
const use = (
  code: string,
  { headers = browser, host = 'headway.localhost', from = address }: { headers?: Record<string, string>; host?: string; from?: string } = {},
) => product.call('/api/receivers/propel_auth_access_token', { method: 'POST', host, headers, address: from, body: { auth_type: 'hand_over', session: code } });

describe('a code with which a store’s frame opens the full site', () => {
  it('opens it for the same person, once', async () => {
    const code = await codeOf(await sessionOf('43'));
    const answer = await use(code);
    expect([answer.status, answer.body.propel_auth_user.userId]).toEqual([200, shop.userId]);
    const { owner_needed } = (await product.call('/api/store_visitor', { token: answer.body.access_token })).body;
    expect(owner_needed).toContain('Ask Sam Turner');
    expect((await use(code)).status).toBe(401);
  });

  it('works within a minute, and not after it', async () => {
    const code = await codeOf(await sessionOf());
    await product.deps.database.launchCode.updateMany({ data: { created_at: new Date(Date.now() - 61_000), expires_at: new Date(Date.now() - 1_000) } });
    expect((await use(code)).status).toBe(401);
  });

  it('works only in the browser that asked, and is used up by another’s attempt', async () => {
    for (const elsewhere of [{ headers: { 'user-agent': 'curl/8' } }, { from: '127.0.0.22' }]) {
      const code = await codeOf(await sessionOf());
      expect((await use(code, elsewhere)).status).toBe(401);
      expect((await use(code)).status).toBe(401);
    }
  });

  it('works only at the program that made it, and while the session that asked is open', async () => {
    expect((await use(await codeOf(await sessionOf()), { host: 'boost.localhost' })).status).toBe(401);
    const token = await sessionOf('44');
    const code = await codeOf(token);
    await product.call('/api/receivers/handed_in_session_end', { method: 'POST', token, body: {} });
    expect((await use(code)).status).toBe(401);
  });

  it('is nothing that can be guessed, and none is made for a person whom no store handed in', async () => {
    expect((await use('guess')).status).toBe(401);
    expect((await askForCode((await signUp(product)).token)).status).toBe(403);
    expect((await codeOf(await sessionOf())).length).toBeGreaterThanOrEqual(43);
  });

  it('makes no session last longer than the one that asked', async () => {
    const { handedInSession } = product.deps.database;
    const token = await sessionOf('44');
    const asking = await handedInSession.findFirstOrThrow({ where: { receiver_id: shop.receiverId, platform_user_id: '44' }, orderBy: { started_at: 'desc' } });
    const endsAt = new Date(asking.started_at.getTime() + 3_600_000);
    await handedInSession.updateMany({ where: { id: asking.id }, data: { ends_at: endsAt } });
    await use(await codeOf(token));
    const made = await handedInSession.findFirstOrThrow({ where: { receiver_id: shop.receiverId, platform_user_id: '44' }, orderBy: { started_at: 'desc' } });
    expect([made.id === asking.id, made.ends_at]).toEqual([false, endsAt]);
  });
});
