import { createContext, useContext } from 'react';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import type { Receiver } from '../../server/domain/receiver/receiver.ts';

export interface ReceiverState {
  /** The receiver being viewed: the customer while staff masquerade, otherwise whoever is signed in. */
  receiver: ReceiverAnswer;
  /** The receiver of whoever is signed in. */
  loggedInReceiver: ReceiverAnswer;
  isMasquerading: boolean;
  /**
   * Saves changes to the viewed receiver and shows the saved record; nothing is sent when nothing changes. One save
   * follows another in the order in which they were asked for. Throws an ApiProblem, and then nothing is changed.
   */
  update(changes: Partial<Receiver>): Promise<void>;
  /** Loads the viewed receiver anew, after a call that changed it at the server. */
  reload(): Promise<void>;
}

export const ReceiverContext = createContext<ReceiverState | undefined>(undefined);

/** The receiver of the page. For pages inside the guard, which are shown once it has been loaded. */
export function useReceiver(): ReceiverState {
  const state = useContext(ReceiverContext);
  if (!state) throw new Error('useReceiver is used outside of the guard');
  return state;
}
