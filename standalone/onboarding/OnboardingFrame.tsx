import { useLocation } from 'react-router-dom';
import { ChecklistFrame } from './frames/ChecklistFrame.tsx';
import { ClassicFrame } from './frames/ClassicFrame.tsx';

/** The steps until the card is there: one a page, or as a checklist for programs whose onboarding is the new one. */
export function OnboardingFrame() {
  const { pathname } = useLocation();
  return pathname.startsWith('/onboarding-new') ? <ChecklistFrame /> : <ClassicFrame />;
}
