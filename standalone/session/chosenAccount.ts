import { getActiveOrgId, setActiveOrgId } from '@propelauth/javascript';
import { withStorage } from '../withStorage.ts';

const key = 'chosen_account';

/** The choice in words, which the cookie does not have. */
interface Remembered {
  userId: string;
  orgId: string | null;
  /** The name of the business; null for an account that has none yet. */
  name: string | null;
  /** Whether the person is no longer in the team, which they are still to be told. */
  isOver: boolean;
}

/**
 * The account that somebody in several teams has chosen. The cookie `active_org_id` keeps it for the next page that is loaded; this
 * page keeps the one that it was loaded with, whatever another tab chooses, so that it never shows two accounts.
 */
export interface ChosenAccount {
  /** Returns the organization that the page's access tokens are for; null for the account that opens without one. */
  orgId(): string | null;
  /** Tells that a token of the organization was given out, so that the page may show its account. */
  noteUse(): void;
  /** Chooses the account of an organization, or with null the one that opens without, and loads the site anew with that. */
  choose(userId: string, account: { orgId: string; name: string | null } | null): void;
  /** Ends the choice, because the person is no longer in the team. Loads the site anew if this page may show something of it; returns whether it does. */
  end(userId: string): boolean;
  /** Loads the site anew, because calls are answered for another account than the page shows: the person is no longer in that team. */
  replaced(userId: string, shown: { name: string | null }): void;
  /** Returns the account that the person looked at and can open no more; null when there is none. */
  lost(userId: string): { name: string | null } | null;
  /** Forgets that a choice has ended, once the person has read it. */
  dismiss(): void;
  /** Forgets the choice, for whoever signs in next. */
  forget(): void;
}

/** Returns the choice that this page was loaded with. `reload` opens an address in place of the present one, with nothing left of this page. */
export function createChosenAccount(reload: (path: string) => void): ChosenAccount {
  let orgId = keptOrgId();
  let isUsed = false;

  function leave(userId: string): void {
    const remembered = read();
    if (remembered?.userId === userId && remembered.orgId === orgId) write({ ...remembered, isOver: true });
    if (orgId !== null && keptOrgId() === orgId) keepOrgId(null);
    orgId = null;
  }

  return {
    orgId: () => orgId,
    noteUse() {
      isUsed = true;
    },
    choose(userId, account) {
      keepOrgId(account?.orgId ?? null);
      if (account) write({ userId, ...account, isOver: false });
      else forgetWords();
      reload('/');
    },
    end(userId) {
      leave(userId);
      if (isUsed) reload('/');
      return isUsed;
    },
    replaced(userId, { name }) {
      write({ userId, orgId, name, isOver: true });
      leave(userId);
      reload('/');
    },
    lost(userId) {
      const remembered = read();
      return remembered?.isOver && remembered.userId === userId ? { name: remembered.name } : null;
    },
    dismiss: forgetWords,
    forget() {
      forgetWords();
      keepOrgId(null);
    },
  };
}

/** Returns the choice that the cookie keeps; null also where the browser denies cookies to a framed page, which nobody signs in to. */
function keptOrgId(): string | null {
  try {
    return getActiveOrgId() || null;
  } catch {
    return null;
  }
}

function keepOrgId(orgId: string | null): void {
  try {
    setActiveOrgId(orgId ?? '');
  } catch {
    // Nothing is kept where the browser denies it, so that there is nothing to forget either.
  }
}

function read(): Remembered | null {
  const written = withStorage((storage) => storage.getItem(key));
  // Only `write` makes this entry.
  return written ? (JSON.parse(written) as Remembered) : null;
}

const forgetWords = () => void withStorage((storage) => storage.removeItem(key));
const write = (remembered: Remembered) => withStorage((storage) => storage.setItem(key, JSON.stringify(remembered)));
