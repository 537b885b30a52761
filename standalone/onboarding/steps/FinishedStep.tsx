import { useReceiver } from '../../session/receiver.ts';
import { Accepted } from '../approval/Accepted.tsx';

/** The screen of a finished onboarding, also when the page's parameter forces it. */
export function FinishedStep() {
  const { receiver } = useReceiver();
  return <Accepted receiver={receiver} />;
}
