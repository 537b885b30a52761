/** The class of an ACH debit that an account takes, and the merchant's authorization without which nothing is debited. */

/** The classes of ACH debits: `ccd` between businesses, `web` from a person's account by their authorization over the internet. */
export type DebitClass = 'ccd' | 'web';

/** The reasons for which an authorization ends. `returned`: the bank sent a debit back as not authorized. */
export type AuthorizationEnd = 'revoked_by_merchant' | 'returned' | 'replaced' | 'bank_link_ended';

/**
 * Returns the class of a debit from an account of this holder category; null when it must not be debited. A category that
 * the bank provider has not said is read as one that it did not recognize: a business's class may not be used on a person.
 */
export function debitClass(holderCategory: string | null): DebitClass | null {
  if (holderCategory === 'business') return 'ccd';
  return holderCategory === 'personal' ? 'web' : null;
}

/** A bank link as an authorization needs it. */
interface DebitedLink {
  readonly id: string;
  readonly account_id: string | null;
  readonly holder_category: string | null;
  readonly unlinked_at: Date | null;
}

interface Authorization {
  readonly bank_link_id: string;
  /** Null when the account was not known yet: it then covers the account that the merchant picked in the bank's window. */
  readonly account_id: string | null;
  readonly ach_classes: readonly string[];
  readonly ended_at: Date | null;
}

/**
 * Decides whether an account may be debited: by an authorization that has not ended, is for this link and this account,
 * and allows the class of debits that the account takes. Holds for scheduled draws and for payments that the merchant starts.
 */
export function isDebitAuthorized(link: DebitedLink | null, authorization: Authorization | null): boolean {
  if (link === null || link.unlinked_at !== null || authorization === null || authorization.ended_at !== null) return false;
  const isForAccount = authorization.account_id === null || authorization.account_id === link.account_id;
  const achClass = debitClass(link.holder_category);
  return authorization.bank_link_id === link.id && isForAccount && achClass !== null && authorization.ach_classes.includes(achClass);
}
