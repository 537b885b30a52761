/**
 * The meaning of each bank account verification status for the merchant, and its remedies. No status is a dead end: each
 * one that keeps a merchant waiting offers at least one thing to do.
 */

/** The state of a bank link: `expiring` still works, after `login_required` its owner signs in again, and `revoked` is over. */
export const bankHealths = ['healthy', 'expiring', 'login_required', 'revoked'] as const;
export type BankHealth = (typeof bankHealths)[number];

/** Tells whether the bank lets nobody look at the account until its owner signs in there again. */
export const isCutOff = (health: string): boolean => health === 'login_required' || health === 'revoked';

/** `relink` signs in at the bank again, `enter_microdeposits` takes the two small amounts, `link_another` starts over with another account. */
export type BankRemedy = 'relink' | 'enter_microdeposits' | 'try_again' | 'link_another';

export interface BankStatusMeaning {
  /** Explains the status in the merchant's words. */
  message: string;
  remedies: readonly [BankRemedy, ...BankRemedy[]];
}

const meanings = new Map<string, BankStatusMeaning>(
  Object.entries<BankStatusMeaning>({
    relink: { message: 'Your bank asks you to sign in again. Until then we cannot see the account.', remedies: ['relink', 'link_another'] },
    verification_expired: {
      message: 'The time to confirm the two small deposits is over. Start again, or link another account.',
      remedies: ['relink', 'link_another'],
    },
    verification_failed: { message: 'We could not verify this account. Try again, or link another account.', remedies: ['try_again', 'link_another'] },
    pending_automatic_verification: {
      message: 'We sent a small deposit to your account and verify it as soon as it arrives, in one or two business days. You need not do anything.',
      remedies: ['try_again', 'link_another'],
    },
    pending_manual_verification: {
      message: 'We sent two small deposits to your account. When they arrive, in one or two business days, enter the amounts here.',
      remedies: ['enter_microdeposits', 'link_another'],
    },
    unsent: { message: 'The small deposits to your account are not on their way yet. We look again shortly.', remedies: ['try_again', 'link_another'] },
    database_matched: {
      message: 'Your account details look right, but the account itself is not verified yet. Verify it through your bank, or link another account.',
      remedies: ['try_again', 'link_another'],
    },
    database_insights_pass: {
      message: 'Your account details look right, but the account itself is not verified yet. Verify it through your bank, or link another account.',
      remedies: ['try_again', 'link_another'],
    },
    database_insights_pass_with_caution: {
      message: 'We could confirm only some of your account details. Verify the account through your bank, or link another account.',
      remedies: ['try_again', 'link_another'],
    },
    database_insights_fail: {
      message: 'These account details do not match a known account. Check them and try again, or link another account.',
      remedies: ['try_again', 'link_another'],
    },
  }),
);

const unknownStatus: BankStatusMeaning = { message: 'We are still verifying your bank account.', remedies: ['try_again', 'link_another'] };

/** Returns the meaning of a status that is not (yet) verified; an unknown status gets a general one. */
export function meaningOfBankStatus(status: string): BankStatusMeaning {
  return meanings.get(status) ?? unknownStatus;
}
