import { Dropdown, type DropdownItem } from '@bigcommerce/big-design';
import { useId, useState } from 'react';
import { useFocusOn } from '../../../server/browser/useFocusOn.ts';
import type { ReceiverAnswer } from '../../../server/contract/receiver.ts';
import { type AdminMenuEntry, adminActions, adminConfirmation } from '../../../server/domain/staff/adminActions.ts';
import { useReceiver } from '../../session/receiver.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { ListButton } from './ListButton.tsx';

const name = 'Admin Actions';

/** The menu of actions that the person signed in may apply to the viewed customer. Once the masquerade is over, only an open dialog stays, with its result. */
export function AdminActions({ isOver }: { isOver: boolean }) {
  const { receiver, loggedInReceiver } = useReceiver();
  const menuId = useId();
  const buttonId = useId();
  const [chosen, setChosen] = useState<AdminMenuEntry | null>(null);
  // The result's dialog would return the focus to the form's dialog, which is gone.
  useFocusOn(buttonId, chosen === null ? 'closed' : null);
  const { id: receiverId, admin, support } = loggedInReceiver;
  const entries = adminActions({ receiverId, role: 'owner', admin, support }, receiver, { offersCommerce: hasReachedStore(receiver) });
  if (entries.length === 0) return null;
  return (
    <>
      {!isOver && (
        <Dropdown
          id={menuId}
          aria-label={name}
          placement="bottom-end"
          positionFixed
          maxHeight={480}
          items={entries.map(
            (entry): DropdownItem => ({
              content: entry.label,
              disabled: entry.unavailable !== null,
              ...(entry.unavailable !== null && { description: entry.unavailable }),
              actionType: adminConfirmation(entry.action, receiver) === null ? 'normal' : 'destructive',
              onItemClick: () => setChosen(entry),
            }),
          )}
          toggle={
            <ListButton id={buttonId} listId={menuId}>
              {name}
            </ListButton>
          }
        />
      )}
      {chosen && <ActionDialog entry={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

/** Decides whether a store can be connected: from its step of the onboarding on; before that, the server refuses. */
function hasReachedStore({ completion }: ReceiverAnswer): boolean {
  return completion
    .slice(
      0,
      completion.findIndex(({ key }) => key === 'accounting_connected'),
    )
    .every(({ isComplete }) => isComplete);
}
