import { emailProblem } from '../forms/identity.ts';

/** The address to which the mails of an account go that a store opened, in words. Both frontends show them. */

/** How long the link that confirms an address works, in days. */
export const confirmationDays = 7;

export const mailAddressTexts = {
  heading: 'Email address',
  states: { confirmed: 'Confirmed', unconfirmed: 'Not confirmed yet' },
  none: 'We have no address for your mails, so nobody is told when a repayment fails, your card is paused or your bank needs you.',
  confirmed: 'All mails about your account go there.',
  unconfirmed:
    'Open the link that we mailed to this address to confirm it. Until then we write there only about what you owe and your account, and send no summaries.',
  waiting: (email: string) => `We sent a link to ${email}. Mails go there once you have opened it and confirmed the address.`,
  sendAgain: 'Send the link again',
  words: (hasAddress: boolean) => ({ change: hasAddress ? 'Change the address' : 'Add an address', save: 'Send me a link' }),
  field: 'New address',
  hint: (hasAddress: boolean) =>
    `We mail a link to it. Mails go ${hasAddress ? 'to the present address until' : 'there once'} you have confirmed the new one by that link.`,
  sent: 'Link sent',
} as const;

/** The notice on home while the account has no address. */
export const noMailAddressTexts = {
  title: 'We have no email address for you',
  text: 'Nobody is told when a repayment fails, your card is paused or your bank needs you.',
  /** For the owner; staff of a store read instead who the owner is. */
  remedy: 'Give us an address for these notices.',
  action: 'Add an address',
} as const;

interface PresentAddress {
  /** Empty without one. */
  readonly email: string;
  readonly is_email_confirmed: boolean;
}

/** Checks a typed address for the mails of an account. Returns a message, or null when it can be mailed a link. */
export function newMailAddressProblem(typed: string, { email, is_email_confirmed }: PresentAddress): string | null {
  if (is_email_confirmed && email !== '' && typed.trim().toLowerCase() === email.toLowerCase()) return 'Your mails go to this address already.';
  return emailProblem(typed);
}

/** Says where the mails of an account go at present, and how the address can be confirmed. */
export function mailAddressInWords({ email, is_email_confirmed }: PresentAddress): string {
  if (email === '') return mailAddressTexts.none;
  return is_email_confirmed ? mailAddressTexts.confirmed : mailAddressTexts.unconfirmed;
}
