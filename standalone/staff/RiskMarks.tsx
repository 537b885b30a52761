import { Badge } from '@bigcommerce/big-design';
import type { Receiver } from '../../server/domain/receiver/receiver.ts';

/** Badges beside an account's name that say whether it is marked as fraud, locked or blacklisted, and whether it subscribes. */
export function RiskMarks({
  is_fraud,
  is_locked,
  is_black_listed,
  is_subscribed,
}: Pick<Receiver, 'is_fraud' | 'is_locked' | 'is_black_listed' | 'is_subscribed'>) {
  return (
    <>
      {is_fraud && <Badge label="Fraud" variant="danger" />}
      {is_locked && <Badge label="Locked" variant="warning" />}
      {is_black_listed && <Badge label="Blacklisted" variant="danger" />}
      {is_subscribed && <Badge label="Subscriber" variant="success" />}
    </>
  );
}
