import { forceStep, missingScreen, type OnboardingStep, onboardingStep, screenFor } from '../../server/domain/onboarding/onboarding.ts';
import { useReceiver } from '../session/receiver.ts';
import { useGlobalQuery } from '../session/useGlobalQuery.ts';

/** Returns the number and the screen of the merchant's current step, or of the step that the page's parameter forces where that has a screen. */
export function useShownStep(): { step: number; screen: OnboardingStep | 'FINISHED' } {
  const { receiver } = useReceiver();
  const { onboardingStep: forced } = useGlobalQuery();
  const next = onboardingStep(receiver.completion);
  const step = useMissingScreen() === null ? forceStep(next, forced) : next;
  return { step, screen: screenFor(step, receiver.wantsPhysicalCard) };
}

/** Returns why the step that the page's parameter forces has no screen; null when it has one, and when none is forced. */
export function useMissingScreen(): string | null {
  const { receiver } = useReceiver();
  const { onboardingStep: forced, unreadableStep } = useGlobalQuery();
  return missingScreen(forced ?? unreadableStep, receiver.completion);
}
