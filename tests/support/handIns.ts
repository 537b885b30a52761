import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { readConfig } from '../../server/config.ts';
import { testNow } from './clock.ts';

/** The run's product uses the sandbox's own secrets. */
const { shopify, bigcommerce } = readConfig({ NODE_ENV: 'test' });

interface Token {
  /** Given to hand the same token in again. */
  jti?: string;
  /** Seconds from now; a token of the past has expired. */
  lifeSeconds?: number;
}

function sign(claims: Record<string, unknown>, secret: string, { jti = randomUUID(), lifeSeconds = 60 }: Token): Promise<string> {
  const nowSeconds = Math.floor(testNow().getTime() / 1_000);
  const issuedAtSeconds = Math.min(nowSeconds, nowSeconds + lifeSeconds - 60);
  return new SignJWT({ ...claims, jti, iat: issuedAtSeconds, nbf: issuedAtSeconds, exp: nowSeconds + lifeSeconds })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));
}

/** Returns the session token with which a shop's admin identifies its owner. */
export function shopIdToken(shop: string, token: Token = {}): Promise<string> {
  const claims = { iss: `https://${shop}/admin`, dest: `https://${shop}`, aud: shopify.apiKey, sub: '42', sid: randomUUID() };
  return sign(claims, shopify.apiSecret, token);
}

/** Returns the query with which a Shopify shop that has our app hands its session in. */
export async function shopHandIn(shop: string): Promise<string> {
  const id_token = await shopIdToken(shop);
  return new URLSearchParams({ shopify_session: Buffer.from(JSON.stringify({ shop, id_token })).toString('base64') }).toString();
}

const newHash = () => randomUUID().replaceAll('-', '').slice(0, 10);

/** Returns the query with which a BigCommerce store hands in its owner's session. */
export async function storeHandIn(email = `${randomUUID()}@example.com`, token: Token = {}, hash = newHash()): Promise<string> {
  const owner = { id: 7, email };
  const claims = { iss: 'bc', aud: bigcommerce.clientId, sub: `stores/${hash}`, user: owner, owner, url: '/' };
  return new URLSearchParams({ session_jwt: await sign(claims, bigcommerce.clientSecret, token), session_type: 'bigcommerce' }).toString();
}
