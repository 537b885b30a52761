import { Button } from '@bigcommerce/big-design';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import type { CardSummary } from '../../../server/contract/cards.ts';
import type { DeclinedPurchase, getDeclineHistory } from '../../../server/contract/declines.ts';
import { formatShortDate } from '../../../server/domain/basics/dateFormats.ts';
import { declineHistoryTexts, declinesOnPage, describeDeclines, whatAppears } from '../../../server/domain/card/declineHistory.ts';
import { describeDecline, type RemedyState } from '../../../server/domain/card/declines.ts';
import type { Api } from '../../api.ts';
import { Card } from '../../layout/Card.tsx';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { ListFoot } from '../../layout/ListFoot.ts';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { useDeclinedCard } from './declinedCard.ts';
import { type Remedies, RemedyOf } from './RemedyOf.tsx';

const List = styled.ul<{ $isBusy: boolean }>`
  list-style: none;
  margin: 0;
  opacity: ${({ $isBusy }) => ($isBusy ? 0.6 : 1)};
  padding: 0;

  li {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
    display: grid;
    gap: 0.125rem 1.5rem;
    padding: 0.75rem 0;
  }

  li:first-child {
    border-top: 0;
  }

  p {
    margin: 0;
    overflow-wrap: anywhere;
  }

  time,
  p + p {
    color: ${({ theme }) => theme.colors.secondary60};
  }

  .bd-button,
  a {
    justify-self: start;
    margin: 0.25rem 0 0;
    width: auto;
  }

  @media (min-width: 720px) {
    li {
      align-items: start;
      grid-template-columns: 7rem minmax(0, 1fr) auto;
    }

    .bd-button,
    a {
      margin: 0;
    }
  }
`;

function declineHistoryQuery(api: Api, token: string, { page, card }: { page: number; card: string | undefined }) {
  return queryOptions({
    queryKey: ['dashboard', token, 'declines', 'history', card ?? '', page],
    queryFn: ({ signal }) =>
      api.call<typeof getDeclineHistory>('GET /api/users/:token/decline_history', {
        params: { token },
        query: { page, ...(card !== undefined && { card }) },
        signal,
      }),
  });
}

interface DeclinesProps {
  /** Of the card of the page, or of home. */
  remedyState: RemedyState;
  remedies: Remedies;
  /** The one card whose page it is; undefined for all cards. */
  card?: CardSummary;
}

/** The purchases declined in the last 90 days, of all cards or of one, each with its reason and what helps. */
export function Declines({ remedyState, remedies, card }: DeclinesProps) {
  const { receiver } = useReceiver();
  const [page, setPage] = useState(1);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...declineHistoryQuery(useApi(), receiver.token, { page, card: card?.token }),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title={declineHistoryTexts.heading}>
      {data === undefined && error !== null && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton label="Loading the declined purchases" lines={4} />}
      {data?.total === 0 && <EmptyState heading={declineHistoryTexts.nothing}>{whatAppears(receiver, card)}</EmptyState>}
      {data !== undefined && data.total > 0 && (
        <>
          <List $isBusy={isPlaceholderData}>
            {data.declines.map((declined) => (
              <Row key={declined.id} declined={declined} remedyState={remedyState} remedies={remedies} {...(card !== undefined && { card })} />
            ))}
          </List>
          {data.total > declinesOnPage && <Pages page={page} total={data.total} isBusy={isPlaceholderData} onPage={setPage} />}
        </>
      )}
    </Card>
  );
}

function Row({ declined, remedyState, remedies, card }: DeclinesProps & { declined: DeclinedPurchase }) {
  const { words, state } = useDeclinedCard(declined, remedyState, card?.token);
  const { purchase, text, isMended, remedy } = describeDecline(declined, state);
  return (
    <li>
      <time dateTime={declined.declined_at}>{formatShortDate(new Date(declined.declined_at), 'local')}</time>
      <div>
        <p>
          {purchase}
          {words}
        </p>
        <p>{isMended ? `${declined.reason} ${text}` : text}</p>
      </div>
      {!isMended && <RemedyOf declined={declined} remedy={remedy} remedies={remedies} cardOfPage={card?.token} />}
    </li>
  );
}

function Pages({ page, total, isBusy, onPage }: { page: number; total: number; isBusy: boolean; onPage: (page: number) => void }) {
  const last = Math.ceil(total / declinesOnPage);
  return (
    <ListFoot>
      <p role="status">{describeDeclines(page, total)}</p>
      <div>
        <Button variant="secondary" disabled={page === 1 || isBusy} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <Button variant="secondary" disabled={page >= last || isBusy} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </div>
    </ListFoot>
  );
}
