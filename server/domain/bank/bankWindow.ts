/**
 * The bank provider's window, in which a merchant picks the account that repayments are drawn from: its modes, its
 * result, and the message after the merchant left it.
 */

/** The modes: link an account, sign in at its bank again, change it, enter the two small deposits. */
export const linkModes = ['link', 'relink', 'update', 'microdeposits'] as const;
export type LinkMode = (typeof linkModes)[number];

/** The merchant's choice in the window, as it is saved. */
export interface BankChoice {
  public_token: string | null;
  account_id: string | null;
}

/** Returns the choice to save. Only a new link has a token to exchange and a picked account; a repair leaves the link unchanged. */
export function choiceOf(mode: LinkMode, publicToken: string | null, accountId: string | undefined): BankChoice {
  return mode === 'link' ? { public_token: publicToken, account_id: accountId ?? null } : { public_token: null, account_id: null };
}

/** Tells whether saving the same choice again may succeed. An account that was refused is given up at the bank, so another one must be picked in the window. */
export const mayBeSavedAgain = ({ code }: { readonly code: string }): boolean => code !== 'provider_refused';

/** The title above a refusal's reason. */
export const accountNotLinked = 'This account was not linked';

const messages: ReadonlyMap<string, string> = new Map([
  ['INSTITUTION_DOWN', 'Your bank does not answer at the moment. Try again later, or link another account.'],
  ['INSTITUTION_NOT_RESPONDING', 'Your bank does not answer at the moment. Try again later, or link another account.'],
  ['INSTITUTION_NO_LONGER_SUPPORTED', 'This bank can no longer be linked. Link an account at another bank.'],
  ['INVALID_CREDENTIALS', 'The bank did not accept the name or the password. Check them and try again.'],
  ['INVALID_MFA', 'The bank did not accept the code. Try again with a new one.'],
  ['MFA_NOT_SUPPORTED', 'Your bank asks for a code in a way that cannot be answered here. Turn it off there for a moment, or link another account.'],
  ['ITEM_LOCKED', 'Your bank has locked the sign-in. Unlock it at your bank, then try again.'],
  ['USER_SETUP_REQUIRED', 'Your bank wants you to finish something on its own site first. Then try again.'],
  ['NO_ACCOUNTS', 'There is no account that can be used here. Link a checking or savings account.'],
  ['ACCESS_NOT_GRANTED', 'The bank was not allowed to show the account. Try again and allow it.'],
  ['INVALID_LINK_TOKEN', 'The window was open for too long. Open it again.'],
]);

/** Explains to the merchant why the bank's window closed without a linked account, and what to do. */
export function explainBankExit(error: { error_code: string; display_message: string | null } | null, { status }: { status: string | null }): string {
  if (error) return messages.get(error.error_code) ?? (error.display_message || 'That did not work. Open the window again, or link another account.');
  if (status === 'institution_not_found') {
    return 'If your bank is not in the list, search for it by its routing number and link it with your account number.';
  }
  return 'The window was closed before the end. Open it again when you are ready.';
}

export const windowNotOpened = {
  title: 'The window did not open',
  detail: 'The bank’s window could not be loaded. Check your connection, or allow it in your ad blocker, and try again.',
};
