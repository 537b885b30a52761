import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GuardDecision, guard, isFullyLoaded, keepKnown } from '../../../server/domain/access/guard.ts';

const onboardingPaths = ['/onboarding', '/titanium-onboarding', '/apply/cc', '/onboarding-new'];
const show: GuardDecision = { kind: 'show' };
const redirectTo = (to: string): GuardDecision => ({ kind: 'redirect', to });
const notOnboarded = [false, null];

describe.each(onboardingPaths)('a program that onboards at %s', (onboardingPath) => {
  const visit = (path: string, isOnboarded: boolean | null, query = '', isLoaded = true) => guard({ path, query, isLoaded, isOnboarded, onboardingPath });

  describe.each([true, false, null])('onboarded: %s', (isOnboarded) => {
    it.each(['/login', '/signup', '/forgot-password'])('%s is always shown, loading or not', (path) => {
      expect(visit(path, isOnboarded)).toEqual(show);
      expect(visit(path, isOnboarded, '', false)).toEqual(show);
    });

    it.each(['/', '/reports', '/onboarding', '/onboarding-new', '/apply/cc', '/titanium-onboarding', '/login/else'])(
      '%s is a spinner until everything has been loaded',
      (path) => {
        expect(visit(path, isOnboarded, '?boss=true', false)).toEqual({ kind: 'spinner' });
      },
    );

    it.each(['/onboarding-new', '/onboarding-new/kyb', '/onboarding-newer'])('%s is always shown once loaded', (path) => {
      expect(visit(path, isOnboarded)).toEqual(show);
      expect(visit(path, isOnboarded, '?boss=true')).toEqual(show);
    });

    it.each(['/onboarding', '/titanium-onboarding', '/apply/cc', '/apply', '/help/reapply', '/my-onboarding-notes'])(
      '%s leads to the root with boss=true, query kept',
      (path) => {
        expect(visit(path, isOnboarded, '?boss=true&tab=card')).toEqual(redirectTo('/?boss=true&tab=card'));
      },
    );

    it('the root is shown with boss=true', () => {
      expect(visit('/', isOnboarded, '?boss=true')).toEqual(show);
    });
  });

  it.each(['/onboarding', '/titanium-onboarding', '/apply/cc', '/apply', '/help/reapply', '/my-onboarding-notes'])(
    '%s leads those who are onboarded to the root, query kept',
    (path) => {
      expect(visit(path, true, '?now=2026-07-03')).toEqual(redirectTo('/?now=2026-07-03'));
    },
  );

  it.each(['/', '/reports', '/reports/2026-10', '/anything'])('%s is shown to those who are onboarded', (path) => {
    expect(visit(path, true)).toEqual(show);
  });

  describe.each(notOnboarded)('not onboarded (%s)', (isOnboarded) => {
    it('the own onboarding path and what lies below it is shown', () => {
      expect(visit(onboardingPath, isOnboarded)).toEqual(show);
      expect(visit(`${onboardingPath}/kyb`, isOnboarded, '?onboardingStep=4')).toEqual(show);
    });

    it.each(['/help/reapply', '/my-onboarding-notes', '/apply'])('%s leads to the own onboarding path, query kept', (path) => {
      expect(visit(path, isOnboarded, '?debug=1')).toEqual(redirectTo(`${onboardingPath}?debug=1`));
    });

    it.each(['/', '/reports', '/login/else'])('%s leads to the own onboarding path', (path) => {
      expect(visit(path, isOnboarded)).toEqual(redirectTo(onboardingPath));
      expect(visit(path, isOnboarded, '?masqueradeAs=ana%2Bx@example.com')).toEqual(redirectTo(`${onboardingPath}?masqueradeAs=ana%2Bx@example.com`));
    });

    it('boss=true opens the root, and no other page', () => {
      expect(visit('/reports', isOnboarded, '?boss=true')).toEqual(redirectTo(`${onboardingPath}?boss=true`));
      expect(visit('/', isOnboarded, '?boss=false')).toEqual(redirectTo(`${onboardingPath}?boss=false`));
    });
  });

  it('comes to rest after two redirects at most, wherever it starts', () => {
    const somePath = fc.oneof(
      fc.constantFrom('/', '/login', ...onboardingPaths),
      fc.webPath().map((path) => path || '/'),
      fc.constantFrom('/x/onboarding', '/apply', '/applying/onboarding-new'),
    );
    const someQuery = fc.constantFrom('', '?boss=true', '?boss=1&debug', '?masqueradeAs=a+b@example.com', '?session_jwt=x&session_type=y');
    fc.assert(
      fc.property(somePath, someQuery, fc.constantFrom(true, false, null), (path, query, isOnboarded) => {
        let at: string = path;
        let asked: string = query;
        let redirects = 0;
        for (let decision = visit(at, isOnboarded, asked); decision.kind === 'redirect'; decision = visit(at, isOnboarded, asked)) {
          const url = new URL(decision.to, 'https://headway.localhost');
          [at, asked] = [url.pathname, url.search];
          redirects += 1;
          expect(redirects).toBeLessThanOrEqual(2);
        }
      }),
    );
  });
});

it('each program sends the paths of the other programs to its own', () => {
  for (const own of onboardingPaths) {
    for (const path of onboardingPaths.filter((other) => other !== '/onboarding-new' && !other.startsWith(own))) {
      expect(guard({ path, query: '', isLoaded: true, isOnboarded: false, onboardingPath: own })).toEqual(redirectTo(own));
    }
  }
});

it('a handed-in session is not carried along by a redirect', () => {
  const visit = { path: '/', query: '?session_jwt=a.b.c&session_type=bigcommerce&debug', isLoaded: true, isOnboarded: false };
  expect(guard({ ...visit, onboardingPath: '/onboarding' })).toEqual(redirectTo('/onboarding?debug'));
});

it.each([
  [null, null, null],
  [null, true, true],
  [null, false, false],
  [true, null, true],
  [false, null, false],
  [true, false, false],
  [false, true, true],
  [true, undefined, true],
])('once the flag was known, null does not unlearn it: %s, then %s → %s', (previous, next, kept) => {
  expect(keepKnown(previous, next)).toBe(kept);
});

it('is fully loaded when none of the five is loading', () => {
  const none = { auth: false, receiver: false, lithic: false, whitelabel: false, currentUser: false };
  expect(isFullyLoaded(none)).toBe(true);
  for (const flag of Object.keys(none)) expect(isFullyLoaded({ ...none, [flag]: true })).toBe(false);
});

describe('staff’s own pages', () => {
  const visit = (path: string, isStaff: boolean, isOnboarded: boolean | null = null) =>
    guard({ path, query: '?now=2026-07-04', isLoaded: true, isOnboarded, onboardingPath: '/onboarding', isStaff });

  it.each(['/staff', '/staff/customers/abc'])('%s is shown to staff who were never onboarded, and to no such merchant', (path) => {
    expect(visit(path, true)).toEqual(show);
    expect(visit(path, false)).toEqual(redirectTo('/onboarding?now=2026-07-04'));
  });

  it.each(['/staffing', '/reports'])('%s is none of them', (path) => {
    expect(visit(path, true)).toEqual(redirectTo('/onboarding?now=2026-07-04'));
  });

  it('they wait for the record that says who is staff', () => {
    expect(guard({ path: '/staff', query: '', isLoaded: false, isOnboarded: null, onboardingPath: '/onboarding', isStaff: true })).toEqual({
      kind: 'spinner',
    });
  });
});
