import { InlineGrid, InlineStack, Select, SkeletonBodyText, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { CardMonthAnswer, getCardMonths } from '../../server/contract/reports.ts';
import { cents, formatUsd } from '../../server/domain/basics/money.ts';
import { formatMonth, lastTwelveMonths, type Month, monthOf, readMonth } from '../../server/domain/basics/periods.ts';
import { cardInWords } from '../../server/domain/card/namedCard.ts';
import { type CardMonthGroup, cardMonthGroups, cardMonthTexts } from '../../server/domain/reports/cardMonths.ts';
import { DownloadButton } from '../components/DownloadButton.tsx';
import { FigureTable } from '../components/FigureTable.tsx';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { useAnswer } from '../useAnswer.ts';

interface CardMonthsProps {
  token: string;
  /** The product's time, ISO 8601. */
  now: string;
}

/** Purchases and refunds of a month by card or by person, and the file of them. */
export function CardMonths({ token, now }: CardMonthsProps) {
  const [by, setBy] = useState<CardMonthGroup>('card');
  const [month, setMonth] = useState<Month>(() => monthOf(new Date(now)));
  const { answer, problem, readAgain } = useAnswer<typeof getCardMonths>('GET /api/users/:token/card_months', { params: { token }, query: { by, month } });
  return (
    <TitledCard title={cardMonthTexts.title}>
      <InlineGrid columns={{ xs: 1, sm: 2 }} gap="300">
        <Select
          label="Cards or people"
          options={cardMonthGroups.map((value) => ({ value, label: cardMonthTexts.groups[value] }))}
          value={by}
          onChange={(chosen) => setBy(chosen as CardMonthGroup)}
        />
        <Select
          label="Month"
          options={lastTwelveMonths(new Date(now)).map((value) => ({ value, label: formatMonth(value) }))}
          value={month}
          onChange={(chosen) => setMonth(readMonth(chosen))}
        />
      </InlineGrid>
      <ProblemBanner problem={problem} onRetry={readAgain} />
      <div aria-live="polite">{answer ? <Sums answer={answer} /> : problem === null && <SkeletonBodyText lines={3} />}</div>
      {answer !== null && answer.rows.length > 0 && (
        <InlineStack>
          <DownloadButton query={{ report: 'card_months', by, month }} label={`Download CSV: ${answer.file_name}`}>
            Download CSV
          </DownloadButton>
        </InlineStack>
      )}
    </TitledCard>
  );
}

type Figures = readonly [string, ...string[]];

function Sums({ answer: { by, rows, total } }: { answer: CardMonthAnswer }) {
  if (rows.length === 0) {
    return (
      <Text as="p" tone="subdued">
        {cardMonthTexts.nothing}
      </Text>
    );
  }
  const figures = (name: string, { purchases_cents, refunds_cents, count }: CardMonthAnswer['total']): Figures => [
    name,
    formatUsd(cents(purchases_cents)),
    formatUsd(cents(refunds_cents)),
    String(count),
  ];
  return (
    <FigureTable
      caption={cardMonthTexts.groups[by]}
      headings={cardMonthTexts.headings[by]}
      rows={rows.map(({ name, last_four, ...sum }) => figures(last_four === null ? name : cardInWords({ name, last_four }), sum))}
      totals={[figures('Total', total)]}
      stacks
    />
  );
}
