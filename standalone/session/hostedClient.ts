import { createClient, type IAuthClient } from '@propelauth/react';
import { type AuthFailure, authFailure } from './authFailure.ts';

const checkIntervalMs = 60_000;
/** Where the library notes that somebody signed out, for the other tabs. */
const signOutKey = '__PROPEL_AUTH_LOGGED_OUT_AT';

/** The library's client, extended by the failure that the library does not expose. */
export interface HostedClient extends IAuthClient {
  /** Returns the last failure, or null after a successful answer. */
  failure(): AuthFailure | null;
  /** Calls `changed` whenever `failure` changes; returns the function that unsubscribes it. */
  onFailureChange(changed: () => void): () => void;
  /** Forgets the failure and asks again. */
  askAgain(): void;
  /** Asks for a new token in the background, though the present one is still valid. */
  recheck(): void;
}

/**
 * Creates a client of the program's hosted sign-in. The library renews a token in its last 600 seconds, caches the token of an
 * organization for 300 seconds and retries a failed call after 100, 200 and 300 ms. This client changes five things:
 * - the check every 60 seconds runs here, where its failure is caught and kept;
 * - observers hear of the end of a session even when calls failed before it, which the library omits;
 * - once another tab has signed out it asks anew, where the library is content with the answer to what it asked before;
 * - signing out redirects to the address that the sign-in names before the page reacts to it;
 * - without `mayBeSignedIn` it asks nobody, and takes the visitor for signed out.
 */
export function createHostedClient(authUrl: string, { mayBeSignedIn }: { mayBeSignedIn: boolean }): HostedClient {
  hideForbiddenStorage();
  const library = createClient({ authUrl, enableBackgroundTokenRefresh: false });
  // The library would ask when the page gets the focus. It still knows the addresses of the hosted pages.
  if (!mayBeSignedIn) library.destroy();
  const tokenObservers = new Set<(accessToken: string | undefined) => void>();
  const failureObservers = new Set<() => void>();
  let known: string | null | undefined;
  let failure: AuthFailure | null = null;
  let hasFailed = false;
  let isLeaving = false;
  let asking = 0;

  function setFailure(next: AuthFailure | null) {
    if (next === failure) return;
    failure = next;
    for (const changed of failureObservers) changed();
  }

  async function getAuthenticationInfoOrNull(forceRefresh?: boolean) {
    if (!mayBeSignedIn) return null;
    asking += 1;
    try {
      const info = await library.getAuthenticationInfoOrNull(forceRefresh);
      const token = info?.accessToken ?? null;
      // The first caller receives the first answer itself, so observers hear of it only after a failure.
      const hasChanged = hasFailed || (known !== undefined && known !== token);
      known = token;
      hasFailed = false;
      setFailure(null);
      // The page is about to be left for where the sign-in leads, and must not lead elsewhere.
      if (hasChanged && !isLeaving) for (const observe of tokenObservers) observe(token ?? undefined);
      return info;
    } catch (thrown) {
      const next = authFailure(thrown);
      hasFailed = true;
      setFailure(next);
      throw next;
    } finally {
      asking -= 1;
    }
  }

  /** Asks again in the background. `getAuthenticationInfoOrNull` keeps the failure, so it is ignored here. */
  const check = (forceRefresh = false) => {
    if (!isLeaving) getAuthenticationInfoOrNull(forceRefresh).catch(() => undefined);
  };
  // The library has asked again by itself: another tab signed in or out, or this tab regained focus. It also reports answers to our
  // own calls. Reacting to those would never end on a machine whose clock is ahead, where each new token seems old.
  library.addAccessTokenChangeObserver(() => {
    if (asking === 0) check();
  });
  const onSignOut = ({ key }: StorageEvent) => {
    if (key !== signOutKey || isLeaving) return;
    // Joins what was asked before, which the sign-in may have answered before the session's end.
    getAuthenticationInfoOrNull(true).then(
      (info) => info && check(true),
      () => undefined,
    );
  };
  window.addEventListener('storage', onSignOut);
  const checks = setInterval(() => check(), checkIntervalMs);

  return {
    ...library,
    getAuthenticationInfoOrNull,
    addAccessTokenChangeObserver: (observe) => void tokenObservers.add(observe),
    removeAccessTokenChangeObserver: (observe) => void tokenObservers.delete(observe),
    // The check above refreshes in the background.
    getAuthOptions: () => ({ ...library.getAuthOptions(), enableBackgroundTokenRefresh: true }),
    async logout(redirectAfterLogout) {
      isLeaving = true;
      try {
        await library.logout(redirectAfterLogout);
        isLeaving = redirectAfterLogout;
      } catch (thrown) {
        isLeaving = false;
        throw authFailure(thrown);
      }
    },
    destroy() {
      clearInterval(checks);
      window.removeEventListener('storage', onSignOut);
      library.destroy();
    },
    failure: () => failure,
    onFailureChange(changed) {
      failureObservers.add(changed);
      return () => failureObservers.delete(changed);
    },
    askAgain() {
      setFailure(null);
      check();
    },
    recheck: () => check(true),
  };
}

/** Hides a storage that the browser denies to a framed page. The library works without a storage, but fails on a denied one. */
function hideForbiddenStorage(): void {
  try {
    void window.localStorage;
  } catch {
    Object.defineProperty(window, 'localStorage', { value: undefined, configurable: true });
  }
}
