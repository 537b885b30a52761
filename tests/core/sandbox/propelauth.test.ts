import { initBaseAuth } from '@propelauth/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProgramSettingName } from '../../../server/config.ts';
import { askAuthApi, authBrowser, authHostOf } from './authBrowser.ts';
import { fetchAsHost } from './fetchAsHost.ts';
import { type OpenSandbox, openSandbox } from './openSandbox.ts';

let sandbox: OpenSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.stop());

const base64 = (value: string) => Buffer.from(value).toString('base64');
const authHost = (program: ProgramSettingName) => authHostOf(sandbox, program);
const browser = (program: ProgramSettingName) => authBrowser(sandbox, program);

const person = (email: string) => ({ email, password: 'correct horse', first_name: 'Ada', last_name: 'Alvarez' });
const site = (program: ProgramSettingName) => `http://${program.toLowerCase()}.localhost:3000`;

async function signedUp(program: ProgramSettingName, email: string) {
  const visitor = browser(program);
  await visitor.open('/signup', { form: person(email) });
  return visitor;
}

interface Refreshed {
  access_token: string;
  expires_at_seconds: number;
  org_id_to_org_member_info: Record<string, unknown>;
  impersonator_user?: string;
  user: Record<string, unknown> & { user_id: string };
}

async function refreshed(visitor: ReturnType<typeof browser>, program: ProgramSettingName, query = ''): Promise<Refreshed> {
  const answer = await visitor.open(`/api/v1/refresh_token${query}`, { origin: site(program) });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Refreshed;
}

/** The server library with the program's own key, as the product verifies tokens. */
async function verifier(program: ProgramSettingName) {
  const { verifier_key_pem } = (await backend(program, 'GET', '/api/v1/token_verification_metadata')).body as { verifier_key_pem: string };
  const authUrl = sandbox.config.propelauth.authUrls[program] ?? '';
  return initBaseAuth({
    authUrl,
    apiKey: sandbox.config.propelauth.apiKeys[program],
    manualTokenVerificationMetadata: { verifierKey: verifier_key_pem, issuer: authUrl },
  });
}

const backend = (program: ProgramSettingName, method: string, path: string, body?: unknown, key?: string) =>
  askAuthApi(sandbox, program, method, path, body, key);

describe('hosted pages', () => {
  it('signing up goes back to the page one came from, with a cookie out of reach of scripts', async () => {
    const visitor = browser('BOOST');
    const page = `${site('BOOST')}/titanium-onboarding?debug=1`;
    const answer = await visitor.open('/signup', { form: { ...person('back@shop.example'), rt: base64(page) } });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, page]);
    expect(answer.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax$/);
    expect(await refreshed(visitor, 'BOOST')).toMatchObject({
      user: { email: 'back@shop.example', first_name: 'Ada', last_name: 'Alvarez', has_password: true },
    });
  });

  it.each([
    ['another program', 'http://card.localhost:3000/'],
    ['another site', 'https://evil.example/'],
    ['a script', 'javascript:alert(1)'],
    ['a site in disguise', 'http://boost.localhost@evil.example/'],
    ['nothing readable', 'not an address'],
  ])('a redirect to %s is not followed', async (_, target) => {
    const visitor = await signedUp('BOOST', `${crypto.randomUUID()}@shop.example`);
    const answer = await visitor.open(`/login?rt=${encodeURIComponent(base64(target))}`);
    expect(answer.headers.get('location')).toBe(site('BOOST'));
  });

  it('each mistake is named at its field', async () => {
    await signedUp('CARD', 'taken@shop.example');
    const text = await (await browser('CARD').open('/signup', { form: { ...person('TAKEN@shop.example'), password: 'correct horse' } })).text();
    expect(text).toContain('An account with this email address already exists.');
    const both = await (await browser('CARD').open('/signup', { form: { ...person('no address'), password: 'short' } })).text();
    expect(both).toContain('Enter an email address');
    expect(both).toContain('Use at least 8 characters.');
  });

  it('a wrong password, an unknown address and another program’s user are refused alike', async () => {
    await signedUp('HARBOR', 'who@shop.example');
    const refused = await Promise.all(
      [
        browser('HARBOR').open('/login', { form: { email: 'who@shop.example', password: 'wrong password' } }),
        browser('HARBOR').open('/login', { form: { email: 'nobody@shop.example', password: 'correct horse' } }),
        browser('BOOST').open('/login', { form: { email: 'who@shop.example', password: 'correct horse' } }),
      ].map(async (answer) => [(await answer).status, /That email and password do not match/.test(await (await answer).text())]),
    );
    expect(refused).toEqual([
      [401, true],
      [401, true],
      [401, true],
    ]);
  });

  it('a form of somebody else’s page is refused', async () => {
    const answer = await browser('HEADWAY').open('/login', { form: { email: 'a@b.example', password: 'correct horse' }, origin: 'https://evil.example' });
    expect(answer.status).toBe(403);
  });

  it('a forgotten password is chosen anew by the link in the mail, once', async () => {
    await signedUp('MERIDIAN', 'forgot@shop.example');
    await browser('MERIDIAN').open('/forgot-password', { form: { email: 'forgot@shop.example' } });
    const { messages } = (await (await fetch(`${sandbox.url}/mail/messages?to=forgot@shop.example`)).json()) as { messages: { text: string }[] };
    const token = /token=([\w-]+)/.exec(messages[0]?.text ?? '')?.[1] ?? '';
    const visitor = browser('MERIDIAN');
    expect((await visitor.open('/reset-password', { form: { token, password: 'another horse' } })).status).toBe(303);
    expect((await browser('MERIDIAN').open('/reset-password', { form: { token, password: 'third horse' } })).status).toBe(410);
    expect((await browser('MERIDIAN').open('/login', { form: { email: 'forgot@shop.example', password: 'correct horse' } })).status).toBe(401);
    expect((await browser('MERIDIAN').open('/login', { form: { email: 'forgot@shop.example', password: 'another horse' } })).status).toBe(303);
  });
});

describe('sessions of a page', () => {
  it('the access token passes the real library for its own program and no other', async () => {
    const visitor = await signedUp('BOOST', 'token@shop.example');
    const { access_token, expires_at_seconds, user } = await refreshed(visitor, 'BOOST');
    const verified = await (await verifier('BOOST')).validateAccessTokenAndGetUser(`Bearer ${access_token}`);
    expect(verified).toMatchObject({ userId: user.user_id, email: 'token@shop.example', firstName: 'Ada', loginMethod: { loginMethod: 'password' } });
    const claims = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
    expect(claims).toMatchObject({ iss: sandbox.config.propelauth.authUrls.BOOST, user_id: user.user_id, exp: expires_at_seconds });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(1800);
    await expect((await verifier('CARD')).validateAccessTokenAndGetUser(`Bearer ${access_token}`)).rejects.toThrow();
  });

  it('only the program’s own pages may read the answers, refusals included', async () => {
    const visitor = browser('BOOST');
    const cors = (answer: Response) => [
      answer.status,
      answer.headers.get('access-control-allow-origin'),
      answer.headers.get('access-control-allow-credentials'),
    ];
    const preflight = await visitor.open('/api/v1/refresh_token', { method: 'OPTIONS', origin: 'http://boost.localhost:5173' });
    expect(cors(preflight)).toEqual([204, 'http://boost.localhost:5173', 'true']);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('Content-Type');
    expect(cors(await visitor.open('/api/v1/refresh_token', { origin: site('BOOST') }))).toEqual([401, site('BOOST'), 'true']);
    for (const origin of [site('CARD'), 'https://evil.example', 'null', 'http://boost.localhost.evil.example']) {
      expect(cors(await visitor.open('/api/v1/refresh_token', { origin }))).toEqual([403, null, null]);
    }
  });

  it('logging out ends the session and names the program’s login page', async () => {
    const visitor = await signedUp('HARBOR', 'leaves@shop.example');
    const stolen = visitor.cookie();
    const answer = await visitor.open('/api/v1/logout', { method: 'POST', origin: site('HARBOR') });
    expect(await answer.json()).toEqual({ redirect_to: `${site('HARBOR')}/login` });
    expect(visitor.cookie()).toBe('');
    const again = await fetchAsHost(`${sandbox.url}/api/v1/refresh_token`, { host: authHost('HARBOR'), headers: { Cookie: stolen } });
    expect(again.status).toBe(401);
  });

  it('an organization’s token holds that membership alone; a stranger to it gets 401', async () => {
    const visitor = await signedUp('HEADWAY', 'owner@shop.example');
    const created = await visitor.open('/create_org', { form: { name: 'Juniper & Oak', role_structure: 'single_role_in_hierarchy' } });
    const orgId = new URL(created.headers.get('location') ?? '', site('HEADWAY')).searchParams.get('id') ?? '';
    const { access_token, org_id_to_org_member_info } = await refreshed(visitor, 'HEADWAY', `?active_org_id=${orgId}`);
    expect(org_id_to_org_member_info).toMatchObject({ [orgId]: { org_name: 'Juniper & Oak', url_safe_org_name: 'juniper-oak', user_role: 'Owner' } });
    const user = await (await verifier('HEADWAY')).validateAccessTokenAndGetUserClass(`Bearer ${access_token}`);
    expect(user.getActiveOrg()).toMatchObject({ orgId, userInheritedRolesPlusCurrentRole: ['Owner', 'Admin', 'Bookkeeper', 'Member'] });
    expect(user.isAtLeastRole(orgId, 'Member')).toBe(true);
    const stranger = await signedUp('HEADWAY', 'stranger@shop.example');
    expect((await stranger.open(`/api/v1/refresh_token?active_org_id=${orgId}`, { origin: site('HEADWAY') })).status).toBe(401);
  });
});

describe('the backend API', () => {
  it('asks for the program’s own key', async () => {
    expect((await backend('CARD', 'GET', '/api/backend/v1/user/query', undefined, sandbox.config.propelauth.apiKeys.BOOST)).status).toBe(401);
    expect((await backend('CARD', 'GET', '/api/backend/v1/user/query')).status).toBe(200);
  });

  it('creates a user once, finds and changes them, and says which field is wrong', async () => {
    const created = await backend('CARD', 'POST', '/api/backend/v1/user/', { email: 'Made@Shop.example', first_name: 'Rosa', properties: { store: 'a-1' } });
    const { user_id } = created.body as { user_id: string };
    expect(await backend('CARD', 'POST', '/api/backend/v1/user/', { email: 'made@shop.example' })).toEqual({
      status: 400,
      body: { email: ['An account with this email address already exists.'] },
    });
    expect((await backend('BOOST', 'POST', '/api/backend/v1/user/', { email: 'made@shop.example' })).status).toBe(200);
    const byEmail = await backend('CARD', 'GET', '/api/backend/v1/user/email?email=MADE@shop.example&include_orgs=true');
    expect(byEmail.body).toMatchObject({
      user_id,
      email: 'made@shop.example',
      first_name: 'Rosa',
      has_password: false,
      properties: { store: 'a-1' },
      org_id_to_org_info: {},
    });
    expect(byEmail.body).not.toHaveProperty('password_hash');
    expect((await backend('CARD', 'PUT', `/api/backend/v1/user/${user_id}`, { last_name: 'Reyes', username: 'rosa' })).status).toBe(200);
    expect((await backend('CARD', 'GET', '/api/backend/v1/user/username?username=ROSA')).body).toMatchObject({ user_id, last_name: 'Reyes' });
    expect((await backend('BOOST', 'GET', `/api/backend/v1/user/${user_id}`)).status).toBe(404);
    expect((await backend('CARD', 'GET', '/api/backend/v1/user/email?email=nobody@shop.example')).status).toBe(404);
  });

  it('makes an access token for a user that the real library accepts, and 403 for nobody', async () => {
    const { user_id } = (await backend('MERIDIAN', 'POST', '/api/backend/v1/user/', { email: 'handed@shop.example' })).body as { user_id: string };
    const made = await backend('MERIDIAN', 'POST', '/api/backend/v1/access_token', { user_id, duration_in_minutes: 15 });
    const { access_token } = made.body as { access_token: string };
    expect(await (await verifier('MERIDIAN')).validateAccessTokenAndGetUser(`Bearer ${access_token}`)).toMatchObject({
      userId: user_id,
      email: 'handed@shop.example',
    });
    const unknown = await backend('MERIDIAN', 'POST', '/api/backend/v1/access_token', { user_id: crypto.randomUUID(), duration_in_minutes: 15 });
    expect(unknown.status).toBe(403);
  });

  it('a magic link signs in once', async () => {
    await backend('BOOST', 'POST', '/api/backend/v1/user/', { email: 'magic@shop.example' });
    const made = await backend('BOOST', 'POST', '/api/backend/v1/magic_link', { email: 'magic@shop.example', redirect_to_url: `${site('BOOST')}/?admin` });
    const { url } = made.body as { url: string };
    const visitor = browser('BOOST');
    const answer = await visitor.open(new URL(url).pathname);
    expect(answer.headers.get('location')).toBe(`${site('BOOST')}/?admin`);
    expect((await refreshed(visitor, 'BOOST')).user.email).toBe('magic@shop.example');
    expect((await browser('BOOST').open(new URL(url).pathname)).status).toBe(410);
  });

  it('members of an org with several roles hold all their permissions', async () => {
    const { user_id } = (await backend('HEADWAY', 'POST', '/api/backend/v1/user/', { email: 'roles@shop.example' })).body as { user_id: string };
    const { org_id } = (await backend('HEADWAY', 'POST', '/api/backend/v1/org/', { name: 'Many Hats', custom_role_mapping_name: 'multi_role' })).body as {
      org_id: string;
    };
    const added = await backend('HEADWAY', 'POST', '/api/backend/v1/org/add_user', { user_id, org_id, role: 'Member', additional_roles: ['Billing'] });
    expect(added.status).toBe(200);
    expect((await backend('HEADWAY', 'GET', `/api/backend/v1/user/${user_id}?include_orgs=true`)).body).toMatchObject({
      org_id_to_org_info: {
        [org_id]: {
          org_role_structure: 'multi_role',
          user_role: 'Member',
          additional_roles: ['Billing'],
          user_permissions: ['billing::read', 'billing::write'],
        },
      },
    });
    const wrong = await backend('HEADWAY', 'POST', '/api/backend/v1/org/change_role', { user_id, org_id, role: 'Emperor' });
    expect(wrong.status).toBe(400);
  });
});

describe('misbehaving on demand', () => {
  it('tokens can be short-lived, and sessions ended', async () => {
    const visitor = await signedUp('BOOST', 'short@shop.example');
    await sandbox.press('propelauth', 'access_token_life', { seconds: 5 });
    const { access_token } = await refreshed(visitor, 'BOOST');
    await sandbox.press('propelauth', 'access_token_life', { seconds: 1800 });
    const claims = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString()) as { exp: number; iat: number };
    expect(claims.exp - claims.iat).toBe(5);
    expect((await sandbox.press('propelauth', 'expire_sessions', { program: 'BOOST', email: 'short@shop.example' })).body.result).toEqual({ ended: 1 });
    expect((await visitor.open('/api/v1/refresh_token', { origin: site('BOOST') })).status).toBe(401);
  });

  it('an impersonator is named in the token and to the page', async () => {
    await signedUp('CARD', 'watched@shop.example');
    const pressed = await sandbox.press('propelauth', 'impersonate', { program: 'CARD', email: 'watched@shop.example', impersonator: 'employee-7' });
    const visitor = browser('CARD');
    await visitor.open(new URL((pressed.body.result as { url: string }).url).pathname);
    const { access_token, impersonator_user } = await refreshed(visitor, 'CARD');
    expect(impersonator_user).toBe('employee-7');
    expect(await (await verifier('CARD')).validateAccessTokenAndGetUser(`Bearer ${access_token}`)).toMatchObject({ impersonatorUserId: 'employee-7' });
  });

  it('users, sessions and keys are still there after a restart', async () => {
    const visitor = await signedUp('HARBOR', 'stays@shop.example');
    const before = await refreshed(visitor, 'HARBOR');
    const check = await verifier('HARBOR');
    await sandbox.restart();
    const after = await refreshed(visitor, 'HARBOR');
    expect(after.user).toEqual(before.user);
    await expect(check.validateAccessTokenAndGetUser(`Bearer ${after.access_token}`)).resolves.toMatchObject({ email: 'stays@shop.example' });
  });
});
