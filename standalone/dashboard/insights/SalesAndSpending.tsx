import styled from 'styled-components';
import type { SpendingPowerAnswer } from '../../../server/contract/spendingPower.ts';
import { yearTexts } from '../../../server/domain/insights/yearLines.ts';
import { type YearMonth, yearInWords, yearMonths } from '../../../server/domain/spendingPower/yearMonths.ts';
import { Sample } from '../../charts/Bar.tsx';
import { Legend } from '../../charts/Legend.ts';
import { Card } from '../../layout/Card.tsx';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { YearPlot } from './YearPlot.tsx';
import { YearTable } from './YearTable.tsx';

const Totals = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  margin: 0 0 0.75rem;
`;

interface SalesAndSpendingProps {
  answer: SpendingPowerAnswer;
  /** Whether the store's sales are still being read for the first time. */
  isBeingRead: boolean;
}

/** The store's sales and the card's spending, month by month over a year: as a picture, and as a table whose figures open their rows. */
export function SalesAndSpending({ answer, isBeingRead }: SalesAndSpendingProps) {
  const months = yearMonths(answer);
  const isEmpty = months.every(({ sales_cents, spent_cents }) => (sales_cents ?? 0) === 0 && spent_cents === 0);
  return (
    <Card title={yearTexts.title}>{isEmpty ? <NothingYet isBeingRead={isBeingRead} /> : <Year months={months} words={yearInWords(months, answer)} />}</Card>
  );
}

function NothingYet({ isBeingRead }: Pick<SalesAndSpendingProps, 'isBeingRead'>) {
  return isBeingRead ? (
    <EmptyState heading="Your store is being read">Its sales appear here as they are read.</EmptyState>
  ) : (
    <EmptyState heading="Nothing to compare yet">Your store’s sales appear here with its first one, and your spending with your first purchase.</EmptyState>
  );
}

function Year({ months, words }: { months: readonly YearMonth[]; words: string }) {
  return (
    <>
      <Totals>{words}</Totals>
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
      <YearTable months={months} />
    </>
  );
}
