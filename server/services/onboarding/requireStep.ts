import { linkFirst } from '../../domain/bank/bankRole.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { type ChecklistKey, missingBefore, type OnboardingStep } from '../../domain/onboarding/onboarding.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { wireReceiver } from '../receiver/wireReceiver.ts';
import { onboardingFacts } from './onboardingFacts.ts';

/** The instruction for each condition that is not met. */
const instructions: Readonly<Record<ChecklistKey, string>> = {
  user: 'Sign in first.',
  privacy_policy: 'Accept the Privacy Policy first.',
  terms_and_conditions: 'Accept the Terms and Conditions first.',
  card_holders_agreement: 'Accept the Card Holders Agreement first.',
  kyb_submitted: 'Send in your business verification first.',
  bank_linked: linkFirst.main,
  bank_link_healthy: 'Sign in to your bank again first.',
  bank_verified: 'Your bank account has to be verified first.',
  accounting_connected: 'Connect your store or accounting system first.',
  card_requested: 'Ask for your card first.',
  physical_card_settled: 'Say first where your card is to be sent.',
  kyb_accepted_and_card_ready: 'The card issuer has to accept your business first.',
};

/**
 * Refuses an onboarding step while an earlier one is not done, whatever the page shows. Throws `step_out_of_order` with
 * the first thing to do.
 */
export async function requireStep(deps: Deps, view: ReceiverView, step: OnboardingStep): Promise<void> {
  const missing = missingBefore(step, wireReceiver(view.receiver), await onboardingFacts(deps, view));
  const [first] = missing;
  if (first !== undefined) throw new DomainError('step_out_of_order', { reason: instructions[first], missing });
}
