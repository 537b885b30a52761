import type { IncomingHttpHeaders } from 'node:http';
import { hmacSha256, InvalidSignature, isSame, requiredHeader, requireFresh, signedJson } from '../signature.ts';

const PROVIDER = 'lithic';

/** The key inside `whsec_…`. Throws when there is none, so that a wrong setting stops the start instead of looking like forgeries. */
export function signingKey(secret: string): Buffer {
  const encoded = secret.replace(/^whsec_/, '');
  const key = Buffer.from(encoded, 'base64');
  if (key.length < 16 || key.toString('base64').replaceAll('=', '') !== encoded.replaceAll('=', '')) {
    throw new Error('a secret of the card issuer is not whsec_ followed by at least 16 bytes in base64');
  }
  return key;
}

export interface SignedMessage {
  /** The same at every delivery of the same event. */
  id: string;
  body: unknown;
}

/**
 * Verifies a message signed as Standard Webhooks are: HMAC-SHA256 over `id.timestamp.body`, of which one of several
 * signatures (two while a secret is being exchanged) must match, at most five minutes old. `rawBody` is the body as it
 * came, byte for byte. Throws InvalidSignature.
 */
export function verifyMessage(key: Buffer, rawBody: Buffer, headers: IncomingHttpHeaders, now: Date): SignedMessage {
  const id = requiredHeader(PROVIDER, headers, 'webhook-id');
  const timestamp = requiredHeader(PROVIDER, headers, 'webhook-timestamp');
  const signatures = requiredHeader(PROVIDER, headers, 'webhook-signature');
  if (!/^\d{1,12}$/.test(timestamp)) throw new InvalidSignature(PROVIDER, 'malformed');
  requireFresh(PROVIDER, Number(timestamp), now);

  const expected = hmacSha256(key, `${id}.${timestamp}.`, rawBody);
  const given = signatures.split(' ').filter((signature) => signature.startsWith('v1,'));
  if (!given.some((signature) => isSame(expected, Buffer.from(signature.slice(3), 'base64')))) throw new InvalidSignature(PROVIDER, 'mismatch');
  return { id, body: signedJson(PROVIDER, rawBody) };
}
