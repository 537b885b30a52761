import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../../server/domain/basics/dateFormats.ts';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { type LimitStep, limitSteps } from '../../../server/domain/spendingPower/limitHistory.ts';
import { signed } from '../../../server/domain/spendingPower/spendingPowerLog.ts';
import { Card } from '../../layout/Card.tsx';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Hidden } from '../../layout/Hidden.ts';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { useToday } from '../today.ts';
import { limitHistoryQuery } from './insightsQueries.ts';
import { LimitPlot } from './LimitPlot.tsx';

/** How the limit moved over the last twelve months. A hidden table says the same to screen readers. */
export function LimitHistory() {
  const { receiver } = useReceiver();
  const today = useToday();
  const { data, error, refetch } = useQuery(limitHistoryQuery(useApi(), receiver.token));
  return (
    <Card title="How it moved">
      {error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : data ? (
        <Steps
          steps={limitSteps(
            data.days.map(({ date, total_cents }) => ({ date: isoDate(date), total_cents: cents(total_cents) })),
            today,
          )}
        />
      ) : (
        <Skeleton label="Loading how your limit moved" lines={8} />
      )}
    </Card>
  );
}

function Steps({ steps }: { steps: readonly LimitStep[] }) {
  const [first, ...later] = steps;
  if (!first) return <EmptyState heading="No limit yet">It is drawn here from the day on which it is first worked out.</EmptyState>;
  if (later.length === 0)
    return (
      <EmptyState heading={`${formatUsd(first.total_cents)} since ${formatDay(first.date)}`}>Each day on which your limit moves is drawn here.</EmptyState>
    );
  return (
    <>
      <LimitPlot steps={[first, ...later]} />
      <Hidden as="div">
        <table>
          <caption>Your limit over time</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Limit</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {steps.map(({ date, total_cents, change_cents }) => (
              <tr key={date}>
                <th scope="row">{formatDay(date)}</th>
                <td>{formatUsd(total_cents)}</td>
                <td>{change_cents === null ? 'None' : signed(change_cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Hidden>
    </>
  );
}
