import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../../layout/Dialog.tsx';
import { BankWindowProblem } from '../../onboarding/bank/BankWindowProblem.tsx';
import { useBankWindow } from '../../onboarding/bank/useBankWindow.ts';
import { GoOnContext } from '../../onboarding/goOn.ts';
import { useReceiver } from '../../session/receiver.ts';

interface FlowProps {
  title: string;
  onClose: () => void;
}

/** The bank's window, opened for the customer to change the linked account. */
export function BankUpdate({ title, onClose }: FlowProps) {
  const { reload } = useReceiver();
  const [isDone, setIsDone] = useState(false);
  async function goOn() {
    setIsDone(true);
    await reload();
  }
  return (
    <GoOnContext.Provider value={goOn}>{isDone ? <Updated title={title} onClose={onClose} /> : <Open title={title} onClose={onClose} />}</GoOnContext.Provider>
  );
}

function Open({ title, onClose }: FlowProps) {
  const bank = useBankWindow();
  const open = useRef(bank.open);
  useEffect(() => void open.current('update'), []);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={[
        { text: 'Close', variant: 'subtle', onClick: onClose },
        { text: 'Open the window again', isLoading: bank.isBusy, onClick: () => void bank.open('update') },
      ]}
    >
      <BankWindowProblem {...bank} />
      {!bank.problem && <p role="status">Go on in the bank’s window.</p>}
    </Dialog>
  );
}

function Updated({ title, onClose }: FlowProps) {
  return (
    <Dialog title={`${title}: done`} onClose={onClose} actions={[{ text: 'Close', onClick: onClose }]}>
      <p role="status">The account was updated.</p>
    </Dialog>
  );
}
