import type { Deps } from '../../deps.ts';
import { type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** Tells that an account is closed: nothing is owed on either side any more. `about` is when that was. */
export function accountClosedLetter(_deps: Deps, { program, receiver }: LetterContext): Letter | null {
  if (receiver.closed_at === null) return null;
  const hasCard = receiver.lithic_card_token !== null;
  return {
    subject: `Your ${program.name} account is closed`,
    passages: [
      paragraph('You owe nothing, and nothing is left to pay to you.'),
      ...(hasCard ? [paragraph('A refund that still arrives is paid to your bank, and a late charge is drawn from it.')] : []),
      paragraph(`You can still sign in and read your statements. If you did not expect this, write to ${program.supportEmail}.`),
    ],
    action: { label: 'See your statements', path: '/reports' },
  };
}
