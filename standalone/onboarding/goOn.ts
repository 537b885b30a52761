import { createContext, useContext } from 'react';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';

/** Continues the onboarding with the record that a finished step returned. Rejects when the page's record could not be reloaded. */
export type GoOn = (record: ReceiverAnswer) => Promise<void>;

export const GoOnContext = createContext<GoOn | undefined>(undefined);

/** Returns the function that a step calls once it is done. */
export function useGoOn(): GoOn {
  const goOn = useContext(GoOnContext);
  if (!goOn) throw new Error('useGoOn is used outside of the onboarding');
  return goOn;
}
