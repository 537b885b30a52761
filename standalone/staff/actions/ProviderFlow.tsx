import { type ReactNode, useState } from 'react';
import { Dialog } from '../../layout/Dialog.tsx';
import { StepDoneContext } from '../../onboarding/stepDone.ts';
import { useReceiver } from '../../session/receiver.ts';

/** The props of a dialog about a provider's window. */
export interface FlowProps {
  title: string;
  onClose: () => void;
}

interface ProviderFlowProps extends FlowProps {
  /** The dialog while the window is open. */
  open: ReactNode;
  /** The past event, in words. */
  done: string;
}

/** Shows `open` while a provider's own window is open for the customer, and says `done` once that has finished. */
export function ProviderFlow({ title, onClose, open, done }: ProviderFlowProps) {
  const { reload } = useReceiver();
  const [isDone, setIsDone] = useState(false);
  async function stepDone() {
    setIsDone(true);
    await reload();
  }
  if (isDone)
    return (
      <Dialog title={`${title}: done`} onClose={onClose} actions={[{ text: 'Close', onClick: onClose }]}>
        <p role="status">{done}</p>
      </Dialog>
    );
  return <StepDoneContext.Provider value={stepDone}>{open}</StepDoneContext.Provider>;
}
