import styled from 'styled-components';
import { cents } from '../../../server/domain/basics/money.ts';
import { cashbackWords } from '../../../server/domain/repayment/cashbackWords.ts';
import { Card } from '../../layout/Card.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Money } from '../../layout/Money.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import type { Payments } from './paymentsQuery.ts';

const Words = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  margin: 0.25rem 0 0;
`;

/** The cashback credited to date. */
export function CashbackEarned({ payments: { data, error, refetch } }: { payments: Payments }) {
  return (
    <Card title="Cashback earned">
      {data ? (
        <>
          <Money amount={cents(data.cashback_cents)} size="heading" />
          <Words>{cashbackWords.earned(cents(data.cashback_cents))}</Words>
        </>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label="Loading your cashback" lines={2.5} />
      )}
    </Card>
  );
}
