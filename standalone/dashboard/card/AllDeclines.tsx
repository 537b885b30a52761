import { remedyStateOf } from '../../../server/domain/card/declines.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useCardSwitch } from '../home/useCardSwitch.ts';
import { Declines } from './Declines.tsx';
import { useRemedies } from './useRemedies.tsx';

/** The declined purchases of all cards. */
export function AllDeclines() {
  const { receiver } = useReceiver();
  const cardSwitch = useCardSwitch();
  const remedies = useRemedies(cardSwitch);
  return <Declines remedyState={remedyStateOf(cardSwitch.card ?? null, receiver)} remedies={remedies} />;
}
