/** The return codes with which a bank sends an ACH debit back, and what follows from each. */

/**
 * Our reaction to a failed debit. `retry`: it is presented once more by our terms. `relink`: the bank link ends and
 * another account is asked for. `stop`: nothing is debited until the merchant authorizes it anew, and staff are told.
 * `staff`: no retry; staff decide.
 */
export type FailureAction = 'retry' | 'relink' | 'stop' | 'staff';

/** The remedies of a failed debit that the merchant has alone: pay now, sign in at the bank again, link another account, or authorize debits anew. */
export type DrawRemedy = 'pay_now' | 'sign_in' | 'link_bank' | 'authorize_debits';

export interface FailureMeaning {
  readonly action: FailureAction;
  /** The name of the code, for staff. */
  readonly mark: string;
  /** The sentence that the merchant reads. */
  readonly says: string;
  /** The merchant's remedy, while the amount is owed. */
  readonly remedy: DrawRemedy;
}

const retry = (mark: string, says: string, remedy: DrawRemedy = 'pay_now'): FailureMeaning => ({ action: 'retry', mark, says, remedy });
const relink = (mark: string, says: string): FailureMeaning => ({ action: 'relink', mark, says, remedy: 'link_bank' });
const stop = (mark: string, says: string): FailureMeaning => ({ action: 'stop', mark, says, remedy: 'authorize_debits' });
const staff = (mark: string, says: string, remedy: DrawRemedy = 'pay_now'): FailureMeaning => ({ action: 'staff', mark, says, remedy });

const notProcessed = 'Your bank could not process the debit.';
const notAccepted = 'Your bank does not accept this kind of debit.';

/** Nacha’s codes for the return of a debit: what we do, their names, what the merchant reads and can do. R08 stops one payment, and the others go on. */
const returnCodes: ReadonlyMap<string, FailureMeaning> = new Map(
  Object.entries({
    R01: retry('Insufficient funds', 'There was not enough money in the account.'),
    R02: relink('Account closed', 'The account is closed.'),
    R03: relink('No account, or account not found', 'Your bank could not find the account.'),
    R04: relink('Invalid account number', 'The account number is not valid.'),
    R05: stop('Unauthorized debit of a consumer account by a corporate class', 'Your bank says that this debit of a personal account was not authorized.'),
    R06: staff('Returned at the request of our bank', 'The debit was sent back at the request of our bank.'),
    R07: stop('Authorization revoked', 'You withdrew the authorization for debits at your bank.'),
    R08: staff('Payment stopped', 'You stopped this payment at your bank.'),
    R09: retry('Uncollected funds', 'The money in the account was not available yet.'),
    R10: stop('Originator not known, or not authorized', 'Your bank was told that this debit was not authorized.'),
    R11: staff('Not in accordance with the authorization', 'Your bank was told that this debit was not as agreed.'),
    R12: staff('Branch sold to another bank', 'The account has moved to another bank.', 'link_bank'),
    R13: staff('Invalid routing number', 'The bank’s routing number is not valid.', 'link_bank'),
    R14: staff('Representative payee deceased', 'Your bank says that the person who manages the account can no longer do so.', 'link_bank'),
    R15: staff('Account holder deceased', 'Your bank says that the account holder can no longer use the account.', 'link_bank'),
    R16: staff('Account frozen', 'The account is frozen.', 'link_bank'),
    R17: staff('File record edit criteria', 'Your bank could not match the debit to an account.', 'link_bank'),
    R18: staff('Improper effective entry date', notProcessed),
    R19: staff('Amount field error', notProcessed),
    R20: relink('Not a transaction account', 'This kind of account cannot be debited.'),
    R21: staff('Invalid company identification', notProcessed),
    R22: staff('Invalid individual id number', notProcessed),
    R23: staff('Refused by the receiver', 'The payment was refused at your bank.'),
    R24: staff('Duplicate entry', 'Your bank took the debit for one that it had made already.'),
    R25: staff('Addenda error', notProcessed),
    R26: staff('Mandatory field error', notProcessed),
    R27: staff('Trace number error', notProcessed),
    R28: staff('Routing number check digit error', notProcessed),
    R29: stop('Corporate customer advises not authorized', 'Your business told its bank that this debit was not authorized.'),
    R30: staff('Bank takes no part in check truncation', notAccepted),
    R31: staff('Permissible return entry', 'Your bank sent the debit back by agreement with our bank.'),
  }),
);

/** Nacha’s codes from R32 to R85 are for other entries: checks, enrollments, returns themselves and debits abroad. */
const otherEntries = /^R(3[2-9]|[4-7]\d|8[0-5])$/;
const ofOtherEntry = staff('A code that debits of this kind do not get', notProcessed);
const unknown = staff('Unknown code', notProcessed);

/**
 * The refusals before a debit became an ACH entry that are the merchant’s or their bank’s. They are no presentment. Every
 * other refusal is a failure of our own.
 */
const refusals: ReadonlyMap<string, FailureMeaning> = new Map(
  Object.entries({
    NSF: retry('Insufficient funds', 'There was not enough money in the account.'),
    ITEM_LOGIN_REQUIRED: retry('Bank sign-in needed', 'Your bank asks you to sign in again before it allows the debit.', 'sign_in'),
    user_action_required: retry('Bank sign-in needed', 'Your bank asks you to sign in again before it allows the debit.', 'sign_in'),
    RISK: staff('Refused by the risk check', 'The check of your bank account did not allow the debit.', 'link_bank'),
    FRAUD: staff('Refused by the risk check', 'The check of your bank account did not allow the debit.', 'link_bank'),
    TRANSFER_ACCOUNT_BLOCKED: relink('Account blocked after an earlier return', 'An earlier debit of this account came back, so it can no longer be debited.'),
    INVALID_ACCOUNT_ID: relink('Account no longer linked', 'The account is no longer part of your bank link.'),
    NO_ACCOUNTS: relink('Account no longer linked', 'The account is no longer part of your bank link.'),
    ITEM_NOT_FOUND: relink('Link ended at the bank', 'The link to your bank was ended at your bank.'),
    INVALID_ACCESS_TOKEN: relink('Link ended at the bank', 'The link to your bank was ended at your bank.'),
    ACCESS_NOT_GRANTED: relink('Link ended at the bank', 'The link to your bank was ended at your bank.'),
    USER_PERMISSION_REVOKED: relink('Link ended at the bank', 'The link to your bank was ended at your bank.'),
  }),
);

/**
 * Decides whether a refusal of a debit is a failure of our own (a limit, a key, a fault of the provider) and not the
 * merchant’s: the debit is then tried again, and the merchant hears nothing of it.
 */
export function isOurFailure(code: string): boolean {
  return !refusals.has(code);
}

/** Returns what follows from a failed draw’s code; an unknown or missing code goes to staff. */
export function meaningOfFailure(code: string | null): FailureMeaning {
  if (code === null) return unknown;
  return returnCodes.get(code) ?? refusals.get(code) ?? (otherEntries.test(code) ? ofOtherEntry : unknown);
}

/**
 * Returns why a draw failed: in the words meant for the merchant; for staff who look at the customer by the code and its name, and then
 * what the customer reads.
 */
export function failureReason(code: string | null, { isOwn }: { readonly isOwn: boolean }): string {
  const { mark, says } = meaningOfFailure(code);
  return isOwn ? says : `${mark}${code === null ? '' : ` (${code})`}. The customer reads: ${says}`;
}
