import { Button } from '@bigcommerce/big-design';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import styled from 'styled-components';
import type { CardsAnswer } from '../../../server/contract/cards.ts';
import { cardsTexts } from '../../../server/domain/card/cardWords.ts';
import { isOver } from '../../../server/domain/card/overCard.ts';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Page } from '../../layout/Page.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { AllCards } from './AllCards.tsx';
import { AllDeclines } from './AllDeclines.tsx';
import { CardsPaused } from './CardsPaused.tsx';
import { cardRequestsQuery, cardsQuery } from './cardsQueries.ts';
import { OnlyCard } from './OnlyCard.tsx';
import { OnlyCardControls } from './OnlyCardControls.tsx';
import { CardRequests } from './requests/CardRequests.tsx';

const AddCard = lazy(() => import('./form/AddCard.tsx').then((file) => ({ default: file.AddCard })));
const AskForCard = lazy(() => import('./requests/AskForCard.tsx').then((file) => ({ default: file.AskForCard })));

const Sections = styled.div`
  display: grid;
  gap: 1rem;
`;

/** All cards. An account with one card shows that card at a glance instead of a list. */
export function CardsPage() {
  const { receiver } = useReceiver();
  const api = useApi();
  const { data, error, refetch } = useQuery(cardsQuery(api, receiver.token));
  // The team's requests stand above: coming later, they would move the cards under the finger.
  const asked = useQuery(cardRequestsQuery(api, receiver.token));
  const isAskedKnown = asked.data !== undefined || asked.errorUpdateCount > 0;
  const isLoading = !isAskedKnown || !(data || error);
  return (
    <Page title={cardsTexts.heading} actions={<CardsActions cards={data} />}>
      {isLoading ? (
        <Skeleton label="Loading your cards" lines={8} />
      ) : (
        <>
          {data && data.cards.length > 0 && <CardsPaused />}
          <CardRequests />
          {data ? <Shown data={data} /> : error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
        </>
      )}
    </Page>
  );
}

function Shown({ data }: { data: CardsAnswer }) {
  const { receiver } = useReceiver();
  const [only] = data.cards;
  // A cardholder's list is a part of the account's, of which home's card is nearly never one.
  const isOfReader = receiver.abilities.includes('view_account');
  if (isOfReader && data.cards.length < 2 && data.waiting.length === 0 && (only === undefined || only.is_first))
    return only && isOver(only) ? <OnlyCard closed={only} /> : <OnlyCard closed={null}>{only && <OnlyCardControls card={only} />}</OnlyCard>;
  return (
    <Sections>
      <AllCards data={data} />
      <AllDeclines />
    </Sections>
  );
}

/** Adding a card for whoever may; asking for one for a cardholder. */
function CardsActions({ cards }: { cards: CardsAnswer | undefined }) {
  const { receiver } = useReceiver();
  const { hash } = useLocation();
  const [opened, setOpened] = useState<'add' | 'ask' | null>(hash === '#add' ? 'add' : null);
  const can = (ability: string) => receiver.abilities.includes(ability);
  const close = () => setOpened(null);
  const isManager = can('manage_cards');
  const obstacle = cards?.obstacle ?? null;
  return (
    <>
      {isManager && (
        <Button disabled={cards === undefined || obstacle !== null} title={obstacle ?? undefined} onClick={() => setOpened('add')}>
          {cardsTexts.add}
        </Button>
      )}
      {!isManager && can('request_card') && <Button onClick={() => setOpened('ask')}>{cardsTexts.ask}</Button>}
      <Suspense>
        {opened === 'add' && isManager && <AddCard onClose={close} />}
        {opened === 'ask' && <AskForCard onClose={close} />}
      </Suspense>
    </>
  );
}
