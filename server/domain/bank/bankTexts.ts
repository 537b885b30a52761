import { formatShortDate } from '../basics/dateFormats.ts';
import { isBankVerified } from '../onboarding/onboarding.ts';
import { type BankHealth, meaningOfBankStatus } from './bankStatus.ts';

/** The words about the linked bank account in the settings, for every frontend. */
export const bankTexts = {
  none: 'No bank account is linked, so nothing can be debited.',
  healthy: 'Linked and working.',
  expiring: (on: string | null) =>
    on === null ? 'Works, but the bank soon asks for a new sign-in.' : `Works until ${on}. Sign in at the bank before then, and nothing is interrupted.`,
  repair: 'Sign in to your bank',
  change: 'Change bank account',
  link: 'Link a bank account',
  choose: 'Choose an account',
} as const;

/** Tells a merchant who is about to link an account how it is picked. */
export const signInPoint = 'You sign in at your bank in a window, and pick the account there. We never see your password.';

/** Returns what follows when another account is linked. */
export function bankChangeConsequences(isReplacement: boolean): readonly string[] {
  return [
    signInPoint,
    'From then on we debit that account for what you owe.',
    ...(isReplacement ? ['A debit that is already with your present bank still runs there. We give up our access to it.'] : []),
  ];
}

interface LinkedAccount {
  readonly institution_name: string | null;
  readonly name: string | null;
  readonly mask: string | null;
}

/** Returns the facts of a linked account, each with its name. `state` is its state in words. */
export function bankFacts({ institution_name, name, mask }: LinkedAccount, state: string): readonly { label: string; value: string }[] {
  return [
    { label: 'Bank', value: institution_name ?? 'Your bank' },
    { label: 'Account', value: `${name ?? 'Account'}${mask === null ? '' : ` ending in ${mask}`}` },
    { label: 'Status', value: state },
  ];
}

interface SignInState {
  verification_status: string;
  health: BankHealth;
}

/** Tells whether a new sign-in at the bank helps, or will soon be needed. */
export function needsNewSignIn({ verification_status, health }: SignInState): boolean {
  return verification_status === 'relink' || health !== 'healthy';
}

/** A linked account as far as its state goes. */
export interface ShownBank extends SignInState {
  readonly consent_expires_at: string | null;
}

/** Tells the state of a linked account: whether it works, until when, or what its status means. */
export function bankStateWords({ verification_status, health, consent_expires_at }: ShownBank): string {
  if (!isBankVerified(verification_status)) return meaningOfBankStatus(verification_status).message;
  if (health !== 'expiring') return bankTexts.healthy;
  return bankTexts.expiring(consent_expires_at === null ? null : formatShortDate(new Date(consent_expires_at), 'UTC'));
}
