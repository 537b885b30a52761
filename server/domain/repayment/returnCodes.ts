/** The return codes with which a bank sends an ACH debit back, and what follows from each. */

/**
 * What we do about a debit that failed. `retry`: it is presented once more by our terms. `relink`: the bank link ends and
 * another account is asked for. `stop`: nothing is debited until the merchant authorizes it anew, and staff are told.
 * `staff`: no retry; staff decide.
 */
export type FailureAction = 'retry' | 'relink' | 'stop' | 'staff';

export interface FailureMeaning {
  readonly action: FailureAction;
  /** What the merchant reads. */
  readonly says: string;
}

const retry = (says: string): FailureMeaning => ({ action: 'retry', says });
const relink = (says: string): FailureMeaning => ({ action: 'relink', says });
const stop = (says: string): FailureMeaning => ({ action: 'stop', says });
const staff = (says: string): FailureMeaning => ({ action: 'staff', says });

const notProcessed = 'Your bank could not process the debit.';
const notAccepted = 'Your bank does not accept this kind of debit.';

/** Nacha’s return codes: what we do, and what the merchant reads. Nacha defines no others between R01 and R85. */
export const returnCodes: ReadonlyMap<string, FailureMeaning> = new Map(
  Object.entries({
    R01: retry('There was not enough money in the account.'),
    R02: relink('The account is closed.'),
    R03: relink('Your bank could not find the account.'),
    R04: relink('The account number is not valid.'),
    R05: stop('Your bank says that this debit of a personal account was not authorized.'),
    R06: staff('The debit was sent back at the request of our bank.'),
    R07: stop('You withdrew the authorization for debits at your bank.'),
    R08: stop('You stopped this payment at your bank.'),
    R09: retry('The money in the account was not available yet.'),
    R10: stop('Your bank was told that this debit was not authorized.'),
    R11: staff('Your bank was told that this debit was not as agreed.'),
    R12: staff('The account has moved to another bank.'),
    R13: staff('The bank’s routing number is not valid.'),
    R14: staff('Your bank says that the person who manages the account can no longer do so.'),
    R15: staff('Your bank says that the account holder can no longer use the account.'),
    R16: staff('The account is frozen.'),
    R17: staff('Your bank could not match the debit to an account.'),
    R18: staff(notProcessed),
    R19: staff(notProcessed),
    R20: relink('This kind of account cannot be debited.'),
    R21: staff(notProcessed),
    R22: staff(notProcessed),
    R23: staff('The payment was refused at your bank.'),
    R24: staff('Your bank took the debit for one that it had made already.'),
    R25: staff(notProcessed),
    R26: staff(notProcessed),
    R27: staff(notProcessed),
    R28: staff(notProcessed),
    R29: stop('Your business told its bank that this debit was not authorized.'),
    R30: staff(notAccepted),
    R31: staff('Your bank sent the debit back by agreement with our bank.'),
    R32: staff('Your bank could not settle the debit.'),
    R33: staff('Your bank sent the debit back.'),
    R34: staff(notAccepted),
    R35: staff(notAccepted),
    R36: staff(notAccepted),
    R37: staff('Your bank sent the debit back.'),
    R38: staff('This payment was stopped at your bank.'),
    R39: staff('Your bank sent the debit back.'),
    R40: staff(notAccepted),
    R41: staff(notProcessed),
    R42: staff(notProcessed),
    R43: staff(notProcessed),
    R44: staff(notProcessed),
    R45: staff(notProcessed),
    R46: staff(notProcessed),
    R47: staff(notProcessed),
    R50: staff(notAccepted),
    R51: staff(notAccepted),
    R52: staff('This payment was stopped at your bank.'),
    R53: staff('Your bank sent the debit back.'),
    R61: staff(notProcessed),
    R62: staff(notProcessed),
    R67: staff(notProcessed),
    R68: staff(notProcessed),
    R69: staff(notProcessed),
    R70: staff(notProcessed),
    R71: staff(notProcessed),
    R72: staff(notProcessed),
    R73: staff(notProcessed),
    R74: staff(notProcessed),
    R75: staff(notProcessed),
    R76: staff(notProcessed),
    R77: staff(notProcessed),
    R80: staff(notProcessed),
    R81: staff(notAccepted),
    R82: staff(notProcessed),
    R83: staff('Your bank could not settle the debit.'),
    R84: staff(notProcessed),
    R85: staff(notProcessed),
  }),
);

/**
 * The refusals before a debit became an ACH entry that are the merchant’s or their bank’s. They are no presentment. Every
 * other refusal is a failure of our own.
 */
const refusals: ReadonlyMap<string, FailureMeaning> = new Map(
  Object.entries({
    NSF: retry('There was not enough money in the account.'),
    ITEM_LOGIN_REQUIRED: retry('Your bank asks you to sign in again before it allows the debit.'),
    user_action_required: retry('Your bank asks you to sign in again before it allows the debit.'),
    RISK: staff('The check of your bank account did not allow the debit.'),
    FRAUD: staff('The check of your bank account did not allow the debit.'),
    TRANSFER_ACCOUNT_BLOCKED: relink('An earlier debit of this account came back, so it can no longer be debited.'),
    INVALID_ACCOUNT_ID: relink('The account is no longer part of your bank link.'),
    NO_ACCOUNTS: relink('The account is no longer part of your bank link.'),
    ITEM_NOT_FOUND: relink('The link to your bank was ended at your bank.'),
    INVALID_ACCESS_TOKEN: relink('The link to your bank was ended at your bank.'),
    ACCESS_NOT_GRANTED: relink('The link to your bank was ended at your bank.'),
    USER_PERMISSION_REVOKED: relink('The link to your bank was ended at your bank.'),
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
  const known = code === null ? undefined : (returnCodes.get(code) ?? refusals.get(code));
  return known ?? staff(notProcessed);
}
