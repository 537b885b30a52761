import { isFramed } from './framed.ts';

const key = 'sent_to_login_at';
/** Somebody who is back this soon, still signed out, came straight through the sign-in page and would do so again and again. */
const straightThrough_ms = 10_000;

/** Whether this tab was at the sign-in page a moment ago, in vain. */
export function wasJustAtLogin(): boolean {
  const at_ms = Number(readMark());
  return at_ms > 0 && Date.now() - at_ms < straightThrough_ms;
}

/** Leaves for the hosted sign-in, in place of this page, unless that leads nowhere: in a frame, or straight back. */
export function sendToLogin(loginUrl: string): void {
  if (isFramed() || wasJustAtLogin()) return;
  writeMark(String(Date.now()));
  window.location.replace(loginUrl);
}

/** Somebody is signed in: the next time they are not is a new one. */
export function forgetLogin(): void {
  writeMark('');
}

/** A page may be forbidden to look at its storage; then there is no mark. */
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
    // Without a mark the way back may have to be broken by hand.
  }
}
