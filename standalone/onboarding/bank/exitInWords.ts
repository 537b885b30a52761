import type { PlaidLinkError, PlaidLinkOnExitMetadata } from 'react-plaid-link';

const messages: ReadonlyMap<string, string> = new Map([
  ['INSTITUTION_DOWN', 'Your bank does not answer at the moment. Try again later, or link another account.'],
  ['INSTITUTION_NOT_RESPONDING', 'Your bank does not answer at the moment. Try again later, or link another account.'],
  ['INSTITUTION_NO_LONGER_SUPPORTED', 'This bank cannot be linked any more. Link an account at another bank.'],
  ['INVALID_CREDENTIALS', 'The bank did not accept the name or the password. Check them and try again.'],
  ['INVALID_MFA', 'The bank did not accept the code. Try again with a new one.'],
  ['MFA_NOT_SUPPORTED', 'Your bank asks for a code in a way that cannot be answered here. Turn it off there for a moment, or link another account.'],
  ['ITEM_LOCKED', 'Your bank has locked the sign-in. Unlock it at your bank, then try again.'],
  ['USER_SETUP_REQUIRED', 'Your bank wants you to finish something on its own site first. Then try again.'],
  ['NO_ACCOUNTS', 'There is no account that can be used here. Link a checking or savings account.'],
  ['ACCESS_NOT_GRANTED', 'The bank was not allowed to show the account. Try again and allow it.'],
  ['INVALID_LINK_TOKEN', 'The window was open for too long. Open it again.'],
]);

/** Why the bank's window was left without a linked account, and what to do, for the merchant. */
export function exitInWords(error: PlaidLinkError | null, { status }: Pick<PlaidLinkOnExitMetadata, 'status'>): string {
  if (error) return messages.get(error.error_code) ?? (error.display_message || 'That did not work. Open the window again, or link another account.');
  if (status === 'institution_not_found') {
    return 'Nothing is linked yet. If your bank is not in the list, search for it by its routing number and link it with your account number.';
  }
  return 'The window was closed before the end, so nothing is linked yet. Open it again when you are ready.';
}
