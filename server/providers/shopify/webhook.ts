import type { IncomingHttpHeaders } from 'node:http';
import { ZodError } from 'zod';
import { verifySharedSecretToken } from '../jwt.ts';
import type { ShopSession } from '../ports/shopPlatform.ts';
import { hmacSha256, InvalidSignature, isSame, requiredHeader, signedJson } from '../signature.ts';
import { shopSession } from './map.ts';

const PROVIDER = 'shopify';

/** Verifies a session token and returns its shop and user. Throws InvalidSignature. Does not check that the token is used only once. */
export async function readSessionToken(app: { apiKey: string; apiSecret: string }, token: string, now: Date): Promise<ShopSession> {
  const requiredClaims = ['iss', 'dest', 'nbf', 'sub', 'jti'];
  const claims = await verifySharedSecretToken(PROVIDER, token, { secret: app.apiSecret, audience: app.apiKey, requiredClaims, now });
  const session = sessionOf(claims);
  if (!session) throw new InvalidSignature(PROVIDER, 'wrong_claims');
  return session;
}

/** Verifies a session token of this shop's admin. Throws InvalidSignature, also for a token of another shop. */
export async function verifySessionToken(app: { apiKey: string; apiSecret: string }, token: string, shop: string, now: Date): Promise<ShopSession> {
  const session = await readSessionToken(app, token, now);
  if (session.shop !== shop) throw new InvalidSignature(PROVIDER, 'wrong_claims');
  return session;
}

function sessionOf(claims: unknown): ShopSession | null {
  try {
    return shopSession(claims);
  } catch (error) {
    if (error instanceof ZodError) return null;
    throw error;
  }
}

/** A webhook whose body is signed. The rest is unsigned: use it only for routing and to skip duplicates, never for a decision. */
interface SignedShopBody {
  body: unknown;
  claimedTopic: string;
  claimedShop: string;
  claimedEventId: string;
}

/** Verifies a webhook: HMAC-SHA256 of the raw body under the app's secret. No time is signed. Throws InvalidSignature. */
export function verifyShopWebhook(apiSecret: string, rawBody: Buffer, headers: IncomingHttpHeaders): SignedShopBody {
  const signature = requiredHeader(PROVIDER, headers, 'x-shopify-hmac-sha256');
  if (!isSame(hmacSha256(apiSecret, rawBody), Buffer.from(signature, 'base64'))) throw new InvalidSignature(PROVIDER, 'mismatch');
  return {
    body: signedJson(PROVIDER, rawBody),
    claimedTopic: requiredHeader(PROVIDER, headers, 'x-shopify-topic'),
    claimedShop: requiredHeader(PROVIDER, headers, 'x-shopify-shop-domain'),
    claimedEventId: requiredHeader(PROVIDER, headers, 'x-shopify-event-id'),
  };
}
