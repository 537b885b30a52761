import { isFrozen } from '../access/access.ts';
import type { IsoDate } from '../basics/dates.ts';

/** Whether further cards can be had, beside the first one, which onboarding gives. */

interface CardsFacts {
  readonly hasFirstCard: boolean;
  readonly account: { readonly is_locked: boolean; readonly is_fraud: boolean; readonly is_black_listed: boolean };
  readonly isClosing: boolean;
  /** Cards that are not closed, and those that the issuer is still to make. */
  readonly open: number;
  /** The most of them that the program allows. */
  readonly most: number;
}

/** Returns why no card can be added, in words that say what to do; null when one can. */
export function furtherCardObstacle({ hasFirstCard, account, isClosing, open, most }: CardsFacts): string | null {
  if (!hasFirstCard) return 'Your first card comes at the end of the setup. Finish it, then add more.';
  if (isFrozen(account)) return 'Your account is on hold. Ask support what it needs.';
  if (isClosing) return 'Your account is being closed, so it gets no more cards.';
  return open >= most ? `You have ${open} cards, which is as many as there can be. Close one that nobody needs.` : null;
}

/** The most characters that the issuer keeps of a card's name. */
export const memoLength = 50;

/** The reissues and renewals that the issuer allows in a card's life. */
export const maximumReissues = 8;

/** From how many charges on a merchant is told of when a card is replaced: it has the number stored. */
export const chargesOfStoredCard = 3;

/** How many days before its last one a card is renewed. */
export const renewalDays = 30;

const renewedYears = 3;

/** Returns the last month of a card after its renewal: three years after the one that ends. */
export function renewedExpiry(ends: IsoDate): { month: number; year: number } {
  return { month: Number(ends.slice(5, 7)), year: Number(ends.slice(0, 4)) + renewedYears };
}
