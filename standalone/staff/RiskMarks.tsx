import { Badge } from '@bigcommerce/big-design';
import type { Receiver } from '../../server/domain/receiver/receiver.ts';

/** What is wrong with an account, where it is named. */
export function RiskMarks({ is_fraud, is_locked }: Pick<Receiver, 'is_fraud' | 'is_locked'>) {
  return (
    <>
      {is_fraud && <Badge label="Fraud" variant="danger" />}
      {is_locked && <Badge label="Locked" variant="warning" />}
    </>
  );
}
