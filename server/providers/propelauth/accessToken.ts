import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { initBaseAuth } from '@propelauth/node';
import { decodeJwt, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';
import type { ProgramSettingName } from '../../config.ts';
import { Refused } from '../failure.ts';
import { leewaySeconds, maximumTokenLength } from '../jwt.ts';
import type { AuthProgram, SignedInUser } from '../ports/authentication.ts';
import { signedInUser } from './map.ts';

export interface VerifierSettings {
  apiKeyOf: (program: AuthProgram) => string;
  /** The program's public key, from the settings or from the provider. */
  readVerifierKey: (program: AuthProgram) => Promise<KeyObject>;
  clock: () => Date;
}

const rememberedMs = 60_000;
const maximumRememberedTokens = 5_000;
const TOKEN_TYPES = new Set(['JWT', 'AT+JWT']);

interface ProgramVerifier {
  issuer: string;
  key: KeyObject;
  library: Pick<ReturnType<typeof initBaseAuth>, 'validateAccessTokenAndGetUser'>;
}

/**
 * Returns the function that verifies access tokens offline. It remembers a valid token by its hash, for at most a minute
 * and never past its expiry, because checking a signature costs as much as the rest of a small request.
 */
export function accessTokenVerifier({ apiKeyOf, readVerifierKey, clock }: VerifierSettings): (program: AuthProgram, token: string) => Promise<SignedInUser> {
  const verifiers = new Map<ProgramSettingName, Promise<ProgramVerifier>>();
  const remembered = new Map<string, { user: SignedInUser; untilMs: number }>();

  async function makeVerifier(program: AuthProgram): Promise<ProgramVerifier> {
    const key = await readVerifierKey(program);
    const issuer = new URL(program.authUrl).origin;
    const verifierKey = key.export({ type: 'spki', format: 'pem' }).toString();
    const manualTokenVerificationMetadata = { verifierKey, issuer };
    return { issuer, key, library: initBaseAuth({ authUrl: program.authUrl, apiKey: apiKeyOf(program), manualTokenVerificationMetadata }) };
  }

  /** Returns a program's verifier, made once. Forgets a failure, so that the next call tries again. */
  function verifierOf(program: AuthProgram): Promise<ProgramVerifier> {
    const known = verifiers.get(program.settingName);
    if (known) return known;
    const made = makeVerifier(program);
    verifiers.set(program.settingName, made);
    made.catch(() => verifiers.delete(program.settingName));
    return made;
  }

  function remember(name: string, user: SignedInUser, nowMs: number): void {
    if (remembered.size >= maximumRememberedTokens) remembered.clear();
    remembered.set(name, { user, untilMs: Math.min(nowMs + rememberedMs, user.expiresAt.getTime()) });
  }

  return async (program, token) => {
    if (token.length > maximumTokenLength) throw invalidToken();
    const now = clock();
    const name = createHash('sha256').update(`${program.settingName} ${token}`).digest('base64');
    const known = remembered.get(name);
    if (known && now.getTime() < known.untilMs) return known.user;
    const verifier = await verifierOf(program);
    const user = await userOf(verifier, token, now);
    remember(name, user, now.getTime());
    return user;
  };
}

/** Returns a public key from its PEM. Throws a SyntaxError for anything but an RSA key: the library would end the whole process for it. */
export function rsaKey(pem: string): KeyObject {
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // The error below does not repeat the malformed text.
  }
  throw new SyntaxError('the verifier key is not an RSA public key');
}

/** Returns the error for any bad token; it does not reveal which rule the token broke. */
function invalidToken(): Refused {
  return new Refused({ provider: 'propelauth', call: 'verify_access_token', code: 'invalid_token', message: 'the access token is not valid', status: 401 });
}

async function userOf(verifier: ProgramVerifier, token: string, now: Date): Promise<SignedInUser> {
  try {
    return checkedUser(verifier, token, await verifiedClaims(verifier, token, now), now);
  } catch {
    throw invalidToken();
  }
}

/** Verifies a token. The library allows no leeway, so a token at the edge of its lifetime is verified here with the same key. */
async function verifiedClaims({ library, key, issuer }: ProgramVerifier, token: string, now: Date): Promise<JWTPayload> {
  try {
    await library.validateAccessTokenAndGetUser(`Bearer ${token}`);
    return decodeJwt(token);
  } catch (error) {
    if (!isAtTheEdge(decodeJwt(token), now)) throw error;
    const { payload } = await jwtVerify(token, key, { algorithms: ['RS256'], issuer, clockTolerance: leewaySeconds, currentDate: now });
    return payload;
  }
}

/**
 * Returns a token's own id. The signature covers the text of header and claims as it stands, so nobody can spell those two
 * differently; the signature itself can be spelled in several ways.
 */
function tokenId(token: string): string {
  const [header = '', claims = ''] = token.split('.');
  return createHash('sha256').update(`${header}.${claims}`).digest('hex');
}

function isAtTheEdge({ exp, nbf }: JWTPayload, now: Date): boolean {
  const nowSeconds = now.getTime() / 1000;
  const isNear = (instant: number | undefined) => typeof instant === 'number' && Math.abs(instant - nowSeconds) <= leewaySeconds + 1;
  return isNear(exp) || isNear(nbf);
}

/** Returns the user of verified claims. Throws for what the library lets through: a token without an expiry or a user, and an id token. */
function checkedUser({ issuer }: ProgramVerifier, token: string, claims: JWTPayload, now: Date): SignedInUser {
  const { alg, typ } = decodeProtectedHeader(token);
  const user = { ...signedInUser(claims), tokenId: tokenId(token) };
  const nowSeconds = now.getTime() / 1000;
  const audiences = [claims.aud ?? []].flat();
  const isOurs =
    alg === 'RS256' &&
    claims.iss === issuer &&
    (typ === undefined || TOKEN_TYPES.has(typ.toUpperCase())) &&
    (claims.sub === undefined || claims.sub === user.userId) &&
    (audiences.length === 0 || audiences.includes(issuer)) &&
    (claims.iat === undefined || claims.iat <= nowSeconds + leewaySeconds) &&
    (claims.nbf === undefined || claims.nbf <= nowSeconds + leewaySeconds) &&
    nowSeconds < user.expiresAt.getTime() / 1000 + leewaySeconds;
  if (!isOurs) throw invalidToken();
  return user;
}
