import { BlockStack, Card, Text } from '@shopify/polaris';
import type { SpendingPowerAnswer } from '../../server/contract/spendingPower.ts';
import { add, formatUsd } from '../../server/domain/basics/money.ts';
import { formatMonth } from '../../server/domain/basics/periods.ts';
import { yearMonths } from '../../server/domain/spendingPower/yearMonths.ts';

import { FigureTable } from '../components/FigureTable.tsx';

/** The store's sales and the card's spending, month by month over a year, the current one first. */
export function SalesAndSpending({ answer }: { answer: SpendingPowerAnswer }) {
  const months = yearMonths(answer.months, answer.expected_sales_cents);
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Sales and spending
        </Text>
        <FigureTable
          caption="Sales and spending by month"
          headings={['Month', 'Sales', 'Spending']}
          rows={months
            .toReversed()
            .map(({ month, sales_cents, spent_cents, expected_cents }) => [
              formatMonth(month),
              `${formatUsd(sales_cents)}${expected_cents === null ? '' : `, expected ${formatUsd(expected_cents)}`}`,
              formatUsd(spent_cents),
            ])}
          totals={[['Total', formatUsd(add(...months.map(({ sales_cents }) => sales_cents))), formatUsd(add(...months.map(({ spent_cents }) => spent_cents)))]]}
        />
      </BlockStack>
    </Card>
  );
}
