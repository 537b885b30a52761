import type { LinkMode } from '../../../server/domain/bank/bankWindow.ts';

const key = 'bank_link';

interface RememberedLink {
  receiverId: string;
  linkToken: string;
  expiresAt: string;
  mode: LinkMode;
}

/**
 * Keeps the token of the bank's window that is open, for a bank that signs in on a page of its own and comes back in
 * another tab: the window can only go on with the token that it was opened with.
 */
export function rememberLink(link: RememberedLink): void {
  withStorage((storage) => storage.setItem(key, JSON.stringify(link)));
}

/** What the window of a receiver was opened with; null when there is none that still holds, or it was in another browser. */
export function rememberedLink(receiverId: string, now: Date): RememberedLink | null {
  const written = withStorage((storage) => storage.getItem(key));
  if (!written) return null;
  // Written here and nowhere else.
  const link = JSON.parse(written) as RememberedLink;
  return link.receiverId === receiverId && Date.parse(link.expiresAt) > now.getTime() ? link : null;
}

export function forgetLink(): void {
  withStorage((storage) => storage.removeItem(key));
}

/** A page may be forbidden to look at its storage; then nothing is remembered. */
function withStorage<Value>(use: (storage: Storage) => Value): Value | null {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}
