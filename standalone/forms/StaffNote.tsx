import type { ReactNode } from 'react';
import type { Action } from '../../server/domain/access/access.ts';
import { useReceiver } from '../session/receiver.ts';
import { Small } from './Actions.ts';

export const customerOnlyNote = 'Only the customer can do this, signed in as themselves.';

/** Shows the children to a person who has the ability; staff without it read instead that only the customer can do this. */
export function StaffNote({ action, children }: { action: Action; children: ReactNode }) {
  const { receiver } = useReceiver();
  if (receiver.abilities.includes(action)) return children;
  return <Small>{customerOnlyNote}</Small>;
}
