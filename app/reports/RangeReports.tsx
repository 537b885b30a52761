import { BlockStack, InlineStack, Text } from '@shopify/polaris';
import { useRange } from '../../server/browser/forms/useRange.ts';
import type { IsoDate } from '../../server/domain/basics/dates.ts';
import { rangeProblem } from '../../server/domain/reports/reportRanges.ts';
import { reportTitles } from '../../server/domain/reports/reportTitles.ts';
import { reportWords } from '../../server/domain/reports/reportWords.ts';
import { DownloadButton } from '../components/DownloadButton.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { RangeFields } from './RangeFields.tsx';

interface RangeReportsProps {
  today: IsoDate;
  /** Whether there is something to report on. */
  has: Readonly<Record<keyof typeof reportWords, boolean>>;
}

const reports = Object.keys(reportWords) as (keyof typeof reportWords)[];

/** One range of days, and the reports that can be downloaded for it. */
export function RangeReports({ today, has }: RangeReportsProps) {
  const [range, setRange] = useRange(today);
  const { first, last } = range;
  const isReady = rangeProblem(range) === null;
  return (
    <TitledCard title="Reports of a range">
      <RangeFields range={range} today={today} onChange={setRange} />
      {reports.map((report) => (
        <InlineStack key={report} align="space-between" blockAlign="center" gap="400" wrap={false}>
          <BlockStack>
            <Text as="h3" variant="headingSm">
              {reportTitles[report]}
            </Text>
            <Text as="p" tone="subdued">
              {has[report] ? reportWords[report].explanation : reportWords[report].missing}
            </Text>
          </BlockStack>
          {has[report] && isReady && (
            <DownloadButton query={{ report, first, last }} label={`Download ${reportTitles[report]} as CSV`}>
              CSV
            </DownloadButton>
          )}
        </InlineStack>
      ))}
    </TitledCard>
  );
}
