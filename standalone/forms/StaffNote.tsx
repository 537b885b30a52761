import type { ReactNode } from 'react';
import type { Action } from '../../server/domain/access/access.ts';
import { whoCan } from '../../server/domain/access/teamWords.ts';
import { useReceiver } from '../session/receiver.ts';
import { Small } from './Actions.ts';

/** Returns whom to ask instead: the owner, for a member of the team and for a store's staff; for ours that only the customer can do it. */
export function useOwnerNote(): string {
  const { receiver, isMasquerading } = useReceiver();
  if (receiver.owner_needed !== null) return receiver.owner_needed;
  return isMasquerading || receiver.role === 'owner' ? 'Only the customer can do this, signed in as themselves.' : whoCan(receiver.role, 'owner');
}

/** Shows the children to a person who has the ability; whoever lacks it reads instead who can do this. */
export function StaffNote({ action, children }: { action: Action; children: ReactNode }) {
  const { receiver } = useReceiver();
  const note = useOwnerNote();
  return receiver.abilities.includes(action) ? children : <Small>{note}</Small>;
}
