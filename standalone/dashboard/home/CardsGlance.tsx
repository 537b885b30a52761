import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import { cardsTexts } from '../../../server/domain/card/cardWords.ts';
import { Card } from '../../layout/Card.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { CardList } from '../cards/CardList.tsx';
import { cardsQuery } from '../cards/cardsQueries.ts';
import { pageQuery } from '../pageQuery.ts';

const shownCards = 5;

/** What is left of the first few open cards; nothing for an account with one card, which home shows by itself. */
export function CardsGlance() {
  const { receiver } = useReceiver();
  const search = pageQuery(useLocation().search);
  const { data, error, refetch } = useQuery(cardsQuery(useApi(), receiver.token));
  const open = data?.cards.filter(({ state }) => state !== 'CLOSED') ?? [];
  if (error && !data)
    return (
      <Card title={cardsTexts.heading}>
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      </Card>
    );
  if (open.length < 2) return null;
  return (
    <Card
      title={cardsTexts.heading}
      action={<Link to={{ pathname: '/card', search }}>{open.length > shownCards ? `All ${open.length} cards` : 'All cards'}</Link>}
    >
      <CardList cards={open.slice(0, shownCards)} />
    </Card>
  );
}
