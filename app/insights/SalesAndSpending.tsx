import { Text } from '@shopify/polaris';
import type { SpendingPowerAnswer } from '../../server/contract/spendingPower.ts';
import { yearLines, yearTexts } from '../../server/domain/insights/yearLines.ts';
import { yearInWords, yearMonths } from '../../server/domain/spendingPower/yearMonths.ts';
import { FigureTable } from '../components/FigureTable.tsx';
import { TitledCard } from '../components/TitledCard.tsx';

/** The store's sales and the card's spending, month by month over a year, the current one first. Each figure opens its rows. */
export function SalesAndSpending({ answer }: { answer: SpendingPowerAnswer }) {
  const months = yearMonths(answer);
  const { lines, total } = yearLines(months);
  return (
    <TitledCard title={yearTexts.title}>
      <Text as="p" tone="subdued">
        {yearInWords(months, answer)}
      </Text>
      <FigureTable
        caption={yearTexts.table}
        headings={yearTexts.headings}
        rows={lines.toReversed().map(({ name, sales, spent }) => [name, sales, spent])}
        totals={[[total.name, total.sales, total.spent]]}
      />
    </TitledCard>
  );
}
