import { forceStep, type OnboardingStep, onboardingStep, screenFor } from '../../server/domain/onboarding/onboarding.ts';
import { useReceiver } from '../session/receiver.ts';
import { useGlobalQuery } from '../session/useGlobalQuery.ts';

/** The step that the merchant is at, or that the page's parameter forces: its number, and the screen that belongs to it. */
export function useShownStep(): { step: number; screen: OnboardingStep | 'FINISHED' } {
  const { receiver } = useReceiver();
  const { onboardingStep: forced } = useGlobalQuery();
  const step = forceStep(onboardingStep(receiver.completion), forced);
  return { step, screen: screenFor(step, receiver.wantsPhysicalCard) };
}
