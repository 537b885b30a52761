import { useEffect, useRef } from 'react';
import { Dialog } from '../../layout/Dialog.tsx';
import { BankWindowProblem } from '../../onboarding/bank/BankWindowProblem.tsx';
import { useBankWindow } from '../../onboarding/bank/useBankWindow.ts';
import { type FlowProps, ProviderFlow } from './ProviderFlow.tsx';

/** Opens the bank's window for the customer, to change the linked account. */
export function BankUpdate(dialog: FlowProps) {
  return <ProviderFlow {...dialog} open={<Open {...dialog} />} done="The account was updated." />;
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
