import { reasonInWords } from '../../../domain/kyb/kybReasons.ts';
import type { Deps } from '../../deps.ts';
import { statusChanges } from '../../kyb/statusChanges.ts';
import { type Letter, list, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

interface Opening {
  subject: string;
  text: string;
  /** The decision's consequence for the account. */
  follows?: string;
  label: string;
}

const openings: Readonly<Record<string, Opening>> = {
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

/** The decisions that read otherwise to a merchant who has a card: the issuer has looked at the business before. */
const openingsWithCard: Readonly<Record<string, Opening>> = {
  ACCEPTED: {
    subject: 'Your business is verified',
    text: 'The card issuer has looked at your business again and verified it. Nothing more is needed for that.',
    label: 'Go on',
  },
  REJECTED: {
    subject: 'Your business is no longer accepted',
    text: 'The card issuer has looked at your business again and no longer accepts it:',
    follows: 'Your cards are paused until the issuer accepts it again. We still take what you owe from your bank on its due dates. You can also pay it now.',
    label: 'See what you can do',
  },
};

/**
 * Reports the issuer's decision about a business. `about` is the application, the status, and the number of changes of the
 * status until then; nothing is sent once the status has changed again.
 */
export async function kybStatusLetter(deps: Deps, { scope, receiver, program, about }: LetterContext): Promise<Letter | null> {
  const [, status = '', change = ''] = about.split(':');
  const opening = (receiver.lithic_card_token === null ? undefined : openingsWithCard[status]) ?? openings[status];
  if (!opening || receiver.kyb_status !== status) return null;
  if (Number(change) !== (await statusChanges(deps.database, scope))) return null;
  const words = status === 'PENDING_DOCUMENT' ? 'finding' : 'message';
  const reasons = status === 'ACCEPTED' ? [] : [...new Set(receiver.kyb_status_reasons.map((code) => reasonInWords(code)[words]))];
  return {
    subject: opening.subject,
    passages: [
      paragraph(opening.text),
      ...(reasons.length === 0 ? [] : [list(reasons)]),
      ...(opening.follows === undefined ? [] : [paragraph(opening.follows)]),
    ],
    action: { label: opening.label, path: program.onboardingPath },
  };
}
