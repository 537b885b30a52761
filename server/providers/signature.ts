import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export type SignatureFault = 'missing_header' | 'malformed' | 'stale' | 'not_yet_valid' | 'mismatch' | 'wrong_algorithm' | 'wrong_claims';

/** Thrown for a message that does not provably come from the provider. The fault is for our log only; the sender gets a plain refusal. */
export class InvalidSignature extends Error {
  override readonly name = 'InvalidSignature';
  readonly provider: string;
  readonly fault: SignatureFault;

  constructor(provider: string, fault: SignatureFault) {
    super(`${provider}: ${fault}`);
    this.provider = provider;
    this.fault = fault;
  }
}

/** The maximum age of a signed message, and how far it may be ahead of our clock. */
const toleranceSeconds = 300;

/** Returns the single value of a header. Throws InvalidSignature when it is missing. */
export function requiredHeader(provider: string, headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  if (typeof value !== 'string' || value === '') throw new InvalidSignature(provider, 'missing_header');
  return value;
}

/** Throws InvalidSignature for a message signed more than five minutes from now, either way. */
export function requireFresh(provider: string, signedAtSeconds: number, now: Date): void {
  const age = now.getTime() / 1000 - signedAtSeconds;
  if (age > toleranceSeconds) throw new InvalidSignature(provider, 'stale');
  if (age < -toleranceSeconds) throw new InvalidSignature(provider, 'not_yet_valid');
}

/** Returns the HMAC-SHA256 of the parts, one after the other. */
export function hmacSha256(key: string | Buffer, ...parts: readonly (string | Buffer)[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** Compares in constant time, which reveals nothing about where the two differ. */
export function isSame(expected: Buffer, received: Buffer): boolean {
  return expected.length === received.length && timingSafeEqual(expected, received);
}

/** Parses a verified body as JSON. Throws InvalidSignature('malformed') for anything else. */
export function signedJson(provider: string, rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    throw new InvalidSignature(provider, 'malformed');
  }
}
