import type { ReactNode } from 'react';
import type { DeclinedPurchase } from '../../../server/contract/declines.ts';
import { declineWays, pathOfWay, type Remedy } from '../../../server/domain/card/declineWays.ts';
import { useReceiver } from '../../session/receiver.ts';
import { SupportLink } from '../SupportLink.tsx';
import { WayLink } from '../WayLink.tsx';
import { RaiseOnce } from './RaiseOnce.tsx';

/** The buttons of the remedies that act at once; nothing where the person signed in may not press them. */
export type Remedies = Readonly<Record<'pay_now' | 'reopen' | 'release' | 'relink', ReactNode>>;

interface RemedyOfProps {
  declined: DeclinedPurchase;
  remedy: Remedy;
  /** Of the card of the page, or of home. */
  remedies: Remedies;
  /** The token of the card whose page it is; undefined elsewhere. */
  cardOfPage?: string | undefined;
}

/** The remedy of a declined purchase: a button, or a link to where it is mended. */
export function RemedyOf({ declined, remedy, remedies, cardOfPage }: RemedyOfProps) {
  const { receiver } = useReceiver();
  const isOfOtherCard = declined.card_token !== (cardOfPage ?? receiver.lithic_card_token);
  switch (remedy) {
    case 'none':
      return null;
    case 'support':
      return <SupportLink />;
    case 'pay_now':
    case 'relink':
      return remedies[remedy];
    case 'reopen':
    case 'release':
      // Another card than that of home is reopened and released on its own page.
      return isOfOtherCard ? <Elsewhere card={declined.card_token} remedy={remedy} cardOfPage={cardOfPage} /> : remedies[remedy];
    case 'raise':
      return declined.suggested_raise === null ? (
        <Elsewhere card={declined.card_token} remedy={remedy} cardOfPage={cardOfPage} />
      ) : (
        <RaiseOnce declined={declined} suggested={declined.suggested_raise} />
      );
    case 'raise_limit':
      return receiver.abilities.includes('view_account') && <Elsewhere card={declined.card_token} remedy={remedy} cardOfPage={cardOfPage} />;
    default:
      return <Elsewhere card={declined.card_token} remedy={remedy} cardOfPage={cardOfPage} />;
  }
}

interface ElsewhereProps {
  card: string;
  remedy: keyof typeof declineWays;
  cardOfPage: string | undefined;
}

function Elsewhere({ card, remedy, cardOfPage }: ElsewhereProps) {
  const way = declineWays[remedy];
  const path = pathOfWay(way, { card, cardOfPage });
  return path !== null && <WayLink path={path}>{way.label}</WayLink>;
}
