import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../../server/domain/basics/dateFormats.ts';
import { formatUsd } from '../../../server/domain/basics/money.ts';
import { answeredSteps, type LimitStep } from '../../../server/domain/spendingPower/limitHistory.ts';
import { limitTexts } from '../../../server/domain/spendingPower/limitTexts.ts';
import { Card } from '../../layout/Card.tsx';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { useToday } from '../today.ts';
import { limitHistoryQuery } from './insightsQueries.ts';
import { LimitPlot } from './LimitPlot.tsx';
import { LimitTable } from './LimitTable.tsx';

/** How the limit moved over the last twelve months and why: as a line whose points can be read, and as a table. */
export function LimitHistory() {
  const { receiver } = useReceiver();
  const today = useToday();
  const { data, error, refetch } = useQuery(limitHistoryQuery(useApi(), receiver.token));
  return (
    <Card title={limitTexts.moved}>
      {error && !data ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : data ? (
        <Steps steps={answeredSteps(data.days, today)} />
      ) : (
        <Skeleton label="Loading how your limit moved" lines={8} />
      )}
    </Card>
  );
}

function Steps({ steps }: { steps: readonly LimitStep[] }) {
  const [first, ...later] = steps;
  if (!first) return <EmptyState heading="No limit yet">{limitTexts.notMoved}</EmptyState>;
  if (later.length === 0)
    return (
      <EmptyState heading={`${formatUsd(first.total_cents)} since ${formatDay(first.date)}`}>Each day on which your limit moves is drawn here.</EmptyState>
    );
  return (
    <>
      <LimitPlot steps={[first, ...later]} />
      <LimitTable steps={steps} />
    </>
  );
}
