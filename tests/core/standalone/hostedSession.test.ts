import { describe, expect, it } from 'vitest';
import { CallFailure } from '../../../server/browser/callFailure.ts';
import { authFailure, authProblem } from '../../../standalone/session/authFailure.ts';
import { canonicalSite } from '../../../standalone/session/canonicalSite.ts';
import { currentUrl, hostedLinks } from '../../../standalone/session/hostedLinks.ts';
import { hostedUser } from '../../../standalone/session/user.ts';

describe('why the sign-in could not say who is there', () => {
  const unreachable = { status: 503, message: 'Unable to process authentication response' };
  it.each([
    ['a network or CORS failure', new TypeError('Failed to fetch'), unreachable],
    ['an answer that cannot be read', { status: 500, message: 'Unable to process authentication response' }, { ...unreachable, status: 500 }],
    ['a failure of the provider', { status: 502, message: 'Bad Gateway' }, { status: 502, message: 'Bad Gateway' }],
    ['a failure without words', { status: 502, message: '' }, { ...unreachable, status: 502 }],
    ['anything else', 'why', unreachable],
    ['nothing', undefined, unreachable],
  ])('%s', (_what, thrown, expected) => {
    expect(authFailure(thrown)).toEqual(expected);
  });

  it('reaches whoever made a call as a problem in the same words', () => {
    const problem = authProblem(unreachable);
    expect(problem).toBeInstanceOf(CallFailure);
    expect(problem).toMatchObject({ status: 503, code: 'unexpected_error', message: unreachable.message });
  });
});

describe('the address that the sign-in leads back to', () => {
  it.each([
    ['/', '', '', 'http://x.localhost/'],
    ['/reports', '?tab=card&now=2026-07-04', '#top', 'http://x.localhost/reports?tab=card&now=2026-07-04#top'],
    ['/', '?session_jwt=a.b.c&session_type=t&boss=true', '', 'http://x.localhost/?boss=true'],
    ['/', '?shopify_session=e30', '', 'http://x.localhost/'],
  ])('of %s%s%s', (pathname, search, hash, expected) => {
    expect(currentUrl({ origin: 'http://x.localhost', pathname, search, hash })).toBe(expected);
  });
});

describe('the hosted pages', () => {
  const auth = 'http://auth.x.localhost';
  /** Writes an address as the library does: the page's own path, and where to go back to in base64. */
  const page = (path: string, backTo: string | undefined, id?: string) =>
    `${auth}/${path}?${new URLSearchParams({ ...(id !== undefined && { id }), ...(backTo !== undefined && { rt: btoa(backTo) }) })}`;
  const links = hostedLinks(
    {
      getLoginPageUrl: (options) => page('login', options?.postLoginRedirectUrl),
      getSignupPageUrl: (options) => page('signup', options?.postSignupRedirectUrl),
      getAccountPageUrl: (options) => page('account', options?.redirectBackToUrl),
      getOrgPageUrl: (id, options) => page('org', options?.redirectBackToUrl, id),
      getCreateOrgPageUrl: (options) => page('create_org', options?.redirectBackToUrl),
      getSetupSAMLPageUrl: (id) => page('saml', undefined, id),
    },
    { origin: 'http://x.localhost', pathname: '/reports', search: '?session_jwt=a.b.c&session_type=t&tab=card', hash: '' },
  );

  it.each([
    ['/login', links.login(), null],
    ['/signup', links.signup(), null],
    ['/account', links.account(), null],
    ['/org', links.org('org-1'), 'org-1'],
    ['/create_org', links.createOrg(), null],
    ['/saml', links.saml('org-1'), 'org-1'],
  ])('%s leads back to the page it was opened from, without the session that was handed in', (path, link, id) => {
    const url = new URL(link);
    expect(url.origin + url.pathname).toBe(auth + path);
    expect(url.searchParams.get('id')).toBe(id);
    expect(atob(url.searchParams.get('rt') ?? '')).toBe('http://x.localhost/reports?tab=card');
  });
});

describe('the user of a hosted session', () => {
  const user = {
    userId: 'u1',
    email: 'ana@example.com',
    emailConfirmed: true,
    hasPassword: true,
    locked: false,
    enabled: true,
    mfaEnabled: true,
    canCreateOrgs: true,
    createdAt: 1_790_000_000,
    lastActiveAt: 1_790_000_001,
  };

  it('has every field, and null for what the provider does not say', () => {
    expect(hostedUser({ user })).toEqual({
      userId: 'u1',
      email: 'ana@example.com',
      firstName: null,
      lastName: null,
      username: null,
      createdAt: 1_790_000_000,
      pictureUrl: null,
      hasPassword: true,
      mfaEnabled: true,
      canCreateOrgs: true,
      legacyUserId: null,
      impersonatorUserId: null,
      properties: {},
      orgs: [],
    });
  });

  it('has what the provider says', () => {
    const said = { firstName: 'Ana', lastName: 'Lopez', username: 'ana', pictureUrl: 'https://x/a.png', legacyUserId: 'old', properties: { plan: 'a' } };
    expect(hostedUser({ user: { ...user, ...said }, impersonatorUserId: 'employee' })).toMatchObject({ ...said, impersonatorUserId: 'employee' });
  });

  it('has the memberships that the provider names, with roles in either structure', () => {
    const bakery = {
      orgId: 'o1',
      orgName: 'Corner Bakery',
      urlSafeOrgName: 'corner-bakery',
      orgMetadata: { plan: 'a' },
      userAssignedRole: 'Admin',
      userInheritedRolesPlusCurrentRole: ['Admin', 'Member'],
      userAssignedAdditionalRoles: [],
      userPermissions: ['cards:read'],
      orgRoleStructure: 'single_role_in_hierarchy' as const,
    };
    const shop = { ...bakery, orgId: 'o2', orgRoleStructure: 'multi_role' as const, userAssignedAdditionalRoles: ['Cardholder'] };
    expect(hostedUser({ user, orgHelper: { getOrgs: () => [bakery, shop] } }).orgs).toEqual([bakery, shop]);
  });
});

describe('a page at an address that is none of its program’s', () => {
  const site = { hosts: ['headway.localhost'], site_url: 'http://headway.localhost:3000' };
  const at = (origin: string) => ({ origin, hostname: new URL(origin).hostname, pathname: '/reports', search: '?boss=true&session_jwt=secret', hash: '#here' });

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000'])('%s leads to the program’s own site, with the query that it may keep', (origin) => {
    expect(canonicalSite(site, at(origin))).toBe('http://headway.localhost:3000/reports?boss=true#here');
  });

  it('stays where it is on a host of the program, behind whatever port', () => {
    expect(canonicalSite(site, at('http://headway.localhost:8080'))).toBeNull();
  });

  it('stays where it is on the address of the site itself, named among the hosts or not', () => {
    expect(canonicalSite({ ...site, site_url: 'https://cards.example.com' }, at('https://cards.example.com'))).toBeNull();
  });
});
