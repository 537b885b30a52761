import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { type Milestone, milestones, storeMilestone } from '../../server/domain/onboarding/milestones.ts';
import { onboardingStep } from '../../server/domain/onboarding/onboarding.ts';

/** What a shop's merchant has to do, with its state. The shop's own sales come by themselves, so they are told of only where they do not. */
export function merchantsMilestones(completion: ReceiverAnswer['completion']): Milestone[] {
  return milestones(completion, onboardingStep(completion)).filter(({ title, state }) => title !== storeMilestone || state === 'current');
}
