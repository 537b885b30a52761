import { isBankVerified } from '../onboarding/onboarding.ts';
import { type RemedyButton, remedyButtons } from './bankRemedies.ts';
import { bankStateWords, bankTexts, type ShownBank, signInPoint } from './bankTexts.ts';
import { debitTexts } from './debitTexts.ts';

/** The words about the second bank account, for every frontend. */
export const secondBankTexts = {
  heading: 'Second bank account',
  lead: 'We draw a repayment from this account only in two cases: you choose it for a draw for which your usual account looks short, or your usual account cannot bear a draw on its day and this one can bear it whole.',
  usual: 'Everything else is drawn from your usual account, including what you pay ahead.',
  none: 'No second bank account is linked.',
  needsFirst: 'Link your first bank account above, then you can add a second one.',
  link: 'Link a second bank account',
  change: 'Change second bank account',
  authorize: 'Authorize debits of it',
  remove: 'Remove',
  removeTitle: 'Remove your second bank account?',
  removed: 'Your second bank account is removed',
  keep: 'Keep it',
  repair: 'Get your second bank account ready',
} as const;

/** The consequences when the second account is removed. */
export const secondBankRemoval = [
  'Nothing more is drawn from it, and we give up our access to it. A debit that is already with that bank still runs there.',
  'A draw that was to come from it is drawn from your usual account, on the same day.',
  'When your usual account is short on a day, we draw what looks safe, and the rest from the next banking day on.',
  'You can link it again at any time.',
] as const;

/** Returns what follows when a second account is linked. */
export function secondBankConsequences(isReplacement: boolean): readonly string[] {
  return [
    signInPoint,
    'We debit that account only for a draw that you choose, or that your usual account cannot bear on its day.',
    ...(isReplacement ? ['It takes the place of your present second account. A debit that is already with that bank still runs there.'] : []),
  ];
}

interface SecondBank extends ShownBank {
  readonly refusal: string | null;
  readonly is_authorized: boolean;
}

/** Tells the state of the second account: why it cannot be debited, or else whether it works, until when, or what its status means. */
export function secondBankStateWords(bank: SecondBank): string {
  if (bank.refusal !== null) return bank.refusal;
  return isBankVerified(bank.verification_status) && !bank.is_authorized ? debitTexts.missing : bankStateWords(bank);
}

/** Tells whether only the merchant's authorization is missing before the second account may be debited. */
export const lacksAuthorization = ({ refusal, is_authorized }: SecondBank): boolean => refusal === null && !is_authorized;

/** Returns the buttons that get the second account ready, without the one that links another. */
export function secondBankRemedies({ verification_status, health }: SecondBank): readonly RemedyButton[] {
  if (!isBankVerified(verification_status)) return remedyButtons(verification_status).filter(({ does }) => does !== 'link');
  return health === 'expiring' ? [{ label: bankTexts.repair, does: 'relink' }] : [];
}
