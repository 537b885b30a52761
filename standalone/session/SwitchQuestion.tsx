import { Text } from '@bigcommerce/big-design';
import { useState } from 'react';
import { Dialog } from '../layout/Dialog.tsx';
import type { AuthenticatedUser } from './user.ts';

interface SwitchQuestionProps {
  signedIn: AuthenticatedUser;
  other: AuthenticatedUser;
  onSwitch: () => void;
  onStay: () => void;
  /** Makes the store open the account of the person signed in from now on. Rejects with a message for the reader. */
  onConnect: () => Promise<void>;
}

/** Asks before a link switches the person signed in, or joins two accounts: anybody may have sent the link. */
export function SwitchQuestion({ signedIn, other, onSwitch, onStay, onConnect }: SwitchQuestionProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  function connect() {
    setIsBusy(true);
    setProblem(null);
    onConnect().catch((failure: Error) => {
      setIsBusy(false);
      setProblem(failure.message);
    });
  }

  return (
    <Dialog
      title="Switch accounts?"
      isBusy={isBusy}
      onClose={onStay}
      actions={[
        { text: 'Stay signed in', variant: 'subtle', onClick: onStay },
        { text: 'Connect this store', variant: 'secondary', isLoading: isBusy, onClick: connect },
        { text: 'Switch account', onClick: onSwitch },
      ]}
    >
      <Text>
        You are signed in as <strong>{signedIn.email}</strong>. The link you opened is for <strong>{other.email || 'your store'}</strong>.
      </Text>
      <Text>Switch only if you opened it yourself. The switch is for this tab, until you close or reload it.</Text>
      <Text>
        Is the store yours? Connect it, and it opens the account of <strong>{signedIn.email}</strong> from now on. Whoever runs the store then gets into that
        account.
      </Text>
      {problem && <p role="alert">{problem}</p>}
    </Dialog>
  );
}
