import { reasonInWords } from '../../../domain/kyb/kybReasons.ts';
import type { Deps } from '../../deps.ts';
import { type Letter, list, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

const openings: Readonly<Record<string, { subject: string; text: string; label: string }>> = {
  ACCEPTED: {
    subject: 'Your business is verified',
    text: 'The card issuer has verified your business. Your card is ready as soon as every other step is done.',
    label: 'Go on',
  },
  PENDING_RESUBMIT: {
    subject: 'Please correct your business details',
    text: 'The card issuer could not confirm everything that you entered:',
    label: 'Correct it',
  },
  PENDING_DOCUMENT: { subject: 'A document is needed', text: 'The card issuer needs a document to verify your business:', label: 'Send a document' },
  REJECTED: { subject: 'Your business was not accepted', text: 'The card issuer did not accept your business:', label: 'See what you can do' },
};

/** Reports the issuer's decision about a business. `about` is the application and the status; nothing is sent once the status has changed again. */
export function kybStatusLetter(_deps: Deps, { receiver, program, about }: LetterContext): Letter | null {
  const status = about.split(':')[1] ?? '';
  const opening = openings[status];
  if (!opening || receiver.kyb_status !== status) return null;
  const words = status === 'PENDING_DOCUMENT' ? 'finding' : 'message';
  const reasons = status === 'ACCEPTED' ? [] : [...new Set(receiver.kyb_status_reasons.map((code) => reasonInWords(code)[words]))];
  return {
    subject: opening.subject,
    passages: [paragraph(opening.text), ...(reasons.length === 0 ? [] : [list(reasons)])],
    action: { label: opening.label, path: program.onboardingPath },
  };
}
