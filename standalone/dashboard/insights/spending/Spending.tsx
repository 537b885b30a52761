import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import { spendingGroupings, spendingTexts } from '../../../../server/domain/insights/spendingGroups.ts';
import { Card } from '../../../layout/Card.tsx';
import { EmptyState } from '../../../layout/EmptyState.tsx';
import { ErrorState } from '../../../layout/ErrorState.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { Choice, Choices } from '../../Choices.tsx';
import { MonthChooser } from './MonthChooser.tsx';
import { SpendingBars } from './SpendingBars.tsx';
import { spendingQuery } from './spendingQueries.ts';
import { useSpendingChoice } from './useSpendingChoice.ts';

const Explanation = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  font-size: ${({ theme }) => theme.typography.fontSize.small};
  margin: 0.75rem 0 0;
`;

/** A month's spending by category, merchant, card or person, beside the month before. */
export function Spending() {
  const { receiver } = useReceiver();
  const { month, by, latest, choose } = useSpendingChoice();
  const { data, error, refetch } = useQuery(spendingQuery(useApi(), receiver.token, { month, by }));
  return (
    <Card title={spendingTexts.title}>
      <MonthChooser month={month} latest={latest} onChoose={(chosen) => choose({ month: chosen })} />
      <Choices label="Spending by">
        {spendingGroupings.map((one) => (
          <Choice key={one} isChosen={one === by} onChoose={() => choose({ by: one })}>
            {spendingTexts.groupings[one]}
          </Choice>
        ))}
      </Choices>
      {data ? (
        data.groups.length === 0 ? (
          <EmptyState heading="Nothing spent">{spendingTexts.nothing}</EmptyState>
        ) : (
          <SpendingBars key={`${month} ${by}`} answer={data} isRunning={month === latest} />
        )
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label="Loading your spending" lines={12} />
      )}
      <Explanation>{spendingTexts.explanation}</Explanation>
    </Card>
  );
}
