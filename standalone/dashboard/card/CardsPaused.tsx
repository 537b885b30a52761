import { wayToPay } from '../../../server/domain/repayment/payNow.ts';
import { pausedCardsWords } from '../../../server/domain/spendingPower/blockEnds.ts';
import { useReceiver } from '../../session/receiver.ts';
import { AccountHeld } from '../home/AccountHeld.tsx';
import { WayLink } from '../WayLink.tsx';

/** Says on a page about cards why a held account's stay paused, and who ends that. Shows nothing while nothing holds it. */
export function CardsPaused() {
  const { blocks, abilities, payable } = useReceiver().receiver;
  const pay = wayToPay(payable.obstacle);
  return <AccountHeld held={pausedCardsWords(blocks)} pay={abilities.includes('pay_now') && <WayLink path={pay.path}>{pay.label}</WayLink>} />;
}
