import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import styled from 'styled-components';
import type { CashFlowAnswer } from '../../../server/contract/cashFlow.ts';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import type { CashFlow as Flow } from '../../../server/domain/cashFlow/cashLine.ts';
import { cashTexts } from '../../../server/domain/cashFlow/cashTexts.ts';
import { readCashDays } from '../../../server/domain/cashFlow/readCashDays.ts';
import type { WhatIfQuery } from '../../../server/domain/cashFlow/typedWhatIf.ts';
import { Sample } from '../../charts/Bar.tsx';
import { chartHeight } from '../../charts/chartHeight.ts';
import { Legend } from '../../charts/Legend.ts';
import { Card } from '../../layout/Card.tsx';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { CashTable } from './CashTable.tsx';
import { cashFlowQuery } from './cashFlowQuery.ts';
import { WhatIfForm } from './WhatIfForm.tsx';

/** Its library of scales is loaded with it. */
const CashPlot = lazy(() => import('./CashPlot.tsx').then((file) => ({ default: file.CashPlot })));

const Lowest = styled.p`
  font-family: ${({ theme }) => theme.headingFamily};
  font-size: ${({ theme }) => theme.typography.fontSize.xLarge};
  font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  line-height: 2rem;
  margin: 0;
  text-wrap: balance;
`;

const Caption = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  font-size: ${({ theme }) => theme.typography.fontSize.small};
  margin: 0;
`;

const Basis = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  margin: 0.25rem 0 1rem;
  text-wrap: pretty;
`;

/** Keeps the place of the picture while its code is loaded. */
const PlotSpace = styled.div`
  height: ${chartHeight}px;
`;

/** Keeps the height that the card has with its picture and its form. */
const Loading = styled.div`
  min-height: ${chartHeight + 208}px;
`;

const Hatched = styled.span.attrs({ 'data-color': true })`
  background: repeating-linear-gradient(135deg, ${({ theme }) => theme.colors.primary} 0 2px, transparent 2px 5px);
  border-radius: 2px;
  height: 0.75rem;
  width: 0.75rem;
`;

const Effects = styled.ul`
  margin: 1rem 0 0;
  padding-left: 1.25rem;

  li + li {
    margin-top: 0.25rem;
  }
`;

const Details = styled.details`
  margin-top: 1rem;

  summary {
    cursor: pointer;
    width: fit-content;
  }
`;

const Problem = styled.p.attrs({ role: 'alert' })`
  color: ${({ theme }) => theme.colors.danger};
  margin: 1rem 0 0;
`;

/** Ninety days of the linked bank's balance: its line and lowest point, and what a purchase or a payment would do to them. */
export function CashFlow() {
  const { receiver } = useReceiver();
  const { data, error, refetch } = useQuery(cashFlowQuery(useApi(), receiver.token));
  return (
    <Card title={cashTexts.heading}>
      {data ? (
        <Line answer={data} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading>
          <Skeleton label="Loading your cash in the next 90 days" lines={14} />
        </Loading>
      )}
    </Card>
  );
}

function Line({ answer }: { answer: CashFlowAnswer }) {
  const api = useApi();
  const { receiver } = useReceiver();
  const [asked, setAsked] = useState<WhatIfQuery | null>(null);
  const { data, error, isFetching } = useQuery({
    ...cashFlowQuery(api, receiver.token, asked ?? {}),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  });
  const changed = asked === null || error ? undefined : data;
  const shown = changed ?? answer;
  const [first, ...later] = readCashDays(shown.days);
  if (first === undefined || shown.lowest === null) return <EmptyState heading="No balance to begin with">{cashTexts.noLine}</EmptyState>;
  const [basis, ...sentences] = shown.sentences;
  return (
    <>
      <Caption>{cashTexts.lowest}</Caption>
      <Lowest>{shown.lowest.words}</Lowest>
      <Basis>{basis}</Basis>
      <PlotSpace>
        <Suspense>
          <CashPlot days={[first, ...later]} before={changed?.what_if ? readCashDays(answer.days) : null} lowest={shown.lowest.date} />
        </Suspense>
      </PlotSpace>
      <Legend aria-hidden="true">
        <li>
          <Sample $kind="first" /> Known
        </li>
        {shown.is_expected && (
          <li>
            <Hatched /> Expected, with its range
          </li>
        )}
        {changed?.what_if && <li>{cashTexts.dotted}</li>}
      </Legend>
      {/* Nothing can be bought any more with an account that is being closed. */}
      {receiver.closing === null && <WhatIfForm today={isoDate(answer.today)} isBusy={asked !== null && isFetching} onAsk={setAsked} />}
      <div aria-live="polite">
        {changed?.what_if && (
          <Effects aria-label="What it would do">
            {changed.what_if.sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </Effects>
        )}
        {asked !== null && error && <Problem>{error.message}</Problem>}
      </div>
      <Details>
        <summary>{cashTexts.details}</summary>
        <Effects aria-label="What is in it">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </Effects>
        <CashTable days={[first, ...later]} flows={flowsOf(shown)} />
      </Details>
    </>
  );
}

function flowsOf({ flows }: CashFlowAnswer): readonly Flow[] {
  return flows.map((flow) => ({ ...flow, date: isoDate(flow.date), amount_cents: cents(flow.amount_cents) }));
}
