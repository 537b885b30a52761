import type { ReactNode } from 'react';
import { remedyStateOf } from '../../../server/domain/card/declines.ts';
import { Card } from '../../layout/Card.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { CardState } from '../home/CardPanel.tsx';
import { useCardSwitch } from '../home/useCardSwitch.ts';
import { BillingAddress } from './BillingAddress.tsx';
import { CardColumn, CardColumns } from './CardColumns.ts';
import { CardFigures } from './CardFigures.tsx';
import { CardHold } from './CardHold.tsx';
import { Declines } from './Declines.tsx';
import { PanControls } from './PanControls.tsx';
import { PlasticCard } from './PlasticCard.tsx';
import { useRemedies } from './useRemedies.tsx';

interface OnlyCardProps {
  /** What is set for the card, between its address and its figures. */
  children: ReactNode;
}

/** The only card of an account: its number, its state, where its plastic is, and why purchases were declined. */
export function OnlyCard({ children }: OnlyCardProps) {
  const cardSwitch = useCardSwitch();
  const { receiver } = useReceiver();
  const { card } = cardSwitch;
  const remedies = useRemedies(cardSwitch);
  return (
    <CardColumns>
      <CardColumn>
        <Card title="Your card">
          <CardState cardSwitch={cardSwitch} isLarge>
            {card && card.state !== 'CLOSED' && <PanControls />}
          </CardState>
          <CardHold cardSwitch={cardSwitch} />
        </Card>
        {card && <PlasticCard card={card} />}
      </CardColumn>
      <CardColumn>
        <BillingAddress />
        {children}
        {card && <CardFigures card={card} />}
      </CardColumn>
      <Declines remedyState={remedyStateOf(card ?? null, receiver)} remedies={remedies} />
    </CardColumns>
  );
}
