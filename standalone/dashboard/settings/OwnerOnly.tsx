import type { ReactNode } from 'react';
import { customerOnlyNote } from '../../forms/StaffNote.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { Lead } from './Section.tsx';

/** Shows the children to the owner of the account alone. The store's staff read whom to ask, and ours that only the customer can do this. */
export function OwnerOnly({ children }: { children: ReactNode }) {
  const { receiver, isMasquerading } = useReceiver();
  if (receiver.owner_needed === null && !isMasquerading) return children;
  return <Lead>{receiver.owner_needed ?? customerOnlyNote}</Lead>;
}
