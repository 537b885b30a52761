import { createContext, useContext } from 'react';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';

/** Goes on from the record that a step has led to. Rejects when that could not be loaded. */
export type GoOn = (record: ReceiverAnswer) => Promise<void>;

export const GoOnContext = createContext<GoOn | undefined>(undefined);

/** What a step calls once it has had its effect. */
export function useGoOn(): GoOn {
  const goOn = useContext(GoOnContext);
  if (!goOn) throw new Error('useGoOn is used outside of the onboarding');
  return goOn;
}
