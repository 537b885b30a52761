import './spendingBars.css';
import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { SpendingAnswer } from '../../../server/contract/insights.ts';
import { formatMonth, readMonth } from '../../../server/domain/basics/periods.ts';
import { spendingTexts } from '../../../server/domain/insights/spendingGroups.ts';
import { groupsShownFirst, type SpendingLine, spendingLines } from '../../../server/domain/insights/spendingLines.ts';
import { RowsLink } from '../../components/RowsLink.tsx';

interface SpendingBarsProps {
  answer: SpendingAnswer;
  /** The month is not over. */
  isRunning: boolean;
}

/** The groups of a month, the largest first: each with its bar, its share and how it changed. */
export function SpendingBars({ answer, isRunning }: SpendingBarsProps) {
  const [isWhole, setIsWhole] = useState(false);
  const lines = spendingLines(answer, isRunning);
  const shown = isWhole ? lines : lines.slice(0, groupsShownFirst + 1);
  return (
    <BlockStack gap="300">
      <ol className="spending-bars" aria-label={`${formatMonth(readMonth(answer.month))} by ${spendingTexts.groupings[answer.by].toLowerCase()}`}>
        {shown.map((line) => (
          <li key={line.key}>
            <Figures line={line} />
          </li>
        ))}
      </ol>
      {shown.length < lines.length && (
        <InlineStack>
          <Button variant="plain" onClick={() => setIsWhole(true)}>
            {`Show all ${answer.groups.length}`}
          </Button>
        </InlineStack>
      )}
    </BlockStack>
  );
}

function Figures({ line: { name, spent, bar, words, before } }: { line: SpendingLine }) {
  return (
    <BlockStack gap="100">
      <InlineStack align="space-between" gap="300" wrap={false}>
        <Text as="span" breakWord {...(bar === null && { fontWeight: 'semibold' as const })}>
          {name}
        </Text>
        <Text as="span" numeric>
          {spent.rows === null ? spent.text : <RowsLink query={spent.rows}>{spent.text}</RowsLink>}
        </Text>
      </InlineStack>
      {bar !== null && (
        <div className="bar" aria-hidden="true">
          <div style={{ width: `${bar * 100}%` }} />
        </div>
      )}
      <Text as="p" tone="subdued" variant="bodySm">
        {words} {before?.rows && <RowsLink query={before.rows}>{before.text}</RowsLink>}
      </Text>
    </BlockStack>
  );
}
