import { remedyStateOf } from '../../../server/domain/card/declines.ts';
import { useReceiver } from '../../session/receiver.ts';
import { Declines } from '../card/Declines.tsx';
import { useRemedies } from '../card/useRemedies.tsx';
import { useCardSwitch } from '../home/useCardSwitch.ts';

/** The declined purchases of all cards. */
export function AllDeclines() {
  const { receiver } = useReceiver();
  const cardSwitch = useCardSwitch();
  const remedies = useRemedies(cardSwitch);
  return <Declines remedyState={remedyStateOf(cardSwitch.card ?? null, receiver)} remedies={remedies} />;
}
