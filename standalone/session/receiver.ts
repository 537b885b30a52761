import { createContext, useContext } from 'react';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import type { Receiver } from '../../server/domain/receiver/receiver.ts';

export interface ReceiverState {
  /** The viewed receiver: the customer during a masquerade, else the person signed in. */
  receiver: ReceiverAnswer;
  /** The receiver of the person signed in. */
  loggedInReceiver: ReceiverAnswer;
  isMasquerading: boolean;
  /**
   * Saves changes to the viewed receiver and shows the saved record; sends nothing when nothing changes. Saves run one after
   * the other, in the order of their calls. Throws a CallFailure, and then nothing has changed.
   */
  update(changes: Partial<Receiver>): Promise<void>;
  /** Reloads the viewed receiver, after a call that changed it on the server. */
  reload(): Promise<void>;
  /** Shows a record of the viewed receiver that was just read. */
  show(record: ReceiverAnswer): void;
}

export const ReceiverContext = createContext<ReceiverState | undefined>(undefined);

/** Returns the page's receiver. For pages inside the guard, which shows them once the receiver is loaded. */
export function useReceiver(): ReceiverState {
  const state = useContext(ReceiverContext);
  if (!state) throw new Error('useReceiver is used outside of the guard');
  return state;
}
