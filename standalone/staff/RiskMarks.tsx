import { Badge } from '@bigcommerce/big-design';
import type { Receiver } from '../../server/domain/receiver/receiver.ts';

/** Badges beside an account's name that say whether it is marked as fraud or locked. */
export function RiskMarks({ is_fraud, is_locked }: Pick<Receiver, 'is_fraud' | 'is_locked'>) {
  return (
    <>
      {is_fraud && <Badge label="Fraud" variant="danger" />}
      {is_locked && <Badge label="Locked" variant="warning" />}
    </>
  );
}
