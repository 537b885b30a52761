import { withTabStorage } from '../withStorage.ts';
import { isFramed } from './framed.ts';

const key = 'sent_to_login_at';
/** A visitor who is back this soon and still signed out came straight back from the sign-in page; a redirect would loop. */
const redirectLoopMs = 10_000;

/** Decides whether this tab has just been at the sign-in page without signing in. */
export function wasJustAtLogin(): boolean {
  const atMs = Number(readMark());
  return atMs > 0 && Date.now() - atMs < redirectLoopMs;
}

/** Decides whether this tab was sent to the hosted pages since somebody was last signed in here. Counts as sent where the browser denies the storage. */
export function wasAtLogin(): boolean {
  return !keepsMarks() || Boolean(readMark());
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
const readMark = () => withTabStorage((storage) => storage.getItem(key));

/** Writes the mark. Without the storage, a redirect loop is not detected; the visitor has to stop it. */
const writeMark = (mark: string) => withTabStorage((storage) => storage.setItem(key, mark));

/** Decides whether a mark that is written can be read again. */
function keepsMarks(): boolean {
  const mark = readMark() ?? '';
  writeMark(mark);
  return readMark() === mark;
}
