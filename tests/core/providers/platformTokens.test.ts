import { generateKeyPairSync } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { isShopName } from '../../../server/domain/store/shopName.ts';
import { createBigcommerce } from '../../../server/providers/bigcommerce/index.ts';
import { createShopify } from '../../../server/providers/shopify/index.ts';
import { InvalidSignature } from '../../../server/providers/signature.ts';
import { config, metrics } from './ports.ts';

const now = new Date('2026-11-21T12:00:00Z');
const at = now.getTime() / 1000;
type Claims = Record<string, unknown>;

const bytes = (secret: string) => new TextEncoder().encode(secret);
const signHs256 = (claims: Claims, secret: string, alg = 'HS256') => new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT' }).sign(bytes(secret));

async function verdict(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'accepted';
  } catch (error) {
    if (!(error instanceof InvalidSignature)) throw error;
    // A token in a message ends in a log.
    expect(error.message.length).toBeLessThan(60);
    return error.fault;
  }
}

describe('a session token of a shop’s admin', () => {
  const shop = 'corner-shop.myshopify.com';
  const { apiKey, apiSecret } = config.shopify;
  const shopify = createShopify(config.shopify, metrics);
  const claims: Claims = {
    iss: `https://${shop}/admin`,
    dest: `https://${shop}`,
    aud: apiKey,
    sub: '42',
    exp: at + 60,
    nbf: at,
    iat: at,
    jti: 'f8912129',
    sid: 'aaea182f',
  };
  const read = async (given: Claims, { secret = apiSecret, asked = shop } = {}) =>
    verdict(shopify.verifySessionToken(await signHs256(given, secret), asked, now));

  it('says who is in which shop, and its id for using it once', async () => {
    expect(await shopify.verifySessionToken(await signHs256(claims, apiSecret), shop, now)).toEqual({
      shop,
      userId: '42',
      tokenId: 'f8912129',
      expiresAt: new Date('2026-11-21T12:01:00Z'),
    });
  });

  it.each<[string, Claims, string]>([
    ['expired 9 seconds ago', { exp: at - 9 }, 'accepted'],
    ['expired 11 seconds ago', { exp: at - 11 }, 'stale'],
    ['valid in 9 seconds', { nbf: at + 9 }, 'accepted'],
    ['valid in 11 seconds', { nbf: at + 11 }, 'not_yet_valid'],
    ['for another app', { aud: 'another-app' }, 'wrong_claims'],
    ['for us among others', { aud: [apiKey, 'another-app'] }, 'wrong_claims'],
    ['for nobody', { aud: undefined }, 'wrong_claims'],
    ['without an expiry', { exp: undefined }, 'wrong_claims'],
    ['without a beginning', { nbf: undefined }, 'wrong_claims'],
    ['without an id', { jti: undefined }, 'wrong_claims'],
    ['with an empty id', { jti: '' }, 'wrong_claims'],
    ['without a person', { sub: undefined }, 'wrong_claims'],
    ['whose issuer is another shop', { iss: 'https://other.myshopify.com/admin' }, 'wrong_claims'],
    ['whose destination is another shop', { dest: 'https://other.myshopify.com' }, 'wrong_claims'],
    ['of another shop altogether', { iss: 'https://other.myshopify.com/admin', dest: 'https://other.myshopify.com' }, 'wrong_claims'],
    ['whose issuer is the shop but not its admin', { iss: `https://${shop}` }, 'wrong_claims'],
    ['over plain http', { iss: `http://${shop}/admin`, dest: `http://${shop}` }, 'wrong_claims'],
  ])('%s', async (_, changes, expected) => {
    expect(await read({ ...claims, ...changes })).toBe(expected);
  });

  it.each([
    'evil.com',
    'corner-shop.myshopify.com.evil.com',
    'evil.com/corner-shop.myshopify.com',
    'CORNER-SHOP.myshopify.com',
    'a.b.myshopify.com',
    '-a.myshopify.com',
    '.myshopify.com',
    'corner-shop.myshopify.com:8443',
    '',
  ])('is no good for a shop that calls itself %j, even if it says the same', async (asked) => {
    expect(isShopName(asked)).toBe(false);
    expect(await read({ ...claims, iss: `https://${asked}/admin`, dest: `https://${asked}` }, { asked })).toBe('wrong_claims');
  });

  it('is refused under another secret', async () => expect(await read(claims, { secret: 'another-secret-of-the-right-length' })).toBe('mismatch'));

  it('is refused under any other algorithm, whatever its header says', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const verify = (token: string) => verdict(shopify.verifySessionToken(token, shop, now));
    expect(await verify(new UnsecuredJWT(claims).encode())).not.toBe('accepted');
    expect(await verify(await signHs256(claims, apiSecret.padEnd(64, 'x'), 'HS512'))).toBe('wrong_algorithm');
    expect(await verify(await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey))).toBe('wrong_algorithm');
  });

  it.each(['', 'hello', 'a.b.c', 'x'.repeat(9000)])('is refused when it is no token', async (token) => {
    expect(await verdict(shopify.verifySessionToken(token, shop, now))).toBe('malformed');
  });
});

describe('a call of the control panel', () => {
  const { clientId, clientSecret } = config.bigcommerce;
  const panel = createBigcommerce(config.bigcommerce, metrics);
  const claims: Claims = {
    aud: clientId,
    iss: 'bc',
    iat: at,
    nbf: at - 5,
    exp: at + 86_400,
    jti: '0bd2f3c5',
    sub: 'stores/z4zn3wo',
    user: { id: 9128, email: 'clerk@example.com', locale: 'en-US' },
    owner: { id: 7654, email: 'owner@example.com' },
    url: '/transactions?page=2',
    channel_id: null,
  };
  const read = async (given: Claims, secret = clientSecret) => panel.readCall(await signHs256(given, secret), now);

  it('says which store, who, and where to', async () => {
    expect(await read(claims)).toEqual({
      storeHash: 'z4zn3wo',
      user: { id: '9128', email: 'clerk@example.com' },
      owner: { id: '7654', email: 'owner@example.com' },
      isOwner: false,
      path: '/transactions?page=2',
      tokenId: '0bd2f3c5',
      issuedAt: new Date('2026-11-21T12:00:00.000Z'),
      expiresAt: new Date('2026-11-22T12:00:00Z'),
    });
  });

  it('knows the owner', async () =>
    expect(await read({ ...claims, user: { id: 7654, email: 'owner@example.com', locale: 'en' } })).toMatchObject({ isOwner: true }));

  it.each(['//evil.com', 'https://evil.com', '/\\evil.com', '\\\\evil.com', 'evil', '/a\\b', '/a b', '', null])(
    'never leads to another site: %j',
    async (url) => {
      expect((await read({ ...claims, url })).path).toBeNull();
    },
  );

  it.each<[string, Claims, string]>([
    ['expired 9 seconds ago', { exp: at - 9 }, 'accepted'],
    ['expired 11 seconds ago', { exp: at - 11 }, 'stale'],
    ['valid in 11 seconds', { nbf: at + 11 }, 'not_yet_valid'],
    ['for another app', { aud: 'another' }, 'wrong_claims'],
    ['of another issuer', { iss: 'bigcommerce' }, 'wrong_claims'],
    ['about no store', { sub: 'stores/' }, 'wrong_claims'],
    ['about a path', { sub: 'stores/../admin' }, 'wrong_claims'],
    ['without an id', { jti: undefined }, 'wrong_claims'],
    ['without a person', { user: undefined }, 'wrong_claims'],
  ])('%s', async (_, changes, expected) => {
    expect(await verdict(read({ ...claims, ...changes }))).toBe(expected);
  });

  it('is refused under another secret and without a signature', async () => {
    expect(await verdict(read(claims, 'another-secret-of-the-right-length'))).toBe('mismatch');
    expect(await verdict(panel.readCall(new UnsecuredJWT(claims).encode(), now))).not.toBe('accepted');
  });
});
