import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { decodeProtectedHeader, errors, importJWK, type JWK, jwtVerify } from 'jose';
import { z } from 'zod';
import { Refused, Unavailable } from '../failure.ts';
import { InvalidSignature, isSame, requiredHeader, requireFresh, signedJson } from '../signature.ts';

const PROVIDER = 'plaid';
const HEADER = 'plaid-verification';
const keyLifeMs = 3_600_000;
const keysKept = 20;
/** The provider's answer about a key that it does not have. Any other refusal is about us, such as a wrong secret of ours. */
const unknownKeyCode = 'INVALID_WEBHOOK_VERIFICATION_KEY_ID';
/** How long a key that the provider does not have counts as unknown without another look-up. */
const unknownLifeMs = 600_000;
const unknownKeysKept = 1_000;
/**
 * The most look-ups of unknown keys in a minute: a provider has a few keys, and only forgers name many. There are enough that one
 * forger does not use up the look-up of the provider's next key. A key that it had is read again without a limit.
 */
const lookUpsAMinute = 100;
const minuteMs = 60_000;

/** A verification key as the provider publishes it. */
export interface VerificationKey {
  jwk: JWK;
  /** Null while it is in use. */
  expiredAt: Date | null;
}

export type FetchVerificationKey = (keyId: string) => Promise<VerificationKey>;

export interface VerifiedWebhook {
  body: unknown;
  signedAtSeconds: number;
}

export type VerifyWebhook = (rawBody: Buffer, headers: IncomingHttpHeaders, now: Date) => Promise<VerifiedWebhook>;

/**
 * Returns the function that verifies the bank provider's webhooks: a token in a header, signed with ES256 only, at most
 * five minutes old, with the SHA-256 of the raw body. It fetches keys by their id and keeps them for an hour, and
 * remembers the ids that no key has. It throws InvalidSignature, or Unavailable when the key cannot be fetched or too
 * many were fetched in this minute; answer that with a 5xx, so that the sender tries again.
 */
export function webhookVerifier(fetchKey: FetchVerificationKey): VerifyWebhook {
  const kept = new Map<string, VerificationKey & { fetchedAt: Date }>();
  const unknownSince = new Map<string, Date>();
  let lookUps: readonly Date[] = [];

  async function keyFor(keyId: string, now: Date): Promise<VerificationKey> {
    const known = kept.get(keyId);
    if (known && millisecondsSince(known.fetchedAt, now) < keyLifeMs) return known;
    const unknown = unknownSince.get(keyId);
    if (unknown && millisecondsSince(unknown, now) < unknownLifeMs) throw new InvalidSignature(PROVIDER, 'mismatch');
    const fetched = { ...(await (known ? read(keyId, now) : lookUp(keyId, now))), fetchedAt: now };
    if (kept.size >= keysKept) kept.clear();
    kept.set(keyId, fetched);
    return fetched;
  }

  async function lookUp(keyId: string, now: Date): Promise<VerificationKey> {
    lookUps = lookUps.filter((at) => millisecondsSince(at, now) < minuteMs);
    if (lookUps.length >= lookUpsAMinute)
      throw new Unavailable({ provider: PROVIDER, call: 'get_webhook_key', code: 'too_many_look_ups', message: 'too many keys were looked up in this minute' });
    lookUps = [...lookUps, now];
    return read(keyId, now);
  }

  function read(keyId: string, now: Date): Promise<VerificationKey> {
    return fetchKey(keyId).catch((failure: unknown) => {
      if (!(failure instanceof Refused) || failure.code !== unknownKeyCode) throw failure;
      kept.delete(keyId);
      if (unknownSince.size >= unknownKeysKept) unknownSince.clear();
      unknownSince.set(keyId, now);
      throw new InvalidSignature(PROVIDER, 'mismatch');
    });
  }

  return async (rawBody, headers, now) => {
    const token = requiredHeader(PROVIDER, headers, HEADER);
    const key = await keyFor(keyIdOf(token), now);
    if (key.expiredAt && key.expiredAt <= now) throw new InvalidSignature(PROVIDER, 'stale');
    const { iat, request_body_sha256 } = await claimsOf(token, key.jwk, now);
    requireFresh(PROVIDER, iat, now);
    const digest = createHash('sha256').update(rawBody).digest();
    if (!isSame(digest, Buffer.from(request_body_sha256, 'hex'))) throw new InvalidSignature(PROVIDER, 'mismatch');
    return { body: signedJson(PROVIDER, rawBody), signedAtSeconds: iat };
  };
}

const millisecondsSince = (then: Date, now: Date) => Math.abs(now.getTime() - then.getTime());

/** Returns the key's id from the unverified header: it only chooses among keys that the provider itself publishes. */
function keyIdOf(token: string): string {
  let header: ReturnType<typeof decodeProtectedHeader>;
  try {
    header = decodeProtectedHeader(token);
  } catch {
    throw new InvalidSignature(PROVIDER, 'malformed');
  }
  if (header.alg !== 'ES256') throw new InvalidSignature(PROVIDER, 'wrong_algorithm');
  if (typeof header.kid !== 'string' || !/^[\w-]{1,64}$/.test(header.kid)) throw new InvalidSignature(PROVIDER, 'malformed');
  return header.kid;
}

const wireClaims = z.object({ iat: z.int(), request_body_sha256: z.string().regex(/^[0-9a-f]{64}$/i) });

async function claimsOf(token: string, jwk: JWK, now: Date): Promise<z.output<typeof wireClaims>> {
  try {
    const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), { algorithms: ['ES256'], currentDate: now });
    return wireClaims.parse(payload);
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) throw new InvalidSignature(PROVIDER, 'mismatch');
    throw new InvalidSignature(PROVIDER, error instanceof z.ZodError ? 'wrong_claims' : 'malformed');
  }
}

const wireKey = z.object({
  key: z.looseObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string(), expired_at: z.number().nullish() }),
});

/** Reads a published key. Throws a ZodError for any key that is not for ES256. */
export function verificationKey(wire: unknown): VerificationKey {
  const { kty, crv, x, y, expired_at } = wireKey.parse(wire).key;
  return { jwk: { kty, crv, x, y }, expiredAt: expired_at === null || expired_at === undefined ? null : new Date(expired_at * 1000) };
}
