import { Text } from '@shopify/polaris';
import type { SpendingPowerAnswer } from '../../server/contract/spendingPower.ts';
import { formatUsd } from '../../server/domain/basics/money.ts';
import { formatMonth } from '../../server/domain/basics/periods.ts';
import { monthSalesInWords, yearInWords, yearMonths, yearTotals } from '../../server/domain/spendingPower/yearMonths.ts';
import { FigureTable } from '../components/FigureTable.tsx';
import { TitledCard } from '../components/TitledCard.tsx';

/** The store's sales and the card's spending, month by month over a year, the current one first. */
export function SalesAndSpending({ answer }: { answer: SpendingPowerAnswer }) {
  const months = yearMonths(answer);
  const { sales_cents, spent_cents } = yearTotals(months);
  return (
    <TitledCard title="Sales and spending">
      <Text as="p" tone="subdued">
        {yearInWords(months, answer)}
      </Text>
      <FigureTable
        caption="Sales and spending by month"
        headings={['Month', 'Sales', 'Spending']}
        rows={months.toReversed().map((figures) => [formatMonth(figures.month), monthSalesInWords(figures), formatUsd(figures.spent_cents)])}
        totals={[['Total', formatUsd(sales_cents), formatUsd(spent_cents)]]}
      />
    </TitledCard>
  );
}
