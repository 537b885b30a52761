import { Button } from '@bigcommerce/big-design';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import type { CardRequestAnswer, postCardRequestAnswer } from '../../../../server/contract/cards.ts';
import { answerInWords, describeRequest, requestInList, requestStates, requestsHeading } from '../../../../server/domain/card/cardWords.ts';
import { useIntent } from '../../../forms/useIntent.ts';
import { ButtonRow } from '../../../layout/ButtonRow.ts';
import { Card } from '../../../layout/Card.tsx';
import { DoneNote } from '../../../layout/DoneNote.tsx';
import { ErrorState } from '../../../layout/ErrorState.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { cardRequestsQuery } from '../cardsQueries.ts';
import { useCardChanged } from '../useCardChanged.ts';

const Box = styled.div`
  margin-bottom: 1rem;
`;

const List = styled.ul`
  list-style: none;
  margin: 0;
  padding: 0;

  li {
    align-items: center;
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 1.5rem;
    justify-content: space-between;
    padding: 0.75rem 0;
  }

  li:first-child {
    border-top: 0;
  }

  p {
    margin: 0;
    overflow-wrap: anywhere;
  }

  p + p {
    color: ${({ theme }) => theme.colors.secondary60};
  }

  [role='alert'] {
    color: ${({ theme }) => theme.colors.danger};
  }
`;

/** The team's requests: the open ones for a person who may answer, their own for a cardholder. Empty while there is none. */
export function CardRequests() {
  const { receiver } = useReceiver();
  const [answered, setAnswered] = useState<string | null>(null);
  const { data, error, errorUpdateCount, refetch } = useQuery(cardRequestsQuery(useApi(), receiver.token));
  const isManager = receiver.abilities.includes('manage_cards');
  const isOwn = (request: CardRequestAnswer) => request.member.id === receiver.member?.id;
  const title = requestsHeading(!isManager && (data?.requests ?? []).every(isOwn));
  // Stays while another try is under way.
  if (!data && errorUpdateCount > 0)
    return (
      <Box>
        <Card title={title}>
          {error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <Skeleton label="Loading what your team asks" lines={6} />}
        </Card>
      </Box>
    );
  const shown = data?.requests.filter(({ state }) => !isManager || state === 'open') ?? [];
  if (shown.length === 0 && answered === null) return null;
  return (
    <Box>
      <DoneNote>{answered}</DoneNote>
      {shown.length > 0 && (
        <Card title={title}>
          <List>
            {shown.map((request) =>
              isManager ? (
                <Asked key={request.id} request={request} onAnswered={setAnswered} />
              ) : (
                <Told key={request.id} request={request} isOwn={isOwn(request)} />
              ),
            )}
          </List>
        </Card>
      )}
    </Box>
  );
}

/** A request with its two answers. `onAnswered` is called with what was answered, in words. */
function Asked({ request, onAnswered }: { request: CardRequestAnswer; onAnswered: (words: string) => void }) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const changed = useCardChanged();
  const answer = useIntent(async (is_granted: boolean, idempotencyKey) => {
    const params = { token, request: request.id };
    await api.call<typeof postCardRequestAnswer>('POST /api/users/:token/card_requests/:request/answer', { params, body: { is_granted }, idempotencyKey });
    await changed(null);
    onAnswered(answerInWords(request, is_granted));
  });
  const what = `${request.member.name}: ${describeRequest(request)}`;
  return (
    <li>
      <div>
        <p>
          <strong>{request.member.name}</strong> asks for {describeRequest(request)}
        </p>
        {request.note !== null && <p>“{request.note}”</p>}
        {answer.problem && <p role="alert">{answer.problem.message}</p>}
      </div>
      <ButtonRow>
        <Button aria-label={`Yes to ${what}`} isLoading={answer.isBusy} onClick={() => void answer.run(true)}>
          Yes
        </Button>
        <Button variant="secondary" aria-label={`No to ${what}`} disabled={answer.isBusy} onClick={() => void answer.run(false)}>
          No
        </Button>
      </ButtonRow>
    </li>
  );
}

/** A request to somebody who does not answer it. */
function Told({ request, isOwn }: { request: CardRequestAnswer; isOwn: boolean }) {
  return (
    <li>
      <div>
        <p>{requestInList(request, isOwn)}</p>
        {request.note !== null && <p>“{request.note}”</p>}
      </div>
      <strong>{requestStates[request.state]}</strong>
    </li>
  );
}
