import { Text } from '@bigcommerce/big-design';
import { Dialog } from '../layout/Dialog.tsx';
import type { AuthenticatedUser } from './user.ts';

interface SwitchQuestionProps {
  signedIn: AuthenticatedUser;
  other: AuthenticatedUser;
  onSwitch: () => void;
  onStay: () => void;
}

/** Asks before a link makes somebody another person: it may have been sent by anybody. */
export function SwitchQuestion({ signedIn, other, onSwitch, onStay }: SwitchQuestionProps) {
  return (
    <Dialog
      title="Switch accounts?"
      onClose={onStay}
      actions={[
        { text: 'Stay signed in', variant: 'subtle', onClick: onStay },
        { text: 'Switch account', onClick: onSwitch },
      ]}
    >
      <Text>
        You are signed in as <strong>{signedIn.email}</strong>. The link you opened is for <strong>{other.email}</strong>.
      </Text>
      <Text>Switch only if you opened it yourself. The switch is for this tab, until you close or reload it.</Text>
    </Dialog>
  );
}
