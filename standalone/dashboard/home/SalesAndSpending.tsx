import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import type { SpendingPowerAnswer } from '../../../server/contract/spendingPower.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { formatMonth, readMonth } from '../../../server/domain/basics/periods.ts';
import { Card } from '../../layout/Card.tsx';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Hidden } from '../../layout/Hidden.ts';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { spendingPowerQuery } from '../queries.ts';

const Body = styled.div`
  min-height: 15rem;

  @media (min-width: 900px) {
    min-height: 28rem;
  }
`;

const Plot = styled.div`
  align-items: end;
  border-bottom: 1px solid ${({ theme }) => theme.colors.secondary30};
  display: grid;
  gap: 0.375rem;
  grid-template-columns: repeat(12, 1fr);
  height: 11rem;
  margin-top: 1rem;

  @media (min-width: 900px) {
    gap: 0.75rem;
    height: 23.5rem;
  }
`;

const Pair = styled.div`
  align-items: end;
  display: grid;
  gap: 2px;
  grid-template-columns: 1fr 1fr;
  height: 100%;
`;

const Bar = styled.div<{ $of: 'sales' | 'spent' }>`
  background: ${({ theme, $of }) => ($of === 'sales' ? theme.colors.primary : theme.palette.accent)};
  border-radius: 2px 2px 0 0;
`;

/** The sales still expected this month, stacked on this month's sales. */
const Expected = styled.div`
  border: 1px dashed ${({ theme }) => theme.colors.primary};
  border-bottom: 0;
  border-radius: 2px 2px 0 0;
  box-sizing: border-box;
`;

const Stack = styled.div`
  display: flex;
  flex-direction: column;
  height: 100%;
  justify-content: end;
`;

const Months = styled.div`
  color: ${({ theme }) => theme.colors.secondary60};
  display: grid;
  font-size: ${({ theme }) => theme.typography.fontSize.small};
  gap: 0.375rem;
  grid-template-columns: repeat(12, 1fr);
  text-align: center;

  @media (min-width: 900px) {
    gap: 0.75rem;
  }
`;

const Legend = styled.ul`
  color: ${({ theme }) => theme.colors.secondary60};
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1.25rem;
  list-style: none;
  margin: 0.75rem 0 0;
  padding: 0;

  li {
    align-items: center;
    display: flex;
    gap: 0.5rem;
  }

  li > div {
    border-radius: 2px;
    height: 0.625rem;
    width: 0.625rem;
  }

  li > ${Expected} {
    border-bottom: 1px dashed;
  }
`;

/** The store's sales and the card's spending, month by month over a year. A hidden table says the same to screen readers. */
export function SalesAndSpending() {
  const { receiver } = useReceiver();
  const { data, error, refetch } = useQuery(spendingPowerQuery(useApi(), receiver.token));
  return (
    <Card title="Sales and spending">
      <Body>
        {error ? (
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        ) : data ? (
          <Year answer={data} />
        ) : (
          <Skeleton label="Loading your year" lines={12} />
        )}
      </Body>
    </Card>
  );
}

function Year({ answer: { months, expected_sales_cents } }: { answer: SpendingPowerAnswer }) {
  const running = months.at(-1);
  const toCome = Math.max(0, (expected_sales_cents ?? 0) - (running?.sales_cents ?? 0));
  const largest = Math.max(1, expected_sales_cents ?? 0, ...months.flatMap(({ sales_cents, spent_cents }) => [sales_cents, spent_cents]));
  const height = (amount: number) => ({ height: `${(Math.max(0, amount) / largest) * 100}%` });
  if (months.every(({ sales_cents, spent_cents }) => sales_cents === 0 && spent_cents === 0))
    return (
      <EmptyState heading="Nothing to compare yet">
        Your store’s sales appear here once it has been read, and your spending with your first purchase.
      </EmptyState>
    );
  return (
    <>
      <Plot aria-hidden="true">
        {months.map(({ month, sales_cents, spent_cents }) => (
          <Pair key={month} title={`${formatMonth(readMonth(month))}: sales ${formatUsd(cents(sales_cents))}, spending ${formatUsd(cents(spent_cents))}`}>
            <Stack>
              {month === running?.month && <Expected style={height(toCome)} />}
              <Bar $of="sales" style={height(sales_cents)} />
            </Stack>
            <Bar $of="spent" style={height(spent_cents)} />
          </Pair>
        ))}
      </Plot>
      <Months aria-hidden="true">
        {months.map(({ month }) => (
          <span key={month}>{formatMonth(readMonth(month)).slice(0, 1)}</span>
        ))}
      </Months>
      <Legend aria-hidden="true">
        <li>
          <Bar $of="sales" /> Sales
        </li>
        {toCome > 0 && (
          <li>
            <Expected /> Expected this month
          </li>
        )}
        <li>
          <Bar $of="spent" /> Spending
        </li>
      </Legend>
      <Hidden as="div">
        <table>
          <caption>Sales and spending by month</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Sales</th>
              <th scope="col">Spending</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, sales_cents, spent_cents }) => (
              <tr key={month}>
                <th scope="row">{formatMonth(readMonth(month))}</th>
                <td>
                  {formatUsd(cents(sales_cents))}
                  {month === running?.month && expected_sales_cents !== null && `, expected ${formatUsd(cents(expected_sales_cents))}`}
                </td>
                <td>{formatUsd(cents(spent_cents))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Hidden>
    </>
  );
}
