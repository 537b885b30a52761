import { Button } from '@bigcommerce/big-design';
import { declineWays } from '../../../server/domain/card/declineWays.ts';
import { wayToPay } from '../../../server/domain/repayment/payNow.ts';
import { useReceiver } from '../../session/receiver.ts';
import type { CardSwitch } from '../home/useCardSwitch.ts';
import { WayLink } from '../WayLink.tsx';
import type { Remedies } from './RemedyOf.tsx';

/** Returns what applies each remedy of a declined purchase, beside the list of declines; nothing where the person signed in may not. */
export function useRemedies(cardSwitch: CardSwitch): Remedies {
  const { receiver } = useReceiver();
  const can = (ability: string) => receiver.abilities.includes(ability);
  const pay = wayToPay(receiver.payable.obstacle);
  return {
    pay_now: can('pay_now') && <WayLink path={pay.path}>{pay.label}</WayLink>,
    reopen: can('reopen_card') && (
      <Button variant="secondary" onClick={cardSwitch.toggle}>
        Reopen card
      </Button>
    ),
    release: can('reopen_card') && (
      <Button variant="secondary" onClick={cardSwitch.release}>
        Reopen card
      </Button>
    ),
    relink: can('link_bank') && <WayLink path={declineWays.relink.path}>{declineWays.relink.label}</WayLink>,
  };
}
