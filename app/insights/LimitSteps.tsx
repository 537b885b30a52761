import { List, Text } from '@shopify/polaris';
import type { SpendingPowerAnswer } from '../../server/contract/spendingPower.ts';
import { cents, formatUsd } from '../../server/domain/basics/money.ts';
import { limitTexts, limitTotals } from '../../server/domain/spendingPower/limitTexts.ts';
import { limitWords } from '../../server/domain/spendingPower/limitWords.ts';
import { termWords } from '../../server/domain/spendingPower/termWords.ts';
import { FigureTable } from '../components/FigureTable.tsx';
import { TitledCard } from '../components/TitledCard.tsx';

interface LimitStepsProps {
  answer: SpendingPowerAnswer;
  /** Whether the store's sales are still being read for the first time. */
  isBeingRead: boolean;
  /** Whether the card is still to come. */
  isEstimate: boolean;
}

/** Shows step by step how sales led to the limit, what is owed of it, and what keeps it down. */
export function LimitSteps({ answer, isBeingRead, isEstimate }: LimitStepsProps) {
  const { terms, total_cents } = answer;
  // A reason without a cost says that there are no sales, which is not known while the store is being read.
  const reasons = answer.reasons.filter(({ cost_cents }) => cost_cents > 0 || !isBeingRead);
  return (
    <TitledCard title={limitTexts.why}>
      {total_cents === null ? (
        <Text as="p" tone="subdued">
          {limitWords.customer.noLimit}
        </Text>
      ) : (
        <FigureTable
          caption="From your sales to your limit"
          headings={['Step', 'What it does', 'Amount']}
          rows={terms.map((term) => [term.label, termWords(term) ?? '', formatUsd(cents(term.subtotal_cents))])}
          totals={limitTotals({ ...answer, total_cents }, isEstimate).map(([name, amount]) => [name, '', amount])}
        />
      )}
      {reasons.length > 0 && (
        <>
          <Text as="h3" variant="headingSm">
            {limitTexts.keepsDown}
          </Text>
          <List>
            {reasons.map(({ text }) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </>
      )}
    </TitledCard>
  );
}
