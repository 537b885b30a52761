import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { CardSummary } from '../../../server/contract/cards.ts';
import { remedyStateOf } from '../../../server/domain/card/declines.ts';
import { Card } from '../../layout/Card.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { CardState } from '../home/CardPanel.tsx';
import { useCardSwitch } from '../home/useCardSwitch.ts';
import { pageQuery } from '../pageQuery.ts';
import { BillingAddress } from './BillingAddress.tsx';
import { CardColumn, CardColumns } from './CardColumns.ts';
import { CardFigures } from './CardFigures.tsx';
import { CardHold } from './CardHold.tsx';
import { Declines } from './Declines.tsx';
import { PanControls } from './PanControls.tsx';
import { PlasticCard } from './PlasticCard.tsx';
import { ClosedCard } from './page/ClosedCard.tsx';
import { useRemedies } from './useRemedies.tsx';

interface OnlyCardProps {
  /** The card, once it is over; null before. */
  closed: CardSummary | null;
  /** The card's settings, between its address and its figures. */
  children?: ReactNode;
}

/** The only card of an account: its number, its state, where its plastic is, and why purchases were declined. */
export function OnlyCard({ closed, children }: OnlyCardProps) {
  const cardSwitch = useCardSwitch();
  const { receiver } = useReceiver();
  const { card } = cardSwitch;
  const remedies = useRemedies(cardSwitch);
  return (
    <CardColumns>
      <CardColumn>
        {closed ? (
          <ClosedOne card={closed} />
        ) : (
          <Card title="Your card">
            <CardState cardSwitch={cardSwitch} isLarge>
              {card && card.state !== 'CLOSED' && <PanControls />}
            </CardState>
            <CardHold cardSwitch={cardSwitch} />
          </Card>
        )}
        {!closed && card && <PlasticCard card={card} />}
      </CardColumn>
      <CardColumn>
        {!closed && <BillingAddress />}
        {children}
        {card && <CardFigures card={card} />}
      </CardColumn>
      <Declines remedyState={remedyStateOf(card ?? null, receiver)} remedies={remedies} />
    </CardColumns>
  );
}

/** An only card that is over. Its purchases stay on its own page. */
function ClosedOne({ card }: { card: CardSummary }) {
  const search = pageQuery(useLocation().search);
  return (
    <Card title="Your card" action={<Link to={{ pathname: `/cards/${card.token}`, search }}>See its purchases</Link>}>
      <ClosedCard card={card} />
    </Card>
  );
}
