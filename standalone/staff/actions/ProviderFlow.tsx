import { type ReactNode, useState } from 'react';
import { GoOnContext } from '../../onboarding/goOn.ts';
import { useReceiver } from '../../session/receiver.ts';

/** What a dialog about a provider's flow gets. */
export interface FlowProps {
  title: string;
  onClose: () => void;
}

/** A provider's own window, opened for the customer: what stands behind it while it is open, and once it has done its work. */
export function ProviderFlow({ open, done }: { open: ReactNode; done: ReactNode }) {
  const { reload } = useReceiver();
  const [isDone, setIsDone] = useState(false);
  async function goOn() {
    setIsDone(true);
    await reload();
  }
  return <GoOnContext.Provider value={goOn}>{isDone ? done : open}</GoOnContext.Provider>;
}
