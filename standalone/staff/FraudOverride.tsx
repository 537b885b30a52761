import { Button } from '@bigcommerce/big-design';
import { useState } from 'react';
import { can } from '../../server/domain/access/access.ts';
import { adminMenuEntry } from '../../server/domain/staff/adminActions.ts';
import { Card } from '../layout/Card.tsx';
import { useReceiver } from '../session/receiver.ts';
import { ActionDialog } from './actions/ActionDialog.tsx';

/** Offers Mark as Fraud to staff whose role does not include it: the override flag goes with the action, and is recorded. */
export function FraudOverride() {
  const { receiver, loggedInReceiver } = useReceiver();
  const [isAsking, setIsAsking] = useState(false);
  const { id: receiverId, admin, support } = loggedInReceiver;
  // Staff act as the owners of their own accounts.
  const caller = { receiverId, role: 'owner' as const, admin, support };
  const needsOverride = !can(caller, 'mark_as_fraud', receiver) && can(caller, 'mark_as_fraud', receiver, { overrideFraud: true });
  // The open dialog tells the result, also once there is nothing left to do.
  if (!isAsking && (!needsOverride || receiver.is_fraud)) return null;
  return (
    <Card title="Mark as Fraud with the override">
      <p>Your role does not include Mark as Fraud. In urgent cases you can do it with the override, which the audit log names.</p>
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        Mark as Fraud with the override
      </Button>
      {isAsking && <ActionDialog entry={adminMenuEntry('mark_as_fraud', receiver)} overrideFraud onClose={() => setIsAsking(false)} />}
    </Card>
  );
}
