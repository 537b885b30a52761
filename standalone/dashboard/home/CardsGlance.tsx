import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import { cardsTexts } from '../../../server/domain/card/cardWords.ts';
import { Card } from '../../layout/Card.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { CardList } from '../card/CardList.tsx';
import { cardsQuery } from '../card/cardsQueries.ts';
import { pageQuery } from '../pageQuery.ts';

const shownCards = 5;

/** Left to spend with each of the first few open cards. Empty for an account with one card, which home shows by itself. */
export function CardsGlance() {
  const { receiver } = useReceiver();
  const search = pageQuery(useLocation().search);
  const { data, error, errorUpdateCount, refetch } = useQuery(cardsQuery(useApi(), receiver.token));
  // Stays while another try is under way, which begins by itself with each change of the account.
  if (!data && errorUpdateCount > 0)
    return (
      <Card title={cardsTexts.heading}>
        {error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <Skeleton label="Loading your cards" lines={6} />}
      </Card>
    );
  const open = data?.cards.filter(({ state }) => state !== 'CLOSED') ?? [];
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
