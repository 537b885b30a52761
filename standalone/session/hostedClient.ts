import { createClient, type IAuthClient } from '@propelauth/react';
import { type AuthFailure, authFailure } from './authFailure.ts';

const checkEvery_ms = 60_000;

/** The library's client with what it keeps to itself: why it could not find out who is there. */
export interface HostedClient extends IAuthClient {
  /** The last failure, or null since an answer came. */
  failure(): AuthFailure | null;
  /** Calls back whenever `failure` has changed; the answer ends that. */
  onFailureChange(changed: () => void): () => void;
  /** Forgets the failure and asks again. */
  askAgain(): void;
}

/**
 * A client of the program's hosted sign-in. The library renews a token in its last 600 seconds, keeps the token of an
 * organisation for 300 seconds and tries a failed call again after 100, 200 and 300 ms. Around that:
 * - its check of every 60 seconds runs here, where its failure is caught and known;
 * - the end of a session is told also when calls had failed before it, which the library leaves out;
 * - signing out leaves for the address that the sign-in names, and nothing on the page hears of it first.
 */
export function createHostedClient(authUrl: string): HostedClient {
  hideForbiddenStorage();
  const library = createClient({ authUrl, enableBackgroundTokenRefresh: false });
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
    asking += 1;
    try {
      const info = await library.getAuthenticationInfoOrNull(forceRefresh);
      const token = info?.accessToken ?? null;
      // Whoever asked first gets the first answer by themselves, unless it was a failure.
      const isNews = hasFailed || (known !== undefined && known !== token);
      known = token;
      hasFailed = false;
      setFailure(null);
      if (isNews) for (const observe of tokenObservers) observe(token ?? undefined);
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

  /** A failure is kept and shown; whoever waits for an answer gets it from the same call. */
  const check = () => {
    if (!isLeaving) getAuthenticationInfoOrNull().catch(() => undefined);
  };
  // Another tab signed in or out, or this one was come back to: the library has asked again by itself. Of what was asked
  // for here it tells as well: where the machine's clock is ahead, so that a new token seems old, that would never end.
  library.addAccessTokenChangeObserver(() => {
    if (asking === 0) check();
  });
  const checks = setInterval(check, checkEvery_ms);

  return {
    ...library,
    getAuthenticationInfoOrNull,
    addAccessTokenChangeObserver: (observe) => void tokenObservers.add(observe),
    removeAccessTokenChangeObserver: (observe) => void tokenObservers.delete(observe),
    // It does refresh in the background: by the check above.
    getAuthOptions: () => ({ ...library.getAuthOptions(), enableBackgroundTokenRefresh: true }),
    async logout(redirectAfterLogout) {
      isLeaving = true;
      try {
        await library.logout(redirectAfterLogout);
      } catch (thrown) {
        isLeaving = false;
        throw authFailure(thrown);
      }
    },
    destroy() {
      clearInterval(checks);
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
  };
}

/** A page in a frame may be forbidden to look at its storage. The library does without one, but fails on a forbidden one. */
function hideForbiddenStorage(): void {
  try {
    void window.localStorage;
  } catch {
    Object.defineProperty(window, 'localStorage', { value: undefined, configurable: true });
  }
}
