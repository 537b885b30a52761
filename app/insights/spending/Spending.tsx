import { BlockStack, Button, InlineStack, Select, SkeletonBodyText, Text } from '@shopify/polaris';
import { ChevronLeftIcon, ChevronRightIcon } from '@shopify/polaris-icons';
import { useState } from 'react';
import type { getSpending } from '../../../server/contract/insights.ts';
import { addMonths, formatMonth, type Month } from '../../../server/domain/basics/periods.ts';
import { type SpendingGrouping, spendingGroupings, spendingTexts } from '../../../server/domain/insights/spendingGroups.ts';
import { ProblemBanner } from '../../components/ProblemBanner.tsx';
import { TitledCard } from '../../components/TitledCard.tsx';
import { useAnswer } from '../../useAnswer.ts';
import { SpendingBars } from './SpendingBars.tsx';

interface SpendingProps {
  token: string;
  /** The month that has begun last. */
  latest: Month;
}

/** A month's spending by category, merchant, card or person, beside the month before. */
export function Spending({ token, latest }: SpendingProps) {
  const [by, setBy] = useState<SpendingGrouping>('category');
  const [month, setMonth] = useState(latest);
  const { answer, problem, readAgain } = useAnswer<typeof getSpending>('GET /api/users/:token/insights/spending', { params: { token }, query: { by, month } });
  return (
    <TitledCard title={spendingTexts.title}>
      <InlineStack align="space-between" blockAlign="center">
        <Button icon={ChevronLeftIcon} accessibilityLabel="Month before" onClick={() => setMonth(addMonths(month, -1))} />
        <div aria-live="polite">
          <Text as="span" fontWeight="semibold">
            {formatMonth(month)}
          </Text>
        </div>
        <Button icon={ChevronRightIcon} accessibilityLabel="Month after" disabled={month >= latest} onClick={() => setMonth(addMonths(month, 1))} />
      </InlineStack>
      <Select
        label="Spending by"
        options={spendingGroupings.map((value) => ({ value, label: spendingTexts.groupings[value] }))}
        value={by}
        onChange={(chosen) => setBy(chosen as SpendingGrouping)}
      />
      <ProblemBanner problem={problem} onRetry={readAgain} />
      {answer === null && problem === null && <SkeletonBodyText lines={8} />}
      {answer !== null && answer.groups.length === 0 && (
        <Text as="p" tone="subdued">
          {spendingTexts.nothing}
        </Text>
      )}
      {answer !== null && answer.groups.length > 0 && <SpendingBars key={`${month} ${by}`} answer={answer} isRunning={month === latest} />}
      <BlockStack>
        <Text as="p" tone="subdued">
          {spendingTexts.explanation}
        </Text>
      </BlockStack>
    </TitledCard>
  );
}
