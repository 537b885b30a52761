import { attemptsInWords } from '../basics/attemptsInWords.ts';
import type { Block } from '../spendingPower/blocks.ts';
import { type AgreementDocument, agreementDocuments, agreementSteps } from './agreements.ts';

/** The texts of the onboarding steps, for every frontend. The verification form's texts are with its pages. */

export const agreementTexts = {
  lead: 'Read it to the end, then accept it.',
  unread: 'You can accept it once you have scrolled to the end.',
  /** `email` is empty where the account has no address for mails. */
  read: (email: string) => (email === '' ? 'You can accept it now.' : `We email a copy to ${email} when you accept.`),
  accept: 'Accept and continue',
  inShort: 'In short',
} as const;

export const kybTexts = {
  closed: 'Your form is with the card issuer and cannot be changed now.',
  place: (place: number, count: number) => `Business verification, page ${place} of ${count}`,
  review: {
    place: 'Business verification, review',
    heading: 'Check your answers',
    lead: 'This goes to the card issuer. Change what is wrong; the rest stays as it is.',
    change: 'Change',
  },
  correct: {
    heading: 'Correct a few details',
    lead: 'The card issuer could not confirm everything. Correct what is below and send it again; the rest stays as you sent it.',
  },
  check: { heading: 'Check what you sent', lead: 'This is what the card issuer looked at. Correct what is wrong and send it again.' },
  next: 'The card issuer looks at it again, most often within minutes.',
  reasons: 'What the card issuer says',
} as const;

const kybQuestion = {
  heading: 'The card issuer has a question',
  text: 'Something about your business could not be confirmed. You can settle it now, or go on here and do it later.',
  action: 'See what it is',
} as const;

const kybRefused = {
  heading: 'The card issuer did not accept your business',
  text: 'No new card can be opened for it as things stand. See why, and what you can do, before you go on.',
  action: 'See why',
} as const;

/** Returns the words for a merchant who is at another step when the issuer has decided. */
export const kybNotice = (kybStatus: string | null) => (kybStatus === 'REJECTED' ? kybRefused : kybQuestion);

const refused = {
  heading: 'Your business was not accepted',
  lead: 'The card issuer did not accept your business, so we cannot open a card for it now.',
};

const refusedAfterCard = {
  heading: 'Your business is no longer accepted',
  lead: 'The card issuer has looked at your business again and no longer accepts it, so we cannot open another card for it now.',
};

/** Returns what a merchant reads first whose business the issuer refuses: one who has a card was accepted before. */
export const refusalIntroduction = (hasCard: boolean) => (hasCard ? refusedAfterCard : refused);

export const kybRefusal = {
  cardsPaused: 'Your cards are paused until the card issuer accepts your business again.',
  help: 'Our support can tell you more and speak with the issuer. Write to them from the address you signed up with. If you ask for the specific reasons, you get them in writing within 30 days.',
  subject: 'My business was not accepted',
  write: 'Write to support',
  address: (email: string) => `Our support’s address is ${email}.`,
  check: 'Check what I sent',
  maySubmit: 'If something in your form was wrong, correct it and send it again.',
  mayNotSubmit: 'The form itself cannot be sent again.',
} as const;

export const documentTexts = {
  heading: 'Send a document',
  lead: 'The card issuer would like to see a document. It goes straight to them, and they look at it again, most often within a business day.',
  question: 'Which one will you send?',
  limits: (attemptsLeft: number) => `${attemptsInWords(attemptsLeft, 'send a document')} JPG, PNG or PDF of less than 15 MB, all of it readable.`,
  choose: 'Choose a file',
  another: 'Another document',
  accept: 'image/jpeg,image/png,application/pdf',
  notArrived: {
    title: 'The file did not arrive',
    detail: 'The card issuer did not take the file. Check your connection and the file, and send it again.',
  },
  /** Before and after the address of support. */
  noneLeft: ['No more documents can be sent here. Write to ', ': we send it to the issuer for you.'],
  side: (side: 'FRONT' | 'BACK', of: number) => (of === 1 ? 'The document' : side === 'FRONT' ? 'Front' : 'Back'),
} as const;

export const bankStepTexts = {
  heading: 'Link your bank account',
  lead: 'Repayments are drawn from it on their due dates, and you always see them coming.',
  /** After an account was closed, or is not found any more: the merchant had a bank before. */
  leadOfUnpaid: 'A repayment came back from your bank account and is still owed. Link an account that can be debited, then pay it under Payments.',
  points: (program: string) => [
    'Choose your bank in the window that opens, sign in there, and pick a checking or savings account of the business.',
    `Your password stays between you and your bank: ${program} never sees it.`,
    'We see the account’s name and balance, and draw what you owe. Nothing else.',
  ],
  again: 'Open the window again',
  choose: 'Choose your bank',
  relink: 'Reconnect your bank',
  pending: 'Verify your bank account',
} as const;

/** Tells what the account is linked for. */
export const bankLead = (blocks: readonly Block[]): string => (blocks.includes('unpaid_draw') ? bankStepTexts.leadOfUnpaid : bankStepTexts.lead);

/** Says by its name which account was linked; null while its name is not known. */
export function linkedBankWords(account: { institution_name: string | null; name: string | null; mask: string | null }): string | null {
  const name = account.institution_name ?? account.name;
  if (name === null) return null;
  return account.mask === null ? `${name} is linked.` : `${name} •••• ${account.mask} is linked.`;
}

/** Says by its name which store was connected; null while its name is not known. */
export function connectedStoreWords(store: { connected: boolean; store_name: string | null }): string | null {
  return store.connected && store.store_name !== null ? `${store.store_name} is connected.` : null;
}

export const storeStepTexts = {
  heading: 'Connect your store or accounting',
  lead: 'Your spending power grows with your sales, so we have to see them.',
  readsOnly: 'We read orders and payments. We change nothing in your store.',
  connecting: 'We are connecting to your store’s sales. This page goes on by itself.',
  another: 'Connect another store or accounting',
} as const;

export const cardTexts = {
  heading: 'Get your card',
  lead: 'A virtual card is ready for buying online at once. A physical one comes by mail, if you like.',
  choices: [
    { physical: false, title: 'Virtual card', text: 'For online purchases and subscriptions. You can start with it today.' },
    { physical: true, title: 'Virtual and physical card', text: 'The same card, also as plastic, at no charge. We ask where to send it.' },
  ],
  issue: (physical: boolean) => (physical ? 'Continue' : 'Issue my card'),
} as const;

export const physicalCardTexts = {
  heading: 'Where should we send your card?',
  lead: 'It comes by mail in seven to ten business days. Your virtual card works in the meantime.',
  virtualOnly: 'Only the virtual card',
} as const;

export const waitingTexts = {
  heading: 'Almost there',
  lead: (isBusinessAccepted: boolean) =>
    isBusinessAccepted
      ? 'Your business is verified. We are working out your spending power and open your card with it.'
      : 'The card issuer is looking at your business. Most answers come within minutes, some take a business day or two.',
  business: (isBusinessAccepted: boolean) => (isBusinessAccepted ? 'Your business is verified' : 'Verifying your business'),
  card: 'Opening your card',
  goesOn: (email: string) => (email === '' ? 'This page goes on by itself.' : `This page goes on by itself, and we write to ${email} when it is done.`),
  /** For a merchant who has a card: the issuer had accepted the business before. */
  again: {
    heading: 'The card issuer is looking at your business again',
    lead: (isRefused: boolean) =>
      `${isRefused ? 'Your cards stay paused until it accepts your business.' : 'Your dashboard opens again once it has accepted it.'} Most answers come within minutes, some take a business day or two.`,
  },
  onHold: {
    heading: 'Your account is on hold',
    /** Before the address of support. */
    ask: 'Ask us what it needs:',
    lead: 'Your card is paused and there is nothing to spend until we let it go on. Nothing you have entered is lost.',
    shared: 'Another account uses your EIN or store, so our team checks yours first. No card opens before that. Nothing you have entered is lost.',
  },
} as const;

export const acceptedTexts = { heading: 'You are all set', lead: 'Your business is verified and your card is open.' } as const;

/** Returns the agreement of a step; null for a step without one. */
export function agreementOf(step: string): AgreementDocument | null {
  return agreementDocuments.find((document) => agreementSteps[document] === step) ?? null;
}
