import { createContext, useContext } from 'react';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';

/** Continues the onboarding with the record that a finished step returned. Rejects when the page's record could not be reloaded. */
export type StepDone = (record: ReceiverAnswer) => Promise<void>;

export const StepDoneContext = createContext<StepDone | undefined>(undefined);

/** Returns the function that a step calls once it is done. */
export function useStepDone(): StepDone {
  const stepDone = useContext(StepDoneContext);
  if (!stepDone) throw new Error('useStepDone is used outside of the onboarding');
  return stepDone;
}
