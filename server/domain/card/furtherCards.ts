import { isFrozen } from '../access/access.ts';
import type { IsoDate } from '../basics/dates.ts';

/** Whether further cards can be had, beside the first one, which onboarding gives, and plastic again. */

type StoppedAccount = Parameters<typeof isFrozen>[0];

const onHold = 'Your account is on hold. Ask support what it needs.';

interface CardsFacts {
  readonly hasFirstCard: boolean;
  readonly account: StoppedAccount;
  readonly isClosing: boolean;
  /** Cards that are not closed, and those that the issuer is still to make. */
  readonly open: number;
  /** The most of them that the program allows. */
  readonly most: number;
}

/** Returns why no card can be added, in words that say what to do; null when one can. */
export function furtherCardObstacle({ hasFirstCard, account, isClosing, open, most }: CardsFacts): string | null {
  if (!hasFirstCard) return 'Your first card comes at the end of the setup. Finish it, then add more.';
  if (isFrozen(account)) return onHold;
  if (isClosing) return 'Your account takes no more purchases, so it gets no more cards.';
  return open >= most ? `You have ${open} cards, which is as many as there can be. Close one that nobody needs.` : null;
}

/** The reissues and renewals that the issuer allows in a card's life. */
export const maximumReissues = 8;

/** Returns why a card's plastic is not made again, in words that say what to do; null when it is. `type` is the issuer's. */
export function reissueObstacle({ type, reissues }: { readonly type: string; readonly reissues: number }, account: StoppedAccount): string | null {
  if (type !== 'PHYSICAL') return 'This card is a number alone, so nothing of it can break.';
  if (isFrozen(account)) return onHold;
  return reissues >= maximumReissues
    ? `The card issuer makes new plastic for a card at most ${maximumReissues} times, and this one has had them all. Report it lost to get another number.`
    : null;
}

/** From how many charges on a merchant is told of when a card is replaced: it has the number stored. */
export const chargesOfStoredCard = 3;

/** How many days before its last one a card is renewed. */
export const renewalDays = 30;

const renewedYears = 3;

/** Returns the last month of a card after its renewal: three years after the one that ends. */
export function renewedExpiry(ends: IsoDate): { month: number; year: number } {
  return { month: Number(ends.slice(5, 7)), year: Number(ends.slice(0, 4)) + renewedYears };
}
