import './spendingBars.css';
import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { SpendingAnswer } from '../../../server/contract/insights.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { formatMonth, type Month, readMonth } from '../../../server/domain/basics/periods.ts';
import { rowsOfMonth } from '../../../server/domain/insights/rowsBehind.ts';
import { changeInWords, shareInWords, spendingTexts } from '../../../server/domain/insights/spendingGroups.ts';
import { RowsLink } from './RowsLink.tsx';

const shownFirst = 8;

interface SpendingBarsProps {
  answer: SpendingAnswer;
  /** The month is not over. */
  isRunning: boolean;
}

/** The groups of a month, the largest first: each with its bar, its share and how it changed. */
export function SpendingBars({ answer, isRunning }: SpendingBarsProps) {
  const { total, groups } = answer;
  const [isWhole, setIsWhole] = useState(false);
  const [month, before] = [readMonth(answer.month), readMonth(answer.before)];
  const largest = Math.max(1, ...groups.map(({ spent_cents }) => spent_cents));
  const shown = isWhole ? groups : groups.slice(0, shownFirst);
  return (
    <BlockStack gap="300">
      <ol className="spending-bars" aria-label={`${formatMonth(month)} by ${spendingTexts.groupings[answer.by].toLowerCase()}`}>
        <li>
          <Figures
            name={spendingTexts.total}
            sums={total}
            rows={[rowsOfMonth(month, null), rowsOfMonth(before, null)]}
            {...{ before, isRunning }}
            share={null}
          />
        </li>
        {shown.map(({ name, filter, ...sums }) => (
          <li key={JSON.stringify(filter)}>
            <Figures
              name={name}
              sums={sums}
              rows={[rowsOfMonth(month, filter), rowsOfMonth(before, filter)]}
              share={shareInWords(cents(sums.spent_cents), cents(total.spent_cents))}
              bar={Math.max(0, sums.spent_cents) / largest}
              {...{ before, isRunning }}
            />
          </li>
        ))}
      </ol>
      {shown.length < groups.length && (
        <InlineStack>
          <Button variant="plain" onClick={() => setIsWhole(true)}>
            {`Show all ${groups.length}`}
          </Button>
        </InlineStack>
      )}
    </BlockStack>
  );
}

interface FiguresProps {
  name: string;
  sums: SpendingAnswer['total'];
  /** The queries of the rows behind the month's figure and the one before. */
  rows: readonly [string, string];
  before: Month;
  isRunning: boolean;
  /** In words; null where it says nothing. */
  share: string | null;
  /** The length of the bar, from 0 to 1; left out for none. */
  bar?: number;
}

function Figures({ name, sums, rows, before, isRunning, share, bar }: FiguresProps) {
  const [spent_cents, before_cents, change_cents] = [cents(sums.spent_cents), cents(sums.before_cents), cents(sums.change_cents)];
  return (
    <BlockStack gap="100">
      <InlineStack align="space-between" gap="300" wrap={false}>
        <Text as="span" breakWord {...(bar === undefined && { fontWeight: 'semibold' as const })}>
          {name}
        </Text>
        <Text as="span" numeric>
          {sums.count === 0 ? formatUsd(spent_cents) : <RowsLink query={rows[0]}>{formatUsd(spent_cents)}</RowsLink>}
        </Text>
      </InlineStack>
      {bar !== undefined && (
        <div className="bar" aria-hidden="true">
          <div style={{ width: `${bar * 100}%` }} />
        </div>
      )}
      <Text as="p" tone="subdued" variant="bodySm">
        {share !== null && `${share} `}
        {changeInWords({ change_cents, before_cents }, before, isRunning)}.{' '}
        {before_cents !== 0 && <RowsLink query={rows[1]}>{`${formatMonth(before)}: ${formatUsd(before_cents)}`}</RowsLink>}
      </Text>
    </BlockStack>
  );
}
