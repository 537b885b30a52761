import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from 'react-router-dom';
import styled from 'styled-components';
import { CallFailure } from '../../../../server/browser/callFailure.ts';
import type { CardDetail } from '../../../../server/contract/cards.ts';
import { cardColors } from '../../../../server/domain/card/appearance.ts';
import { cardKindTexts, cardsTexts } from '../../../../server/domain/card/cardWords.ts';
import { remedyStateOf } from '../../../../server/domain/card/declines.ts';
import { isOver } from '../../../../server/domain/card/overCard.ts';
import { NotFound } from '../../../guard/NotFound.tsx';
import { Card } from '../../../layout/Card.tsx';
import { ErrorState } from '../../../layout/ErrorState.tsx';
import { Hidden } from '../../../layout/Hidden.ts';
import { Page } from '../../../layout/Page.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { CardState } from '../../home/CardPanel.tsx';
import { useCardSwitch } from '../../home/useCardSwitch.ts';
import { pageQuery } from '../../pageQuery.ts';
import { BillingAddress } from '../BillingAddress.tsx';
import { CardColumn, CardColumns } from '../CardColumns.ts';
import { CardFigures } from '../CardFigures.tsx';
import { CardHold } from '../CardHold.tsx';
import { CardsPaused } from '../CardsPaused.tsx';
import { oneCardQuery } from '../cardsQueries.ts';
import { Declines } from '../Declines.tsx';
import { PanControls } from '../PanControls.tsx';
import { PlasticCard } from '../PlasticCard.tsx';
import { Swatch } from '../Swatch.ts';
import { useRemedies } from '../useRemedies.tsx';
import { CardActions } from './CardActions.tsx';
import { ClosedCard } from './ClosedCard.tsx';
import { Controls } from './Controls.tsx';
import { Purchases } from './Purchases.tsx';
import { Replaced } from './Replaced.tsx';
import { Wallets } from './Wallets.tsx';

const Lead = styled.p`
  align-items: center;
  color: ${({ theme }) => theme.colors.secondary60};
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 0.75rem;
  margin: -0.5rem 0 1.25rem;

  a {
    color: ${({ theme }) => theme.colors.primary};
  }

  /* Beside the swatch, also where it has two lines. */
  > span:last-of-type {
    max-width: calc(100% - 3.125rem);
  }

  @media (min-width: 900px) {
    margin-top: -1.25rem;
  }
`;

/** The page of one card: its number, its switch, its controls, where it is stored, what was declined, and what was bought with it. */
export function OneCardPage() {
  const { card: token = '' } = useParams();
  const { receiver } = useReceiver();
  const { data, error, refetch } = useQuery(oneCardQuery(useApi(), receiver.token, token));
  if (data) return <Shown card={data} />;
  if (error instanceof CallFailure && error.status === 404) return <NotFound />;
  return (
    <Page title={cardsTexts.heading}>
      {error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <Skeleton label="Loading the card" lines={12} />}
    </Page>
  );
}

function Shown({ card }: { card: CardDetail }) {
  const { receiver } = useReceiver();
  const cardSwitch = useCardSwitch(card.token);
  const remedies = useRemedies(cardSwitch);
  const isClosed = isOver(card);
  return (
    <Page title={card.name} actions={<CardActions card={card} />}>
      <About card={card} />
      {!isClosed && <CardsPaused />}
      <Replaced card={card} />
      <CardColumns>
        <CardColumn>
          <Card title={`Card •••• ${card.last_four}`}>
            {isClosed ? (
              <ClosedCard card={card} />
            ) : (
              <>
                <CardState cardSwitch={cardSwitch} canShow={card.can.show_number} isLarge>
                  <PanControls canShow={card.can.show_number} />
                </CardState>
                <CardHold cardSwitch={cardSwitch} />
              </>
            )}
          </Card>
          {!isClosed && cardSwitch.card && <PlasticCard card={cardSwitch.card} />}
          <Wallets card={card} />
        </CardColumn>
        <CardColumn>
          {!isClosed && <Controls card={card} />}
          {!isClosed && receiver.business_address !== null && <BillingAddress />}
          {cardSwitch.card && receiver.abilities.includes('view_account') && <CardFigures card={cardSwitch.card} />}
        </CardColumn>
        <Declines card={card} remedyState={remedyStateOf(cardSwitch.card ?? null, receiver)} remedies={remedies} />
        <Purchases cardSwitch={cardSwitch} isClosed={isClosed} />
      </CardColumns>
    </Page>
  );
}

/** The card's holder and purpose, and the link back to the others. */
function About({ card }: { card: CardDetail }) {
  const search = pageQuery(useLocation().search);
  const { holder, purpose, kind, is_physical } = card;
  const facts = [
    holder.name,
    ...(purpose === null ? [] : [purpose]),
    ...(kind === 'standard' ? [] : [cardKindTexts[kind].label]),
    is_physical ? 'Physical card' : 'Virtual card',
    ...(card.expires === null || isOver(card) ? [] : [`Expires ${card.expires.slice(5)}/${card.expires.slice(0, 4)}`]),
  ];
  return (
    <Lead>
      <Swatch $color={card.color} />
      <Hidden>{cardColors[card.color]}.</Hidden>
      <span>{facts.join(' · ')}</span>
      <Link to={{ pathname: '/card', search }}>All cards</Link>
    </Lead>
  );
}
