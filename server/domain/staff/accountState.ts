import { isOnItsWay } from '../card/card.ts';
import type { ClosingState } from '../receiver/closing.ts';
import { type Block, blockLabels } from '../spendingPower/blocks.ts';

/** The state of a customer's account and card in a few words, for the top of the staff's page about them. */

interface StateFacts {
  readonly closing: ClosingState | null;
  readonly blocks: readonly Block[];
  /** The onboarding checklist. */
  readonly completion: readonly { readonly isComplete: boolean }[];
}

/** Says whether an account works, the gravest first: that it closes, what holds it, that its setup is not finished. */
export function accountStateInWords({ closing, blocks, completion }: StateFacts): string {
  if (closing !== null) return closing === 'closed' ? 'Closed' : 'Closing';
  if (blocks.length > 0) return blockLabels(blocks, 'staff');
  const done = completion.filter(({ isComplete }) => isComplete).length;
  return done < completion.length ? `Setup unfinished, ${done} of ${completion.length} steps done` : 'Open';
}

/** Says whether the card of a customer's home works. `card` is null before it is issued. */
export function homeCardInWords(card: { readonly state: string; readonly is_on_hold: boolean } | null): string {
  if (card === null) return 'None yet';
  if (card.is_on_hold) return 'On hold by the customer';
  if (isOnItsWay(card.state)) return 'Active, its plastic is on its way';
  if (card.state === 'OPEN') return 'Active';
  return card.state === 'PAUSED' ? 'Paused' : 'Closed';
}
