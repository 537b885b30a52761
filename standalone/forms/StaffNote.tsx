import type { ReactNode } from 'react';
import type { Action } from '../../server/domain/access/access.ts';
import { useReceiver } from '../session/receiver.ts';
import { Small } from './Actions.ts';

export const onlyCustomers = 'Only the customer can do this, signed in as themselves.';

/** What needs an ability that whoever looks may not have; staff who view a customer read instead that it is not for them. */
export function StaffNote({ action, children }: { action: Action; children: ReactNode }) {
  const { receiver } = useReceiver();
  if (receiver.abilities.includes(action)) return children;
  return <Small>{onlyCustomers}</Small>;
}
