import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import type { SubscriptionsAnswer } from '../../../../server/contract/insights.ts';
import { cents, formatUsd } from '../../../../server/domain/basics/money.ts';
import { chargeRows, chargesInWords, latestChargeRow, rhythmInWords, riseInWords, subscriptionTexts } from '../../../../server/domain/insights/insightWords.ts';
import { rowsBehind } from '../../../../server/domain/insights/rowsBehind.ts';
import { merchantInWords } from '../../../../server/domain/table/filters.ts';
import { Card } from '../../../layout/Card.tsx';
import { EmptyState } from '../../../layout/EmptyState.tsx';
import { ErrorState } from '../../../layout/ErrorState.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { useToday } from '../../today.ts';
import { RowsLink } from '../RowsLink.tsx';
import { FigureList } from './FigureList.tsx';
import { subscriptionsQuery } from './spendingQueries.ts';

const List = styled(FigureList)`
  margin-top: 0.5rem;
`;

const Line = styled.div`
  display: flex;
  gap: 1rem;
  justify-content: space-between;

  > :first-child {
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

const Rise = styled.p`
  border-left: 3px solid ${({ theme }) => theme.colors.warning};
  font-size: ${({ theme }) => theme.typography.fontSize.small};
  margin: 0.25rem 0;
  padding-left: 0.5rem;
`;

/** The subscriptions found among the purchases: next day, amount, and the price rise where there was one. */
export function Subscriptions() {
  const { receiver } = useReceiver();
  const { data, error, refetch } = useQuery(subscriptionsQuery(useApi(), receiver.token));
  return (
    <Card title={subscriptionTexts.title}>
      {data ? (
        <Found answer={data} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label="Loading your subscriptions" lines={6} />
      )}
    </Card>
  );
}

function Found({ answer: { yearly_cents, subscriptions } }: { answer: SubscriptionsAnswer }) {
  const today = useToday();
  if (subscriptions.length === 0) return <EmptyState heading="No subscriptions found">{subscriptionTexts.nothing}</EmptyState>;
  return (
    <>
      <span>{subscriptionTexts.yearly(formatUsd(cents(yearly_cents)))}</span>
      <List>
        {subscriptions.map((one) => (
          <li key={`${one.merchant} ${one.amount_cents}`}>
            <Line>
              <span>{merchantInWords(one.merchant)}</span>
              <RowsLink query={rowsBehind('card', latestChargeRow(one))}>{formatUsd(cents(one.amount_cents))}</RowsLink>
            </Line>
            <small>{rhythmInWords(one, today)}</small>
            {one.rise && (
              <Rise>
                <strong>{subscriptionTexts.rise}:</strong> {riseInWords(one.rise)}
              </Rise>
            )}
            <small>
              <RowsLink query={rowsBehind('card', chargeRows(one))}>{chargesInWords(one)}</RowsLink>
            </small>
          </li>
        ))}
      </List>
    </>
  );
}
