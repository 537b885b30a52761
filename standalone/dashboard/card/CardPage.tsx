import { Button } from '@bigcommerce/big-design';
import { Link, useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { remedyStateOf } from '../../../server/domain/card/declines.ts';
import { Card } from '../../layout/Card.tsx';
import { Page } from '../../layout/Page.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { CardState } from '../home/CardPanel.tsx';
import { useCardSwitch } from '../home/useCardSwitch.ts';
import { pageQuery } from '../pageQuery.ts';
import { BillingAddress } from './BillingAddress.tsx';
import { CardFigures } from './CardFigures.tsx';
import { CardHold } from './CardHold.tsx';
import { Declines } from './Declines.tsx';
import { PanControls } from './PanControls.tsx';
import { PlasticCard } from './PlasticCard.tsx';

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

/** The card: its number, its state, where its plastic is, and why purchases were declined. */
export function CardPage() {
  const cardSwitch = useCardSwitch();
  const { receiver } = useReceiver();
  const search = pageQuery(useLocation().search);
  const { card } = cardSwitch;
  const can = (ability: string) => receiver.abilities.includes(ability);
  const remedies = {
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
    raise: null,
    none: null,
  };
  const remedyState = remedyStateOf(card ?? null, receiver);
  return (
    <Page title="Card">
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
          {card && <CardFigures card={card} />}
        </Column>
        <Declines remedyState={remedyState} remedies={remedies} />
      </Sections>
    </Page>
  );
}
