import { type ReactNode, useState } from 'react';
import { GoOnContext } from '../../onboarding/goOn.ts';
import { useReceiver } from '../../session/receiver.ts';

/** The props of a dialog about a provider's window. */
export interface FlowProps {
  title: string;
  onClose: () => void;
}

/** Shows `open` while a provider's own window is open for the customer, and `done` once it has finished. */
export function ProviderFlow({ open, done }: { open: ReactNode; done: ReactNode }) {
  const { reload } = useReceiver();
  const [isDone, setIsDone] = useState(false);
  async function goOn() {
    setIsDone(true);
    await reload();
  }
  return <GoOnContext.Provider value={goOn}>{isDone ? done : open}</GoOnContext.Provider>;
}
