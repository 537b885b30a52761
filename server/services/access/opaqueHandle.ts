import { createHash, randomBytes } from 'node:crypto';

/** Returns an opaque name for a secret that stays on the server: clients see it and send it back in place of the secret. */
export function newHandle(): string {
  return `h_${randomBytes(18).toString('base64url')}`;
}

/** Returns the hash of a single-use token, as a part of a business key; the token itself is stored nowhere. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 32);
}
