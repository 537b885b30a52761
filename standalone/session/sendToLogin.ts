import { isFramed } from './framed.ts';

const key = 'sent_to_login_at';
/** A visitor who is back this soon and still signed out came straight back from the sign-in page; a redirect would loop. */
const redirectLoopMs = 10_000;

/** Decides whether this tab has just been at the sign-in page without signing in. */
export function wasJustAtLogin(): boolean {
  const atMs = Number(readMark());
  return atMs > 0 && Date.now() - atMs < redirectLoopMs;
}

/** Replaces this page by the hosted sign-in, except in a frame and where it would redirect straight back. */
export function sendToLogin(loginUrl: string): void {
  if (isFramed() || wasJustAtLogin()) return;
  writeMark(String(Date.now()));
  window.location.replace(loginUrl);
}

/** Clears the mark once somebody is signed in, so that a later sign-out redirects again. */
export function forgetLogin(): void {
  writeMark('');
}

/** Returns the mark; null where the browser denies the storage. */
function readMark(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeMark(mark: string): void {
  try {
    sessionStorage.setItem(key, mark);
  } catch {
    // Without the storage, a redirect loop is not detected; the visitor has to stop it.
  }
}
