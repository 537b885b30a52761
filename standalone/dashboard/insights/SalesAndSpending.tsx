import styled from 'styled-components';
import type { SpendingPowerAnswer } from '../../../server/contract/spendingPower.ts';
import { add, formatUsd } from '../../../server/domain/basics/money.ts';
import { formatMonth } from '../../../server/domain/basics/periods.ts';
import { yearMonths } from '../../../server/domain/spendingPower/yearMonths.ts';
import { Sample } from '../../charts/Bar.tsx';
import { Legend } from '../../charts/Legend.ts';
import { Card } from '../../layout/Card.tsx';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { Hidden } from '../../layout/Hidden.ts';
import { YearPlot } from './YearPlot.tsx';

const Totals = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  margin: 0 0 0.75rem;
`;

interface SalesAndSpendingProps {
  answer: SpendingPowerAnswer;
  /** Whether the store's sales are still being read for the first time. */
  isBeingRead: boolean;
}

/** The store's sales and the card's spending, month by month over a year. A hidden table says the same to screen readers. */
export function SalesAndSpending({ answer, isBeingRead }: SalesAndSpendingProps) {
  const months = yearMonths(answer.months, answer.expected_sales_cents);
  const isEmpty = months.every(({ sales_cents, spent_cents }) => sales_cents === 0 && spent_cents === 0);
  return <Card title="Sales and spending">{isEmpty ? <NothingYet isBeingRead={isBeingRead} /> : <Year months={months} />}</Card>;
}

function NothingYet({ isBeingRead }: Pick<SalesAndSpendingProps, 'isBeingRead'>) {
  return isBeingRead ? (
    <EmptyState heading="Your store is being read">Its sales appear here as they are read.</EmptyState>
  ) : (
    <EmptyState heading="Nothing to compare yet">Your store’s sales appear here with its first one, and your spending with your first purchase.</EmptyState>
  );
}

function Year({ months }: { months: ReturnType<typeof yearMonths> }) {
  const sales = formatUsd(add(...months.map(({ sales_cents }) => sales_cents)));
  const spent = formatUsd(add(...months.map(({ spent_cents }) => spent_cents)));
  return (
    <>
      <Totals>
        In these 12 months you sold {sales} and spent {spent}.
      </Totals>
      <YearPlot months={months} />
      <Legend aria-hidden="true">
        <li>
          <Sample $kind="first" /> Sales
        </li>
        {months.some(({ expected_cents }) => expected_cents !== null) && (
          <li>
            <Sample $kind="first" $isOutlined /> Expected this month
          </li>
        )}
        <li>
          <Sample $kind="second" /> Spending
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
            {months.map(({ month, sales_cents, spent_cents, expected_cents }) => (
              <tr key={month}>
                <th scope="row">{formatMonth(month)}</th>
                <td>
                  {formatUsd(sales_cents)}
                  {expected_cents !== null && `, expected ${formatUsd(expected_cents)}`}
                </td>
                <td>{formatUsd(spent_cents)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>{sales}</td>
              <td>{spent}</td>
            </tr>
          </tfoot>
        </table>
      </Hidden>
    </>
  );
}
