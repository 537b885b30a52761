import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import { isBeforeCard } from '../../../server/domain/onboarding/onboarding.ts';
import { limitTexts } from '../../../server/domain/spendingPower/limitTexts.ts';
import { Card } from '../../layout/Card.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Page } from '../../layout/Page.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { CashFlow } from '../cashFlow/CashFlow.tsx';
import { spendingPowerQuery } from '../queries.ts';
import { useToday } from '../today.ts';
import { ChangeLog } from './ChangeLog.tsx';
import { LimitHistory } from './LimitHistory.tsx';
import { LimitLevers } from './LimitLevers.tsx';
import { LimitQuestion } from './LimitQuestion.tsx';
import { SalesAndSpending } from './SalesAndSpending.tsx';
import { SpendingInsights } from './spending/SpendingInsights.tsx';
import { Waterfall } from './Waterfall.tsx';

const Sections = styled.div`
  display: grid;
  gap: 1rem;
  grid-template-columns: minmax(0, 1fr);
`;

const Halves = styled(Sections)`
  @media (min-width: 1100px) {
    align-items: start;
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  }
`;

/** Why the limit is what it is, which home leads here for; the cash to come, what would raise the limit, and the sales and spending behind it. */
export function InsightsPage() {
  const { receiver } = useReceiver();
  const { data, error, refetch } = useQuery(spendingPowerQuery(useApi(), receiver.token));
  const today = useToday();
  const isBeingRead = receiver.store_reading !== null;
  const isEstimate = isBeforeCard(receiver.completion);
  return (
    <Page title="Insights">
      <Sections>
        <Halves>
          {data ? (
            <LimitQuestion answer={data} isBeingRead={isBeingRead} isEstimate={isEstimate} />
          ) : error ? (
            <ErrorState message={error.message} onRetry={() => void refetch()} />
          ) : (
            <Card title={limitTexts.why}>
              <Skeleton label="Loading why your limit is what it is" lines={4} />
            </Card>
          )}
          <LimitHistory />
        </Halves>
        <CashFlow />
        {data && (
          <>
            <LimitLevers />
            <Halves>
              <Card title={limitTexts.why}>
                <Waterfall answer={data} isBeingRead={isBeingRead} isEstimate={isEstimate} reader="customer" />
              </Card>
              {!isEstimate && <ChangeLog changes={data.changes} today={today} reader="customer" />}
            </Halves>
            <SalesAndSpending answer={data} isBeingRead={isBeingRead} />
          </>
        )}
      </Sections>
      <SpendingInsights />
    </Page>
  );
}
