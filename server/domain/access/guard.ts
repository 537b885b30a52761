import { addressBarQuery, hasBossFlag } from './queryNames.ts';

export interface Visit {
  /** Path of the page, beginning with a slash. */
  path: string;
  /** Query as it stands in the address, with or without its question mark. */
  query: string;
  /** Whether everything about the user has been loaded; see `isFullyLoaded`. */
  isLoaded: boolean;
  /** Null while unknown; an unknown visitor is treated as not onboarded. */
  isOnboarded: boolean | null;
  /** The program's own onboarding path. It contains "onboarding" or "apply". */
  onboardingPath: string;
  /** The person signed in is staff. */
  isStaff?: boolean;
}

export type GuardDecision = { kind: 'show' } | { kind: 'spinner' } | { kind: 'redirect'; to: string };

const publicPaths: ReadonlySet<string> = new Set(['/login', '/signup', '/forgot-password']);
const show: GuardDecision = { kind: 'show' };

/** Root path of the pages on which staff find and look after customers. */
export const staffPath = '/staff';

/** Tells whether a path is one of the staff pages. */
export function isStaffPath(path: string): boolean {
  return path === staffPath || path.startsWith(`${staffPath}/`);
}

/**
 * Decides what a visitor of a page sees. The rules apply in this order:
 * 1. sign-in pages are always shown;
 * 2. a spinner while the user's data is loading;
 * 3. the new onboarding flow is always shown;
 * 4. onboarding pages: onboarded visitors, and any with `boss=true`, are redirected to the root; the others see their own
 *    program's onboarding, and are redirected to it from any other program's;
 * 5. the root is shown to onboarded visitors and with `boss=true`;
 * 6. every other page is shown to onboarded visitors only; staff pages, which are no part of onboarding, to all staff as well.
 * Redirects keep the query. This decides only what is shown; the server decides what is allowed.
 */
export function guard(visit: Visit): GuardDecision {
  const { path, isLoaded, onboardingPath } = visit;
  if (publicPaths.has(path)) return show;
  if (!isLoaded) return { kind: 'spinner' };
  if (path.startsWith('/onboarding-new')) return show;

  const isOnboarded = visit.isOnboarded === true;
  const passesGate = isOnboarded || hasBossFlag(visit.query);
  if (path.includes('onboarding') || path.includes('apply')) {
    if (passesGate) return redirect('/', visit.query);
    return path.startsWith(onboardingPath) ? show : redirect(onboardingPath, visit.query);
  }
  if (path === '/') return passesGate ? show : redirect(onboardingPath, visit.query);
  if (isStaffPath(path) && visit.isStaff === true) return show;
  return isOnboarded ? show : redirect(onboardingPath, visit.query);
}

function redirect(to: string, query: string): GuardDecision {
  return { kind: 'redirect', to: to + addressBarQuery(query) };
}

/** Returns the next value of a flag, or the previous one when the next is unknown (null): a known flag never becomes unknown. */
export function keepKnown<T>(previous: T | null, next: T | null | undefined): T | null {
  return next ?? previous;
}

export interface LoadingFlags {
  auth: boolean;
  receiver: boolean;
  /** The card at the issuer. */
  lithic: boolean;
  /** The program. */
  whitelabel: boolean;
  currentUser: boolean;
}

/** Tells whether nothing is loading any more. */
export function isFullyLoaded(loading: LoadingFlags): boolean {
  return !(loading.auth || loading.receiver || loading.lithic || loading.whitelabel || loading.currentUser);
}
