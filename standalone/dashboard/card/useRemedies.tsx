import { Button } from '@bigcommerce/big-design';
import { Link, useLocation } from 'react-router-dom';
import { useReceiver } from '../../session/receiver.ts';
import type { CardSwitch } from '../home/useCardSwitch.ts';
import { pageQuery } from '../pageQuery.ts';
import type { Remedies } from './RemedyOf.tsx';

/** Returns what applies each remedy of a declined purchase, beside the list of declines; nothing where the person signed in may not. */
export function useRemedies(cardSwitch: CardSwitch): Remedies {
  const { receiver } = useReceiver();
  const search = pageQuery(useLocation().search);
  const can = (ability: string) => receiver.abilities.includes(ability);
  return {
    pay_now: can('pay_now') && <Link to={{ pathname: '/payments', search }}>Pay now</Link>,
    reopen: can('reopen_card') && (
      <Button variant="secondary" onClick={cardSwitch.toggle}>
        Reopen card
      </Button>
    ),
    release: can('reopen_card') && (
      <Button variant="secondary" onClick={cardSwitch.release}>
        Release the hold
      </Button>
    ),
    relink: can('link_bank') && <Link to={{ pathname: '/settings', search, hash: 'bank' }}>Sign in to your bank</Link>,
    none: null,
  };
}
