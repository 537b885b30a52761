import type { ReactNode } from 'react';
import { useOwnerNote } from '../../forms/StaffNote.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { Lead } from './Section.tsx';

/** Shows the children to the owner of the account alone. Everybody else reads whom to ask. */
export function OwnerOnly({ children }: { children: ReactNode }) {
  const { receiver, isMasquerading } = useReceiver();
  const note = useOwnerNote();
  const isOwner = receiver.owner_needed === null && receiver.role === 'owner' && !isMasquerading;
  return isOwner ? children : <Lead>{note}</Lead>;
}
