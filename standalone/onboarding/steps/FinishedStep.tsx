import { useReceiver } from '../../session/receiver.ts';
import { Accepted } from '../approval/Accepted.tsx';

/** Everything is done already, or the page's parameter says so. */
export function FinishedStep() {
  const { receiver } = useReceiver();
  return <Accepted receiver={receiver} />;
}
