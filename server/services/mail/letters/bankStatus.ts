import { databaseOf } from '../../../db/databaseOf.ts';
import { meaningOfBankStatus } from '../../../domain/bank/bankStatus.ts';
import { accountName } from '../../bank/bankLink.ts';
import type { Deps } from '../../deps.ts';
import { facts, type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

const statusLetters: Readonly<Record<string, { subject: string; text: string; label: string }>> = {
  login_required: { subject: 'Please sign in to your bank again', text: meaningOfBankStatus('relink').message, label: 'Sign in to your bank' },
  revoked: {
    subject: 'Your bank account is no longer linked',
    text: 'The link to your bank account was ended at your bank. Link it again to keep using your card.',
    label: 'Link your bank',
  },
  expiring: {
    subject: 'The link to your bank ends soon',
    text: 'Your bank will soon ask you to confirm the link to your account. Sign in there once to keep it.',
    label: 'Sign in to your bank',
  },
  verification_expired: {
    subject: 'Your bank account could not be verified',
    text: meaningOfBankStatus('verification_expired').message,
    label: 'Verify your account',
  },
  automatically_verified: {
    subject: 'Your bank account is verified',
    text: 'Your bank account is verified. There is nothing more to do for it.',
    label: 'Go on',
  },
  manually_verified: { subject: 'Your bank account is verified', text: 'Your bank account is verified. There is nothing more to do for it.', label: 'Go on' },
};

/** The letters about the second bank. It is debited only when the first one is short, so nothing else waits for it. */
const secondBankLetters: typeof statusLetters = {
  login_required: {
    subject: 'Please sign in to your second bank again',
    text: 'The bank of your second account asks you to sign in again. Until then no repayment is drawn from that account.',
    label: 'Sign in to your bank',
  },
  revoked: {
    subject: 'Your second bank account is no longer linked',
    text: 'The link to your second account was ended at its bank. No repayment is drawn from it until you link it again.',
    label: 'Link your bank',
  },
  expiring: {
    subject: 'The link to your second bank ends soon',
    text: 'The bank of your second account will soon ask you to confirm the link. Sign in there once to keep it.',
    label: 'Sign in to your bank',
  },
  verification_expired: {
    subject: 'Your second bank account could not be verified',
    text: meaningOfBankStatus('verification_expired').message,
    label: 'Verify your account',
  },
};

/** Reports a change of a linked bank. `about` is the link, its new state and the day; nothing is sent about a replaced bank. */
export async function bankStatusLetter({ database }: Deps, { scope, about }: LetterContext): Promise<Letter | null> {
  const [linkId = '', word = ''] = about.split(':');
  const link = await databaseOf(database, scope).bankLink.findUnique({ where: { receiver_id_id: { id: linkId } } });
  if (!link || link.unlinked_at !== null) return null;
  const isMain = link.role === 'main';
  const letter = (isMain ? statusLetters : secondBankLetters)[word];
  if (!letter) return null;
  const isStillSo = link.health === word || (link.health === 'healthy' && link.verification_status === word);
  if (!isStillSo) return null;
  return {
    subject: letter.subject,
    passages: [paragraph(letter.text), facts(['Account', accountName(link)])],
    action: { label: letter.label, path: isMain ? '/' : '/settings#second-bank' },
  };
}
