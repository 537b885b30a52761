import { createHmac, randomUUID } from 'node:crypto';
import type { TestProduct } from './product.ts';

/** Makes tokens by hand, from the form of a JWT and nothing else, so that a test can make bad ones too. */
export type Claims = Record<string, unknown>;

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns a token signed with HMAC-SHA256 and a key; `header` replaces parts of the usual header. */
export function signHs256(claims: Claims, key: string, header: Claims = {}): string {
  const signed = `${part({ alg: 'HS256', typ: 'JWT', ...header })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

/** Returns a token without a signature. */
export function unsigned(claims: Claims): string {
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`;
}

export const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** Returns the claims of a shop admin's session token. */
export function shopClaims(product: TestProduct, shop: string, changes: Claims = {}): Claims {
  return {
    iss: `https://${shop}/admin`,
    dest: `https://${shop}`,
    aud: product.config.shopify.apiKey,
    sub: '42',
    exp: nowSeconds() + 60,
    nbf: nowSeconds() - 1,
    iat: nowSeconds() - 1,
    jti: randomUUID(),
    sid: 'session',
    ...changes,
  };
}

export function shopToken(product: TestProduct, shop: string, changes: Claims = {}): string {
  return signHs256(shopClaims(product, shop, changes), product.config.shopify.apiSecret);
}

export const handInShop = (product: TestProduct, shop: string, id_token: unknown, host = 'headway.localhost') =>
  product.call('/api/receivers/propel_auth_access_token', { method: 'POST', host, body: { auth_type: 'shopify', shopify_session: { shop, id_token } } });
