import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { type Milestone, milestones, storeMilestone } from '../../server/domain/onboarding/milestones.ts';
import { onboardingStep } from '../../server/domain/onboarding/onboarding.ts';

/** Returns the onboarding milestones of a shop's merchant. The shop connects its sales by itself, so that milestone is listed only while it is the current one. */
export function merchantMilestones(completion: ReceiverAnswer['completion']): Milestone[] {
  return milestones(completion, onboardingStep(completion)).filter(({ title, state }) => title !== storeMilestone || state === 'current');
}
