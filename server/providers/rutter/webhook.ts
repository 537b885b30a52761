import type { IncomingHttpHeaders } from 'node:http';
import { hmacSha256, InvalidSignature, isSame, requiredHeader, signedJson } from '../signature.ts';

const PROVIDER = 'rutter';
const SCHEME = 'sha256=';

/**
 * Verifies a webhook of the store data provider: HMAC-SHA256 of the raw body under our client secret. No time is signed,
 * so an old message cannot be told from a new one: let it trigger a read, but do not trust its content. Throws InvalidSignature.
 */
export function verifyStoreWebhook(secret: string, rawBody: Buffer, headers: IncomingHttpHeaders): unknown {
  const signature = requiredHeader(PROVIDER, headers, 'x-rutter-signature');
  if (!signature.startsWith(SCHEME)) throw new InvalidSignature(PROVIDER, 'malformed');
  if (!isSame(hmacSha256(secret, rawBody), Buffer.from(signature.slice(SCHEME.length), 'base64'))) throw new InvalidSignature(PROVIDER, 'mismatch');
  return signedJson(PROVIDER, rawBody);
}
