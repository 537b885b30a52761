import { withStorage } from '../withStorage.ts';
import { isFramed } from './framed.ts';
import { wasAtLogin } from './sendToLogin.ts';

const key = 'signed_in_here';

/**
 * Decides whether to ask the hosted sign-in who is there. It answers a visitor who is signed out with an error, so it is asked only
 * where somebody may be signed in: somebody was in this browser and did not sign out, or this tab comes from the hosted pages. Any
 * other visitor is sent to those pages, which send a person who is signed in straight back. A frame cannot be sent there, so it
 * asks, unless a platform handed somebody in.
 */
export function mayBeSignedIn({ isHandedIn }: { isHandedIn: boolean }): boolean {
  return wasSignedIn() || (isFramed() ? !isHandedIn : wasAtLogin());
}

/** Remembers in this browser that somebody is signed in at this site. Without the storage, they come back by way of the hosted pages. */
export function rememberSignIn(): void {
  withStorage((storage) => storage.setItem(key, 'true'));
}

/** Forgets it, once nobody is signed in any more. */
export function forgetSignIn(): void {
  withStorage((storage) => storage.removeItem(key));
}

const wasSignedIn = () => withStorage((storage) => storage.getItem(key)) !== null;
