import type { IncomingHttpHeaders } from 'node:http';
import { hmacSha256, InvalidSignature, isSame, requiredHeader, requireFresh, signedJson } from '../signature.ts';

const PROVIDER = 'lithic';

/** Returns the key inside `whsec_…`. Throws without one: a wrong setting must stop the start, not make genuine messages look forged. */
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
 * Verifies a message signed by the rules of Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, at most five
 * minutes old. One of its signatures must match; it has two while a secret is rotated. `rawBody` is the body as
 * received, byte for byte. Throws InvalidSignature.
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
