import { generateKeyPairSync } from 'node:crypto';
import { type JWTHeaderParameters, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refused, Unavailable } from '../../../server/providers/failure.ts';
import { createPropelauth } from '../../../server/providers/propelauth/index.ts';
import { answeredLimits, config, metrics, program, silentLimits } from './ports.ts';
import { answer, hang, type ScriptedServer, startScriptedServer } from './scriptedServer.ts';

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());

const headwayKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const boostKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = (keys: typeof headwayKeys) => keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const boost = { settingName: 'BOOST', authUrl: 'http://auth.boost.localhost:3900' } as const;

/** The library asks the machine for the time, so the tests live in the present; our own rules are asked at this one instant. */
const now = new Date(Math.floor(Date.now() / 1000) * 1000);
const at = now.getTime() / 1000;
let clockOffsetMs = 0;
const clock = () => new Date(now.getTime() + clockOffsetMs);

const claims = {
  iss: 'http://auth.headway.localhost:3900',
  sub: 'u1',
  user_id: 'u1',
  email: 'Owner@example.com',
  first_name: 'Tom',
  iat: at,
  exp: at + 1800,
  login_method: { login_method: 'password' },
  org_id_to_org_member_info: {
    o1: {
      org_id: 'o1',
      org_name: 'Corner',
      org_metadata: {},
      url_safe_org_name: 'corner',
      user_role: 'Owner',
      inherited_user_roles_plus_current_role: ['Owner', 'Member'],
      user_permissions: [],
    },
  },
};

function sign(changes: Record<string, unknown> = {}, { header = {} as Partial<JWTHeaderParameters>, keys = headwayKeys } = {}): Promise<string> {
  return new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...header }).sign(keys.privateKey);
}

const configured = { ...config.propelauth, verifierKeys: { ...config.propelauth.verifierKeys, HEADWAY: pem(headwayKeys), BOOST: pem(boostKeys) } };
const authentication = createPropelauth({ ...configured, backendUrl: 'http://127.0.0.1:1' }, metrics, clock, answeredLimits);

async function verdict(token: string, of: typeof program | typeof boost = program): Promise<string> {
  try {
    await authentication.verifyAccessToken(of, token);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    expect(error).toMatchObject({ code: 'invalid_token', status: 401, message: 'the access token is not valid' });
    return 'refused';
  }
}

it('a good token tells whom it speaks for, without asking anybody', async () => {
  expect(await authentication.verifyAccessToken(program, await sign())).toEqual({
    tokenId: expect.stringMatching(/^[0-9a-f]{64}$/),
    userId: 'u1',
    email: 'Owner@example.com',
    firstName: 'Tom',
    lastName: null,
    username: null,
    impersonatorUserId: null,
    isHandedIn: false,
    activeOrgId: null,
    orgs: [
      {
        orgId: 'o1',
        orgName: 'Corner',
        urlSafeOrgName: 'corner',
        orgMetadata: {},
        userAssignedRole: 'Owner',
        userInheritedRolesPlusCurrentRole: ['Owner', 'Member'],
        userAssignedAdditionalRoles: [],
        userPermissions: [],
        orgRoleStructure: 'single_role_in_hierarchy',
      },
    ],
    issuedAt: new Date(at * 1000),
    expiresAt: new Date((at + 1800) * 1000),
  });
});

it('a token that our server had made says so', async () => {
  const token = await sign({ login_method: { login_method: 'generated_from_backend_api' } });
  expect(await authentication.verifyAccessToken(program, token)).toMatchObject({ isHandedIn: true });
});

it('a token for one organization names that one alone', async () => {
  const token = await sign({ org_member_info: { ...claims.org_id_to_org_member_info.o1, org_id: 'o2' }, org_id_to_org_member_info: undefined });
  expect((await authentication.verifyAccessToken(program, token)).orgs.map(({ orgId }) => orgId)).toEqual(['o2']);
});

describe('a token', () => {
  it.each<[string, () => string | Promise<string>, 'accepted' | 'refused']>([
    ['expired 9 seconds ago, as clocks differ', () => sign({ exp: at - 9 }), 'accepted'],
    ['expired 11 seconds ago', () => sign({ exp: at - 11 }), 'refused'],
    ['valid in 9 seconds', () => sign({ nbf: at + 9 }), 'accepted'],
    ['valid in 11 seconds', () => sign({ nbf: at + 11 }), 'refused'],
    ['issued in the future', () => sign({ iat: at + 60 }), 'refused'],
    ['without an expiry, which the library lets pass', () => sign({ exp: undefined }), 'refused'],
    ['whose expiry is a text', () => sign({ exp: String(at + 60) }), 'refused'],
    ['without a user, which the library lets pass', () => sign({ user_id: undefined }), 'refused'],
    ['with an empty user', () => sign({ user_id: '', sub: '' }), 'refused'],
    ['whose subject is another than its user', () => sign({ sub: 'u2' }), 'refused'],
    ['without an email', () => sign({ email: undefined }), 'refused'],
    ['of another program’s issuer', () => sign({ iss: 'http://auth.boost.localhost:3900' }), 'refused'],
    ['whose issuer has a slash too many', () => sign({ iss: `${claims.iss}/` }), 'refused'],
    ['without an issuer', () => sign({ iss: undefined }), 'refused'],
    ['made for another application, as tokens of identity are', () => sign({ aud: 'another-client' }), 'refused'],
    ['made for us by name', () => sign({ aud: claims.iss }), 'accepted'],
    ['that says it is a token of identity', () => sign({}, { header: { typ: 'id+jwt' } }), 'refused'],
    ['that says it is an access token', () => sign({}, { header: { typ: 'at+jwt' } }), 'accepted'],
    ['without a type, as the library takes it', () => new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(headwayKeys.privateKey), 'accepted'],
    ['signed with another program’s key', () => sign({}, { keys: boostKeys }), 'refused'],
    ['signed with the same key by another algorithm', () => sign({}, { header: { alg: 'RS512' } }), 'refused'],
    [
      'signed with the public key as if it were a secret',
      () => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(pem(headwayKeys))),
      'refused',
    ],
    ['signed by nobody', () => new UnsecuredJWT(claims).encode(), 'refused'],
    ['that brings its own key', () => sign({}, { keys: boostKeys, header: { jwk: boostKeys.publicKey.export({ format: 'jwk' }) } }), 'refused'],
    ['of 9 KB', () => sign({ note: 'x'.repeat(9000) }), 'refused'],
    ['that is empty', () => '', 'refused'],
    ['that is no token', () => 'hello', 'refused'],
    ['with a space in it', async () => `${await sign()} x`, 'refused'],
  ])('%s', async (_, make, expected) => {
    expect(await verdict(await make())).toBe(expected);
  });

  it('of one program is no good at another’s host, remembered or not', async () => {
    const token = await sign();
    expect(await verdict(token)).toBe('accepted');
    expect(await verdict(token, boost)).toBe('refused');
    expect(await verdict(token)).toBe('accepted');
  });

  it('with a claim twice counts as the provider’s library reads it, by the last', async () => {
    const payload = `{"iss":"${claims.iss}","user_id":"u1","user_id":"u2","email":"o@example.com","exp":${at + 60}}`;
    const { CompactSign } = await import('jose');
    const token = await new CompactSign(new TextEncoder().encode(payload)).setProtectedHeader({ alg: 'RS256' }).sign(headwayKeys.privateKey);
    expect(await authentication.verifyAccessToken(program, token)).toMatchObject({ userId: 'u2' });
  });

  it('that was good is not good for ever: it ends with its expiry, remembered or not', async () => {
    const token = await sign({ exp: at + 30 });
    expect(await verdict(token)).toBe('accepted');
    clockOffsetMs = 29_000;
    expect(await verdict(token)).toBe('accepted');
    clockOffsetMs = 60_000;
    expect(await verdict(token)).toBe('refused');
    clockOffsetMs = 0;
  });
});

describe('the public key', () => {
  const withoutKeys = { ...config.propelauth, verifierKeys: { ...config.propelauth.verifierKeys, HEADWAY: undefined } };
  const remote = (limits = answeredLimits) => createPropelauth({ ...withoutKeys, backendUrl: server.url }, metrics, clock, limits);
  const metadata = () => answer(200, { verifier_key_pem: pem(headwayKeys) });

  it('is asked for once, with our API key, however many come at the same time', async () => {
    server.script(metadata());
    const port = remote();
    const tokens = await Promise.all(Array.from({ length: 10 }, (_, index) => sign({ n: index })));
    await Promise.all(tokens.map((token) => port.verifyAccessToken(program, token)));
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ method: 'GET', path: '/api/v1/token_verification_metadata' });
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${config.propelauth.apiKeys.HEADWAY}`,
      'x-propelauth-url': 'auth.headway.localhost',
    });
  });

  it.each([
    ['never comes', hang],
    ['is no key', answer(200, { verifier_key_pem: '-----BEGIN PUBLIC KEY-----\nhello\n-----END PUBLIC KEY-----' })],
    [
      'is of another kind',
      answer(200, { verifier_key_pem: generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }).toString() }),
    ],
    ['is missing from the answer', answer(200, {})],
    ['meets a fault', answer(500, {})],
  ])('that %s leaves nobody signed out and the process alive, and is asked for again by the next call', async (_, behavior) => {
    server.script(behavior);
    const port = remote(behavior === hang ? { ...silentLimits, timeoutMs: 2_000 } : answeredLimits);
    const token = await sign();
    await expect(port.verifyAccessToken(program, token)).rejects.toBeInstanceOf(Unavailable);
    server.script(metadata());
    await expect(port.verifyAccessToken(program, token)).resolves.toMatchObject({ userId: 'u1' });
  });

  it('that is set and malformed stops the start', () => {
    const verifierKeys = { ...config.propelauth.verifierKeys, CARD: '-----BEGIN PUBLIC KEY-----\nhello\n-----END PUBLIC KEY-----' };
    expect(() => createPropelauth({ ...config.propelauth, verifierKeys }, metrics, clock)).toThrow('not an RSA public key');
  });
});
