import { Button, Dropdown } from '@bigcommerce/big-design';
import { ArrowDropDownIcon } from '@bigcommerce/big-design-icons';
import { useState } from 'react';
import type { ReceiverAnswer } from '../../../server/contract/receiver.ts';
import { type AdminMenuEntry, adminActions, adminConfirmation } from '../../../server/domain/adminActions.ts';
import { useReceiver } from '../../session/receiver.ts';
import { ActionDialog } from './ActionDialog.tsx';

/** What the one signed in may do to the customer being viewed, as a menu. */
export function AdminActions() {
  const { receiver, loggedInReceiver } = useReceiver();
  const [chosen, setChosen] = useState<AdminMenuEntry | null>(null);
  const { id: receiverId, admin, support } = loggedInReceiver;
  const entries = adminActions({ receiverId, admin, support }, receiver, { offersCommerce: hasReachedStore(receiver) });
  if (entries.length === 0) return null;
  return (
    <>
      <Dropdown
        placement="bottom-end"
        positionFixed
        maxHeight={480}
        items={entries.map((entry) => ({
          content: entry.label,
          actionType: adminConfirmation(entry.action, receiver) === null ? 'normal' : 'destructive',
          onItemClick: () => setChosen(entry),
        }))}
        toggle={
          <Button variant="secondary" iconRight={<ArrowDropDownIcon />}>
            Admin Actions
          </Button>
        }
      />
      {chosen && <ActionDialog entry={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

/** A store can be connected from its step of the onboarding on; before it the server refuses. */
function hasReachedStore({ completion }: ReceiverAnswer): boolean {
  return completion
    .slice(
      0,
      completion.findIndex(({ key }) => key === 'accounting_connected'),
    )
    .every(({ isComplete }) => isComplete);
}
