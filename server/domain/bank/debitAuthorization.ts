import { meaningOfFailure } from '../repayment/returnCodes.ts';

/** The class of an ACH debit that an account takes, and the merchant's authorization without which nothing is debited. */

/** The classes of ACH debits: `ccd` between businesses, `web` from a person's account by their authorization over the internet. */
type DebitClass = 'ccd' | 'web';

/** A program's rule on accounts that belong to a person: none, or by an authorization that names consumers. */
export type PersonalAccounts = 'refused' | 'with_consumer_authorization';

/** Returns the classes of debits that a program's authorization allows. */
export function debitClassesOf(personalAccounts: PersonalAccounts): readonly DebitClass[] {
  return personalAccounts === 'refused' ? ['ccd'] : ['ccd', 'web'];
}

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

/**
 * Explains to the merchant why a program does not debit an account of this holder category; null when it does. The
 * category is the bank provider's.
 */
export function accountRefusal(holderCategory: string | null, personalAccounts: PersonalAccounts): string | null {
  const achClass = debitClass(holderCategory);
  if (achClass === null)
    return 'Your bank does not say that this account belongs to a business, so we cannot debit it. Link a business checking or savings account.';
  if (debitClassesOf(personalAccounts).includes(achClass)) return null;
  return 'This is a personal account. Repayments are drawn from business accounts only: link an account of your business.';
}

/** Tells whether the end of an authorization for this reason stops debits: the merchant's own word, or a debit sent back as not authorized. */
export const stopsDebits = (reason: string): boolean => reason === 'revoked_by_merchant' || reason === 'returned';

/** A draw, which the bank may have sent back. */
interface ReturnedDraw {
  /** Null for one that did not fail. */
  readonly failure_code: string | null;
  readonly finished_at: Date | null;
}

/** The authorization that was given last. */
export interface LatestAuthorization {
  readonly acceptedAt: Date;
  /** Null while it is open. */
  readonly endedReason: string | null;
}

/**
 * Decides whether debits are stopped: by the merchant, or by the bank that sent one back as not authorized since the latest
 * authorization. The card is then paused until the merchant authorizes debits again. Of two debits that come back, one because
 * its account is closed and one as not authorized, either may be first.
 * @param latest null when there was never one.
 */
export function areDebitsStopped(latest: LatestAuthorization | null, draws: readonly ReturnedDraw[]): boolean {
  if (latest === null || latest.endedReason === null) return false;
  const isStop = ({ failure_code, finished_at }: ReturnedDraw) =>
    failure_code !== null && finished_at !== null && finished_at >= latest.acceptedAt && meaningOfFailure(failure_code).action === 'stop';
  return stopsDebits(latest.endedReason) || draws.some(isStop);
}

/** Returns the class of a credit to an account of this holder category: a consumer's, unless the account is a business's. */
export function creditClass(holderCategory: string | null): 'ccd' | 'ppd' {
  return holderCategory === 'business' ? 'ccd' : 'ppd';
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
