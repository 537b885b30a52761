import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressBarQuery, addressWithoutPan, addressWithPan, exitMasquerade, readGlobalQuery, safeUrl } from '../../../server/domain/access/queryNames.ts';

const absent = {
  onboardingStep: null,
  unreadableStep: null,
  handIn: null,
  masqueradeAs: null,
  redirecting: false,
  debug: false,
  now: null,
  boss: false,
  showPan: false,
  admin: false,
};

describe('reading the global parameters', () => {
  it('an empty query says nothing', () => {
    expect(readGlobalQuery('')).toEqual(absent);
    expect(readGlobalQuery('?')).toEqual(absent);
  });

  it.each([
    ['?onboardingStep=4', { onboardingStep: 4 }],
    ['onboardingStep=-1', { onboardingStep: -1 }],
    ['?onboardingStep=', {}],
    ['?onboardingStep=four', { unreadableStep: 'four' }],
    ['?onboardingStep=1.5', { unreadableStep: '1.5' }],
    ['?onboardingStep=0x1', { unreadableStep: '0x1' }],
    ['?masqueradeAs=', {}],
    ['?redirecting=true&debug', { redirecting: true, debug: true }],
    ['?boss=true', { boss: true }],
    ['?boss=1', {}],
    ['?boss', {}],
    ['?boss=TRUE', {}],
    ['?showPan=true', { showPan: true }],
    ['?showPan=yes', {}],
    ['?admin', { admin: true }],
    ['?admin=false', { admin: true }],
    ['?session_jwt=a.b.c&session_type=bigcommerce', { handIn: { kind: 'jwt', session: 'a.b.c', sessionType: 'bigcommerce' } }],
    ['?session_jwt=a.b.c', {}],
    ['?session_type=bigcommerce', {}],
    ['?shopify_session=eyJhIjoi+/8=', { handIn: { kind: 'shopify', session: 'eyJhIjoi+/8=' } }],
    ['?now=2026-07-03', { now: '2026-07-03' }],
    ['?now=2026-07-03T10:30:00+02:00', { now: '2026-07-03T10:30:00+02:00' }],
    ['?now=', {}],
  ])('%s is read by its own rule', (query, meaning) => {
    expect(readGlobalQuery(query)).toEqual({ ...absent, ...meaning });
  });

  it.each(['Ana%2BShop@Example.com', 'ana+shop@example.com', 'ana%20shop@example.com'])('the email %s is read in lower case, with a plus sign', (email) => {
    expect(readGlobalQuery(`?masqueradeAs=${email}`)).toEqual({ ...absent, masqueradeAs: 'ana+shop@example.com' });
  });

  it('never throws, whatever stands in the address', () => {
    const names = Object.keys(absent).concat('session_jwt', 'session_type', 'shopify_session');
    const piece = fc.tuple(fc.constantFrom(...names), fc.string()).map(([name, value]) => `${name}=${value}`);
    fc.assert(fc.property(fc.array(piece), (pieces) => void readGlobalQuery(`?${pieces.join('&')}`)));
  });
});

describe('what may leave', () => {
  it.each([
    ['?tab=card&page=2', '?tab=card&page=2'],
    ['?masqueradeAs=ana@example.com&tab=card', '?tab=card'],
    ['?masquerade%41s=ana@example.com', ''],
    ['?session_jwt=x&session_type=bigcommerce&shopify_session=y&showPan=true', ''],
    ['?q=somebody%20I%20know', ''],
    ['?rt=aHR0cDovL3g/bWFzcXVlcmFkZUFzPWFuYQ==', ''],
    ['?now=2026-07-03&now=2026-07-04', '?now=2026-07-03&now=2026-07-04'],
    ['?&&tab=card&', '?tab=card'],
    ['', ''],
  ])('of the query %s is %s', (query, safe) => {
    expect(safeUrl(query)).toBe(safe);
  });

  it.each([
    ['/?masqueradeAs=ana@example.com&admin#here', '/?admin'],
    ['https://ana:secret@headway.localhost/reports?tab=card&session_jwt=x', 'https://headway.localhost/reports?tab=card'],
    ['/reports', '/reports'],
    ['/#access_token=x', '/'],
    ['/calendar/c2VjcmV0LWFkZHJlc3M.ics', '/calendar/…'],
    ['https://headway.localhost/Calendar/c2VjcmV0/x.ics?tab=card', 'https://headway.localhost/calendar/…/x.ics?tab=card'],
    ['/mails/unsubscribe/5f0c1c1e-0000-4000-8000-000000000000.c2lnbmVk', '/mails/unsubscribe/…'],
    ['', ''],
  ])('of the address %s is %s', (url, safe) => {
    expect(safeUrl(url)).toBe(safe);
  });

  it('no secret value survives, however the query around it looks', () => {
    const secretName = fc.constantFrom('masqueradeAs', 'session_jwt', 'session_type', 'shopify_session', 'showPan', 'email', 'plaid_access_token', 'q');
    const noise = fc.webQueryParameters();
    fc.assert(
      fc.property(noise, secretName, noise, (before, name, after) => {
        const url = `/page?${before}&${name}=SECRET-VALUE&${after}`;
        expect(safeUrl(url)).not.toContain('SECRET-VALUE');
        expect(safeUrl(safeUrl(url))).toBe(safeUrl(url));
      }),
    );
  });
});

describe('the address bar', () => {
  it.each([
    ['?session_jwt=a.b.c&session_type=bigcommerce&boss=true', '?boss=true'],
    ['?shopify_session=abc&host=xyz', '?host=xyz'],
    ['?masqueradeAs=ana%2Bshop@example.com&showPan=true', '?masqueradeAs=ana%2Bshop@example.com&showPan=true'],
    ['', ''],
  ])('keeps all but credentials, as it was written: %s → %s', (query, kept) => {
    expect(addressBarQuery(query)).toBe(kept);
  });

  it.each([
    ['/?masqueradeAs=ana@example.com&redirecting=true', '/'],
    ['/reports?tab=card&masqueradeAs=ana+x@example.com&now=2026-07-03#rows', '/reports?tab=card&now=2026-07-03#rows'],
    ['https://headway.localhost/?redirecting&masqueradeAs=a&admin=', 'https://headway.localhost/?admin='],
    ['/reports', '/reports'],
  ])('leaving a masquerade: %s → %s', (url, left) => {
    expect(exitMasquerade(url)).toBe(left);
  });
});

describe('the address that shows the card number', () => {
  it.each([
    ['/card', '/card?showPan=true', '/card'],
    ['/card?now=2026-07-04#top', '/card?now=2026-07-04&showPan=true#top', '/card?now=2026-07-04#top'],
    ['https://a.test/card?showPan=false&debug', 'https://a.test/card?debug&showPan=true', 'https://a.test/card?debug'],
    ['/card?showPan=true&showPan=true', '/card?showPan=true', '/card'],
    ['/card?show%50an=true', '/card?showPan=true', '/card'],
  ])('of %s is %s, and without it %s', (url, shown, hidden) => {
    expect([addressWithPan(url), addressWithoutPan(url)]).toEqual([shown, hidden]);
  });
});
