import { isOnItsWay } from '../card/card.ts';
import { milestones, progressOf } from '../onboarding/milestones.ts';
import { isOnboarded, onboardingStep } from '../onboarding/onboarding.ts';
import type { ClosingState } from '../receiver/closing.ts';
import { type Block, blockLabels } from '../spendingPower/blocks.ts';

/** The state of a customer's account and card in a few words, for the top of the staff's page about them. */

interface StateFacts {
  readonly closing: ClosingState | null;
  readonly blocks: readonly Block[];
  /** The onboarding checklist. */
  readonly completion: Parameters<typeof milestones>[0];
}

/** Says whether an account works, the gravest first: that it closes, what holds it, that its setup is not finished. */
export function accountStateInWords({ closing, blocks, completion }: StateFacts): string {
  if (closing !== null) return closing === 'closed' ? 'Closed' : 'Closing';
  if (blocks.length > 0) return blockLabels(blocks, 'staff');
  const step = onboardingStep(completion);
  if (isOnboarded(step)) return 'Open';
  const all = milestones(completion, step);
  const { place, count } = progressOf(all);
  return `Setup unfinished, at step ${place} of ${count}: ${all[place - 1]?.title}`;
}

/** Says whether the card of a customer's home works. `card` is null before it is issued. */
export function homeCardInWords(card: { readonly state: string; readonly is_on_hold: boolean } | null): string {
  if (card === null) return 'None yet';
  if (card.is_on_hold) return 'Paused by the customer';
  if (isOnItsWay(card.state)) return 'Active, its plastic is on its way';
  if (card.state === 'OPEN') return 'Active';
  return card.state === 'PAUSED' ? 'Paused' : 'Closed';
}
