import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Claims, handInShop, nowSeconds, shopClaims, shopToken, signHs256, unsigned } from '../support/handIn.ts';
import { signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { openShop, salesOf, synced } from '../support/shops.ts';

const { publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const partnerKey = 'partner-key-0123456789abcdef';
const sessionTypes = [
  { type: 'partner', algorithm: 'HS256', key: partnerKey, issuer: 'https://partner.example', audience: 'headway' },
  { type: 'asymmetric', algorithm: 'RS256', key: publicKey, issuer: 'https://partner.example', audience: 'headway' },
];

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct({ SESSION_TYPES: JSON.stringify(sessionTypes) });
});
afterAll(() => product.stop());

/** Returns a shop with our app installed. */
async function shopOf(): Promise<string> {
  const handle = `shop-${randomUUID().slice(0, 8)}`;
  return (await product.press<{ shop: string }>('shopify', 'install', { handle, profile: 'new' })).shop;
}

const partnerClaims = (changes: Claims = {}): Claims => ({
  iss: 'https://partner.example',
  aud: 'headway',
  sub: 'business-7',
  exp: nowSeconds() + 60,
  jti: randomUUID(),
  ...changes,
});
const handInJwt = (auth_type: string, session: unknown) =>
  product.call('/api/receivers/propel_auth_access_token', { method: 'POST', body: { auth_type, session } });

describe('a session handed in by a shop', () => {
  it('gives an access token that opens the very receiver of the shop, on every visit the same', async () => {
    const shop = await shopOf();
    const first = await handInShop(product, shop, shopToken(product, shop));
    expect(first.status).toBe(200);
    const receiver = await product.call('/api/receiver', { token: first.body.access_token });
    expect(receiver.body).toMatchObject({ token: first.body.propel_auth_user.userId, whitelabel: 'headway' });
    const second = await handInShop(product, shop, shopToken(product, shop));
    expect(second.body.propel_auth_user.userId).toBe(first.body.propel_auth_user.userId);
  });

  it('makes one user and one receiver when two first visits come at once', async () => {
    const shop = await shopOf();
    const answers = await Promise.all([1, 2, 3].map(() => handInShop(product, shop, shopToken(product, shop))));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.body.propel_auth_user.userId)).size).toBe(1);
    expect(await product.deps.database.receiver.count({ where: { origin_id: shop } })).toBe(1);
  });

  const shop = 'refused.myshopify.com';
  const refusals: [string, () => unknown][] = [
    ['signed with another key', () => signHs256(shopClaims(product, shop), 'another-secret')],
    ['made for another app', () => shopToken(product, shop, { aud: 'another-app' })],
    ['of another shop altogether', () => shopToken(product, 'other.myshopify.com')],
    ['expired 11 seconds ago', () => shopToken(product, shop, { exp: nowSeconds() - 11 })],
    ['garbage', () => 'not.a.token'],
  ];
  it.each(refusals)('is refused: %s', async (_name, token) => {
    const answer = await handInShop(product, shop, token());
    expect(answer.status).toBe(401);
    expect(answer.body.code).toBe('unauthenticated');
    expect(await product.deps.database.receiver.count({ where: { origin_id: shop } })).toBe(0);
  });

  it('is refused where the app is not installed, and of somebody who is not of the staff', async () => {
    const elsewhere = 'not-installed.myshopify.com';
    expect((await handInShop(product, elsewhere, shopToken(product, elsewhere))).status).toBe(401);
    const installed = await shopOf();
    expect((await handInShop(product, installed, shopToken(product, installed, { sub: '4711' }))).status).toBe(401);
  });

  it('is good within ten seconds of its end, as clocks differ', async () => {
    const late = await shopOf();
    expect((await handInShop(product, late, shopToken(product, late, { exp: nowSeconds() - 5 }))).status).toBe(200);
  });

  it('may be shown again while it lives, as App Bridge hands the same one out for a minute', async () => {
    const shown = await shopOf();
    const token = shopToken(product, shown);
    expect((await handInShop(product, shown, token)).status).toBe(200);
    expect((await handInShop(product, shown, token)).status).toBe(200);
  });

  it.each([
    ['with an id_token that is no text', { shop, id_token: { alg: 'none' } }],
    ['with an oversized id_token', { shop, id_token: 'x'.repeat(9_000) }],
    ['that is base64 and not an object', Buffer.from('{}').toString('base64')],
    ['that is no shop at all', null],
  ])('is refused as malformed: %s', async (_name, shopify_session) => {
    const answer = await product.call('/api/receivers/propel_auth_access_token', { method: 'POST', body: { auth_type: 'shopify', shopify_session } });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.length).toBeGreaterThan(0);
  });
});

it('a shop’s session without an id_token proves nothing and is refused like a forged one', async () => {
  const answer = await product.call('/api/receivers/propel_auth_access_token', {
    method: 'POST',
    body: { auth_type: 'shopify', shopify_session: { shop: await shopOf() } },
  });
  expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
});

describe('a session of a registered issuer', () => {
  it('gives an access token, and another for the same business the next time', async () => {
    const first = await handInJwt('partner', signHs256(partnerClaims(), partnerKey));
    expect(first.status).toBe(200);
    const second = await handInJwt('partner', signHs256(partnerClaims(), partnerKey));
    expect(second.body.propel_auth_user.userId).toBe(first.body.propel_auth_user.userId);
  });

  it.each([
    ['of a type nobody registered', 'stranger', () => signHs256(partnerClaims(), partnerKey)],
    ['signed with another key', 'partner', () => signHs256(partnerClaims(), 'another-key-0123456789')],
    ['not signed', 'partner', () => unsigned(partnerClaims())],
    ['signed with the public key as if it were a secret', 'asymmetric', () => signHs256(partnerClaims(), publicKey)],
    ['for another audience', 'partner', () => signHs256(partnerClaims({ aud: 'elsewhere' }), partnerKey)],
    ['of another issuer', 'partner', () => signHs256(partnerClaims({ iss: 'https://elsewhere.example' }), partnerKey)],
    ['expired', 'partner', () => signHs256(partnerClaims({ exp: nowSeconds() - 11 }), partnerKey)],
    ['not yet valid', 'partner', () => signHs256(partnerClaims({ nbf: nowSeconds() + 60 }), partnerKey)],
    ['without an expiry', 'partner', () => signHs256(partnerClaims({ exp: undefined }), partnerKey)],
    ['without an id', 'partner', () => signHs256(partnerClaims({ jti: undefined }), partnerKey)],
    ['without a subject', 'partner', () => signHs256(partnerClaims({ sub: undefined }), partnerKey)],
  ])('is refused: %s', async (_name, type, token) => {
    expect((await handInJwt(type, token())).status).toBe(401);
  });

  it('never joins the account of somebody who signed up with the same email', async () => {
    const owner = await signUp(product, { email: 'owner@example.com' });
    const answer = await handInJwt('partner', signHs256(partnerClaims({ sub: 'business-8', email: 'owner@example.com', email_verified: true }), partnerKey));
    expect(answer.status).toBe(200);
    expect(answer.body.propel_auth_user.userId).not.toBe(owner.receiver.token);
    expect(answer.body.propel_auth_user.email).not.toBe('owner@example.com');
  });

  it('is renewed by the page that has it, once for each token, until the session is over', async () => {
    const { body } = await handInJwt('partner', signHs256(partnerClaims({ sub: 'business-9' }), partnerKey));
    const renew = (token: string) => product.call('/api/receivers/access_token_renewal', { method: 'POST', token, body: {} });
    const renewed = await renew(body.access_token);
    expect(renewed.status).toBe(200);
    expect((await renew(body.access_token)).status).toBe(401);
    await product.deps.database.handedInSession.updateMany({
      data: { started_at: new Date(Date.now() - 2_000), ends_at: new Date(Date.now() - 1_000) },
    });
    expect((await renew(renewed.body.access_token)).status).toBe(401);
  });

  it('ends at the server when its page says so, and is neither taken nor renewed any more', async () => {
    const { body } = await handInJwt('partner', signHs256(partnerClaims({ sub: 'business-10' }), partnerKey));
    const ask = (path: string) => product.call(`/api/receivers/${path}`, { method: 'POST', token: body.access_token, body: {} });
    expect((await ask('handed_in_session_end')).body).toEqual({ ended: true });
    expect((await ask('handed_in_session_end')).status).toBe(401);
    expect((await ask('access_token_renewal')).status).toBe(401);
  });

  it('a directly signed-in token is not renewed this way', async () => {
    const person = await signUp(product);
    expect((await product.call('/api/receivers/access_token_renewal', { method: 'POST', token: person.token, body: {} })).status).toBe(401);
  });
});

describe('hand-ins', () => {
  it('are limited by address, whatever a header claims the address to be', async () => {
    const limited = await testProduct();
    try {
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 31; attempt += 1) {
        const answer = await limited.call('/api/receivers/propel_auth_access_token', {
          method: 'POST',
          body: { auth_type: 'partner', session: 'guess' },
          address: '127.0.0.9',
          headers: { 'x-forwarded-for': `203.0.113.${attempt}` },
        });
        statuses.push(answer.status);
        if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect(statuses).toEqual([...Array(30).fill(401), 429]);
    } finally {
      await limited.stop();
    }
  });
});

describe('a store whose owner is signed in', () => {
  const handedIn = async (shop: string): Promise<{ access_token: string; propel_auth_user: { userId: string } }> =>
    (await handInShop(product, shop, shopToken(product, shop))).body;
  const connect = (owner: Awaited<ReturnType<typeof signUp>>, handed_in_access_token: string) =>
    product.call(`/api/users/${owner.receiver.token}/platform_accounts`, { method: 'POST', token: owner.token, body: { handed_in_access_token } });

  it('is connected to their account when they say so, and opens it from then on', async () => {
    const [owner, shop] = [await signUp(product), await shopOf()];
    const before = await handedIn(shop);
    expect(before.propel_auth_user.userId).not.toBe(owner.receiver.token);
    expect((await connect(owner, before.access_token)).body).toEqual({ connected: true });
    expect((await handedIn(shop)).propel_auth_user.userId).toBe(owner.receiver.token);
    const account = await product.deps.database.platformAccount.findFirstOrThrow({ where: { external_id: shop } });
    expect([account.receiver_id, account.linked_by]).toEqual([owner.receiver.id, 'owner_confirmation']);
  });

  it('is connected also once its sales were read, which are read anew for that account and no more for the one before', async () => {
    const [owner, shop] = [await signUp(product), await openShop(product)];
    await synced(product, shop);
    expect((await connect(owner, shop.token)).body).toEqual({ connected: true });
    const moved = { ...shop, receiverId: owner.receiver.id };
    await synced(product, moved);
    expect((await salesOf(product, moved)).length).toBeGreaterThan(0);
    expect(await salesOf(product, shop)).toEqual([]);
    expect(await product.deps.database.commerceLink.count({ where: { receiver_id: shop.receiverId } })).toBe(0);
  });

  it('takes the session that was shown with it: that one is renewed no more', async () => {
    const [owner, shop] = [await signUp(product), await shopOf()];
    const { access_token: token } = await handedIn(shop);
    await connect(owner, token);
    expect((await product.call('/api/receivers/access_token_renewal', { method: 'POST', token, body: {} })).status).toBe(401);
  });

  it('is not connected by a token that no store handed in, or that has ended', async () => {
    const [owner, other, shop] = [await signUp(product), await signUp(product), await shopOf()];
    const { access_token: token } = await handedIn(shop);
    await product.call('/api/receivers/handed_in_session_end', { method: 'POST', token, body: {} });
    for (const bad of [other.token, token, 'not.a.token']) {
      expect(await connect(owner, bad)).toMatchObject({ status: 409, body: { code: 'store_not_connectable' } });
    }
    expect((await handedIn(shop)).propel_auth_user.userId).not.toBe(owner.receiver.token);
  });

  it('keeps an account that has begun, which does not move', async () => {
    const [owner, shop] = [await signUp(product), await shopOf()];
    const { access_token: token, propel_auth_user } = await handedIn(shop);
    const begun = await product.deps.database.receiver.findUniqueOrThrow({ where: { token: propel_auth_user.userId } });
    const secret = product.deps.secrets.encrypt('token', { table: 'bank_link', column: 'access_token', owner: begun.id });
    await product.deps.database.bankLink.create({
      data: { receiver_id: begun.id, handle: `h_${begun.id}`, item_id: 'item', access_token: secret, linked_at: new Date() },
    });
    const answer = await connect(owner, token);
    expect([answer.status, answer.body.detail]).toEqual([409, 'This store already has an account in use. Switch to it, or ask support to join the two.']);
    expect((await handedIn(shop)).propel_auth_user.userId).toBe(propel_auth_user.userId);
  });
});
