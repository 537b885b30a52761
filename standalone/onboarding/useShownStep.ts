import { forceStep, type OnboardingStep, onboardingStep, screenFor } from '../../server/domain/onboarding/onboarding.ts';
import { useReceiver } from '../session/receiver.ts';
import { useGlobalQuery } from '../session/useGlobalQuery.ts';

/** Returns the number and the screen of the merchant's current step, or of the step that the page's parameter forces. */
export function useShownStep(): { step: number; screen: OnboardingStep | 'FINISHED' } {
  const { receiver } = useReceiver();
  const { onboardingStep: forced } = useGlobalQuery();
  const step = forceStep(onboardingStep(receiver.completion), forced);
  return { step, screen: screenFor(step, receiver.wantsPhysicalCard) };
}
