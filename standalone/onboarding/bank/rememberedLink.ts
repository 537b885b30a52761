import type { BankRole } from '../../../server/domain/bank/bankRole.ts';
import type { LinkMode } from '../../../server/domain/bank/bankWindow.ts';
import { withStorage } from '../../withStorage.ts';

const key = 'bank_link';

interface RememberedLink {
  receiverId: string;
  linkToken: string;
  expiresAt: string;
  mode: LinkMode;
  /** Which of the two banks the window was opened for. */
  bank: BankRole;
}

/**
 * Keeps the token of the open bank window. A bank that signs in on its own page may come back in another tab, where the window
 * can only resume with the token that it was opened with.
 */
export function rememberLink(link: RememberedLink): void {
  withStorage((storage) => storage.setItem(key, JSON.stringify(link)));
}

/** Returns the link that a receiver's window was opened with; null when it has expired or was opened in another browser. */
export function rememberedLink(receiverId: string, now: Date): RememberedLink | null {
  const written = withStorage((storage) => storage.getItem(key));
  if (!written) return null;
  // Only `rememberLink` writes this entry.
  const link = JSON.parse(written) as RememberedLink;
  return link.receiverId === receiverId && Date.parse(link.expiresAt) > now.getTime() ? link : null;
}

export function forgetLink(): void {
  withStorage((storage) => storage.removeItem(key));
}
