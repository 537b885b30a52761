import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import type { MoneyBackAnswer } from '../../../../server/contract/insights.ts';
import { cents, formatUsd } from '../../../../server/domain/basics/money.ts';
import { moneyBackTexts, openRefundsInWords, rowsInWords } from '../../../../server/domain/insights/insightWords.ts';
import { cashbackRows, openRefundRows } from '../../../../server/domain/insights/moneyBack.ts';
import { rowsBehind } from '../../../../server/domain/insights/rowsBehind.ts';
import { Card } from '../../../layout/Card.tsx';
import { ErrorState } from '../../../layout/ErrorState.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { RowsLink } from '../RowsLink.tsx';
import { moneyBackQuery } from './spendingQueries.ts';

const Facts = styled.dl`
  margin: 0.5rem 0 0;

  dt {
    color: ${({ theme }) => theme.colors.secondary60};
  }

  dd {
    margin: 0 0 1rem;
  }

  dd:last-child {
    margin-bottom: 0;
  }

  small {
    color: ${({ theme }) => theme.colors.secondary60};
    display: block;
    font-size: ${({ theme }) => theme.typography.fontSize.small};
  }
`;

/** Cashback earned to date, and the refunds that are open. */
export function MoneyBack() {
  const { receiver } = useReceiver();
  const { data, error, refetch } = useQuery(moneyBackQuery(useApi(), receiver.token));
  return (
    <Card title={moneyBackTexts.title}>
      {data ? (
        <Sums answer={data} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label="Loading what came back" lines={4} />
      )}
    </Card>
  );
}

function Sums({ answer: { cashback, open_refunds } }: { answer: MoneyBackAnswer }) {
  return (
    <Facts>
      <dt>{moneyBackTexts.cashback}</dt>
      <dd>
        <Sum sum={cashback} query={rowsBehind('repayments', cashbackRows)} />
        <small>{rowsInWords(cashback.count, 'credit', 'credits')}</small>
      </dd>
      <dt>{moneyBackTexts.openRefunds}</dt>
      <dd>
        <Sum sum={open_refunds} query={rowsBehind('card', openRefundRows)} />
        <small>{openRefundsInWords(open_refunds.count)}</small>
      </dd>
    </Facts>
  );
}

function Sum({ sum: { total_cents, count }, query }: { sum: MoneyBackAnswer['cashback']; query: string }) {
  const words = formatUsd(cents(total_cents));
  return count === 0 ? words : <RowsLink query={query}>{words}</RowsLink>;
}
