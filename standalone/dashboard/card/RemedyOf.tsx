import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { DeclinedPurchase } from '../../../server/contract/declines.ts';
import type { Remedy } from '../../../server/domain/card/declines.ts';
import { useReceiver } from '../../session/receiver.ts';
import { pageQuery } from '../pageQuery.ts';
import { RaiseOnce } from './RaiseOnce.tsx';

/** What applies each remedy; null where the person signed in may not. Raising a control depends on the purchase. */
export type Remedies = Readonly<Record<Exclude<Remedy, 'raise'>, ReactNode>>;

interface RemedyOfProps {
  declined: DeclinedPurchase;
  remedy: Remedy;
  /** Of the card of the page, or of home. */
  remedies: Remedies;
  /** The token of the card whose page it is; undefined elsewhere. */
  pageOf?: string | undefined;
}

/** What helps after a declined purchase. Another card than that of home is reopened and released on its own page. */
export function RemedyOf({ declined, remedy, remedies, pageOf }: RemedyOfProps) {
  const { receiver } = useReceiver();
  const search = pageQuery(useLocation().search);
  if (remedy === 'raise') return <RaiseOnce declined={declined} />;
  const isOfOtherCard = declined.card_token !== (pageOf ?? receiver.lithic_card_token);
  if (isOfOtherCard && (remedy === 'reopen' || remedy === 'release'))
    return <Link to={{ pathname: `/cards/${declined.card_token}`, search }}>Open the card</Link>;
  return remedies[remedy];
}
