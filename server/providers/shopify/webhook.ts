import { createHash } from 'node:crypto';
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
  claimedAt: Date | undefined;
}

/**
 * Verifies a webhook: HMAC-SHA256 of the raw body under the app's secret. No time is signed. Throws InvalidSignature for a wrong
 * or missing signature alone: every other header may be missing, and a signed body may be anything.
 */
export function verifyShopWebhook(apiSecret: string, rawBody: Buffer, headers: IncomingHttpHeaders): SignedShopBody {
  const signature = requiredHeader(PROVIDER, headers, 'x-shopify-hmac-sha256');
  if (!isSame(hmacSha256(apiSecret, rawBody), Buffer.from(signature, 'base64'))) throw new InvalidSignature(PROVIDER, 'mismatch');
  const claimedTopic = optionalHeader(headers, 'x-shopify-topic');
  const named = optionalHeader(headers, 'x-shopify-event-id') || optionalHeader(headers, 'x-shopify-webhook-id');
  return {
    body: jsonOrNull(rawBody),
    claimedTopic,
    claimedShop: optionalHeader(headers, 'x-shopify-shop-domain'),
    claimedEventId: named || `body-${createHash('sha256').update(claimedTopic).update('\n').update(rawBody).digest('hex')}`,
    claimedAt: instantOrNone(optionalHeader(headers, 'x-shopify-triggered-at')),
  };
}

/** Returns a header's text; empty when it is missing. */
function optionalHeader(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value.slice(0, 200) : '';
}

function instantOrNone(text: string): Date | undefined {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

function jsonOrNull(rawBody: Buffer): unknown {
  try {
    return signedJson(PROVIDER, rawBody);
  } catch (error) {
    if (error instanceof InvalidSignature) return null;
    throw error;
  }
}
