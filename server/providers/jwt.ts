import { errors, type JWTPayload, jwtVerify } from 'jose';
import { holdsUnstorableText } from '../domain/basics/storableText.ts';
import { InvalidSignature, type SignatureFault } from './signature.ts';

/** The maximum length of a token in characters: more than any platform's token has, and cheap to verify. */
export const maximumTokenLength = 8192;
/** Leeway for clocks that differ a little. */
export const leewaySeconds = 10;

export interface SharedSecretToken {
  secret: string;
  /** Our id at the platform; the token must be for us alone. */
  audience: string;
  requiredClaims: string[];
  now: Date;
}

/**
 * Returns the claims of a token that a platform signed with our shared secret: HS256 only, regardless of the header, for
 * our audience, within its lifetime plus 10 seconds of leeway. Throws InvalidSignature; never repeats the token.
 */
export async function verifySharedSecretToken(
  provider: string,
  token: string,
  { secret, audience, requiredClaims, now }: SharedSecretToken,
): Promise<JWTPayload> {
  if (token.length > maximumTokenLength) throw new InvalidSignature(provider, 'malformed');
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      audience,
      requiredClaims: ['exp', ...requiredClaims],
      clockTolerance: leewaySeconds,
      currentDate: now,
    });
    if (payload.aud !== audience || holdsUnstorableText(payload)) throw new InvalidSignature(provider, 'wrong_claims');
    return payload;
  } catch (error) {
    throw error instanceof InvalidSignature ? error : new InvalidSignature(provider, faultOf(error));
  }
}

function faultOf(error: unknown): SignatureFault {
  if (error instanceof errors.JOSEAlgNotAllowed) return 'wrong_algorithm';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'mismatch';
  if (error instanceof errors.JWTExpired) return 'stale';
  if (error instanceof errors.JWTClaimValidationFailed) return error.claim === 'nbf' && error.reason === 'check_failed' ? 'not_yet_valid' : 'wrong_claims';
  return 'malformed';
}
