import { timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../db/secrets.ts';

type Keys = Pick<Secrets, 'fingerprints'>;

const encoded = (fingerprint: string) => Buffer.from(fingerprint).toString('base64url');

/** Returns the signature of a text for an address, made with the first key of the ring. The text has to name its purpose. */
export function signatureOf({ fingerprints }: Keys, text: string): string {
  return encoded(fingerprints(text)[0]);
}

/** Tells whether a signature of a text was made here, with any key of the ring. */
export function isSignatureOf({ fingerprints }: Keys, text: string, signature: string): boolean {
  const given = Buffer.from(signature);
  return fingerprints(text).some((fingerprint) => {
    const expected = Buffer.from(encoded(fingerprint));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}
