import type { ReactNode } from 'react';
import styled from 'styled-components';
import { remedyStateOf } from '../../../server/domain/card/declines.ts';
import { Card } from '../../layout/Card.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { CardState } from '../home/CardPanel.tsx';
import { useCardSwitch } from '../home/useCardSwitch.ts';
import { BillingAddress } from './BillingAddress.tsx';
import { CardFigures } from './CardFigures.tsx';
import { CardHold } from './CardHold.tsx';
import { Declines } from './Declines.tsx';
import { PanControls } from './PanControls.tsx';
import { PlasticCard } from './PlasticCard.tsx';
import { useRemedies } from './useRemedies.tsx';

const Sections = styled.div`
  align-items: start;
  display: grid;
  gap: 1rem;

  > :last-child {
    grid-column: 1 / -1;
  }

  @media (min-width: 1000px) {
    grid-template-columns: 25rem minmax(0, 1fr);
  }
`;

const Column = styled.div`
  display: grid;
  gap: 1rem;
`;

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
    <Sections>
      <Column>
        <Card title="Your card">
          <CardState cardSwitch={cardSwitch} isLarge>
            {card && card.state !== 'CLOSED' && <PanControls />}
          </CardState>
          <CardHold cardSwitch={cardSwitch} />
        </Card>
        {card && <PlasticCard card={card} />}
      </Column>
      <Column>
        <BillingAddress />
        {children}
        {card && <CardFigures card={card} />}
      </Column>
      <Declines remedyState={remedyStateOf(card ?? null, receiver)} remedies={remedies} />
    </Sections>
  );
}
