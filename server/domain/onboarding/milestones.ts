import { isMerchantsTurn } from '../kyb/kybStatus.ts';
import { agreementTitles } from './agreements.ts';
import { type ChecklistKey, type OnboardingStep, onboardingSteps } from './onboarding.ts';
import { kybNotice } from './stepTexts.ts';

/** The one milestone that a shop with our app installed reaches without the merchant. */
export const storeMilestone = 'Store or accounting';

/** The one milestone that the issuer may come back to after it was done. */
const businessMilestone = 'Business verification';

/** The milestones in order, in the merchant's words. */
const plan = {
  privacy_policy: { title: agreementTitles.privacy_policy, hint: 'What we know about you and what we do with it' },
  terms_and_conditions: { title: agreementTitles.terms_and_conditions, hint: 'What we promise each other' },
  card_holders_agreement: { title: agreementTitles.card_holders_agreement, hint: 'How the card is used and repaid' },
  business: { title: businessMilestone, hint: 'Who owns and runs the business, about five minutes' },
  bank: { title: 'Bank account', hint: 'Repayments are drawn from it' },
  store: { title: storeMilestone, hint: 'Your sales make your spending power' },
  card: { title: 'Your card', hint: 'Virtual at once, physical if you like' },
  approval: { title: 'Approval', hint: 'The card issuer says yes' },
};

type MilestoneKey = keyof typeof plan;

/**
 * The milestone of each checklist entry; null for an entry that needs no action. Signing in to the bank again and
 * waiting for its deposits are parts of linking it, and a physical card's address is a part of the card, so that no
 * merchant is shown steps that most never reach.
 */
const milestoneOf: Readonly<Record<ChecklistKey, MilestoneKey | null>> = {
  user: null,
  privacy_policy: 'privacy_policy',
  terms_and_conditions: 'terms_and_conditions',
  card_holders_agreement: 'card_holders_agreement',
  kyb_submitted: 'business',
  bank_linked: 'bank',
  bank_link_healthy: 'bank',
  bank_verified: 'bank',
  accounting_connected: 'store',
  card_requested: 'card',
  physical_card_settled: 'card',
  kyb_accepted_and_card_ready: 'approval',
};

export interface Milestone {
  title: string;
  /** Its purpose in a few words, or what the card issuer says of it. */
  hint: string;
  /** `objected`: the merchant has done it, and the card issuer came back to it. */
  state: 'done' | 'objected' | 'current' | 'later';
}

interface Entry {
  key: string;
  step: string;
  isComplete: boolean;
}

/** Returns all milestones with their states. `step` is the number of the step that is shown; -1 when everything is done. */
export function milestones(completion: readonly Entry[], step: number): Milestone[] {
  const shown: OnboardingStep | undefined = onboardingSteps[step];
  const isDone = (key: string) => completion.some((entry) => entry.key === key && entry.isComplete);
  const isShown = (key: string) => completion.some((entry) => entry.key === key && entry.step === shown);
  return Object.entries(plan).map(([milestone, { title, hint }]) => {
    const keys = Object.entries(milestoneOf).flatMap(([key, part]) => (part === milestone ? [key] : []));
    return { title, hint, state: keys.some(isShown) ? 'current' : keys.every(isDone) ? 'done' : 'later' };
  });
}

/** Returns the milestones with what the card issuer says of a verification that the merchant has done. */
export function withObjection(all: readonly Milestone[], kybStatus: string | null): Milestone[] {
  const isObjected = ({ title, state }: Milestone) => isMerchantsTurn(kybStatus) && title === businessMilestone && state === 'done';
  return all.map((milestone) => (isObjected(milestone) ? { ...milestone, state: 'objected', hint: kybNotice(kybStatus).heading } : milestone));
}

/** Returns the number of the current milestone, from 1, and the count of all; the last when everything is done. */
export function progressOf(all: readonly Milestone[]): { place: number; count: number } {
  const current = all.findIndex(({ state }) => state === 'current');
  const done = all.filter(({ state }) => state === 'done').length;
  return { place: current === -1 ? Math.min(done + 1, all.length) : current + 1, count: all.length };
}
