import { importJWK, jwtVerify } from 'jose';
import { Refusal } from '../core/handle.ts';

/** A token may be good for a day at most. */
const longestSeconds = 24 * 60 * 60;

/** Returns a public key of the curve P-256 as a JWK. */
function jwkOf(key: Buffer) {
  return { kty: 'EC', crv: 'P-256', x: key.subarray(1, 33).toString('base64url'), y: key.subarray(33).toString('base64url') };
}

/**
 * Checks by RFC 8292 that a message comes from the site that subscribed: `vapid t=…, k=…`, signed with the key, for this push service
 * alone, and not good for more than a day. Throws a Refusal of 401 without such a header, and of 403 for any other mistake.
 */
export async function requireVapid(
  authorization: string | undefined,
  { audience, applicationServerKey, now }: { audience: string; applicationServerKey: string; now: Date },
): Promise<void> {
  const [, token, key] = /^vapid t=([\w.-]+),\s*k=([\w-]+)$/.exec(authorization ?? '') ?? [];
  if (token === undefined || key === undefined) throw new Refusal(401, { reason: 'the signature is missing' });
  if (applicationServerKey !== '' && applicationServerKey !== key) throw new Refusal(403, { reason: 'another key subscribed' });
  try {
    const publicKey = await importJWK(jwkOf(Buffer.from(key, 'base64url')), 'ES256');
    const { payload } = await jwtVerify(token, publicKey, { algorithms: ['ES256'], audience, requiredClaims: ['exp', 'sub'], currentDate: now });
    const isShort = (payload.exp ?? Infinity) - now.getTime() / 1_000 <= longestSeconds;
    if (!isShort || !/^(mailto:|https:)/.test(payload.sub ?? '')) throw new Error('the claims are wrong');
  } catch {
    throw new Refusal(403, { reason: 'the signature is wrong' });
  }
}
