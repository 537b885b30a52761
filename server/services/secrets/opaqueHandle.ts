import { createHash, randomBytes } from 'node:crypto';

/** An opaque name for a secret that stays here: what a client sees and sends back in its place. */
export function newHandle(): string {
  return `h_${randomBytes(18).toString('base64url')}`;
}

/** A token that is good once, as a part of a business key: it is kept nowhere else. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 32);
}
