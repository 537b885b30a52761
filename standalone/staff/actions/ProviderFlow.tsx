import { type ReactNode, useState } from 'react';
import { StepDoneContext } from '../../onboarding/stepDone.ts';
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
  async function stepDone() {
    setIsDone(true);
    await reload();
  }
  return <StepDoneContext.Provider value={stepDone}>{isDone ? done : open}</StepDoneContext.Provider>;
}
