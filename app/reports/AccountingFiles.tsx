import { BlockStack, ChoiceList, InlineStack, Select, SkeletonBodyText, Text } from '@shopify/polaris';
import { useEffect, useRef, useState } from 'react';
import { type ChosenRange, useRange } from '../../server/browser/forms/useRange.ts';
import type { AccountingImportAnswer, getAccountingImport } from '../../server/contract/reports.ts';
import { formatShortDate } from '../../server/domain/basics/dateFormats.ts';
import type { IsoDate } from '../../server/domain/basics/dates.ts';
import { type AccountingFormat, accountingFileNames } from '../../server/domain/reports/accountingFormats.ts';
import { accountingWords, nothingToImport, offeredFormats } from '../../server/domain/reports/accountingWords.ts';
import { periodOfDays, rangeProblem } from '../../server/domain/reports/reportRanges.ts';
import { reportTitles } from '../../server/domain/reports/reportTitles.ts';
import { DownloadButton } from '../components/DownloadButton.tsx';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { useAnswer } from '../useAnswer.ts';
import { RangeFields } from './RangeFields.tsx';

/** The files for accounting software: of a range, or of everything new since the last export. */
export function AccountingFiles({ token, today }: { token: string; today: IsoDate }) {
  const [format, setFormat] = useState<AccountingFormat>('quickbooks3');
  const [isSinceLast, setIsSinceLast] = useState(true);
  const [range, setRange] = useRange(today);
  const { answer: facts, problem, readAgain } = useFiles(token, format, isSinceLast ? null : range);
  const readSoon = useSoon(readAgain);
  return (
    <TitledCard title={reportTitles.accounting}>
      <Select
        label="Format"
        options={offeredFormats.map((value) => ({ value, label: accountingWords[value].name }))}
        value={format}
        onChange={(chosen) => setFormat(chosen as AccountingFormat)}
        helpText={accountingWords[format].explanation}
      />
      <ChoiceList
        title="Which transactions"
        choices={[
          { label: 'Since my last export', value: 'new' },
          { label: 'Of a range', value: 'range' },
        ]}
        selected={[isSinceLast ? 'new' : 'range']}
        onChange={([chosen]) => setIsSinceLast(chosen === 'new')}
      />
      {!isSinceLast && <RangeFields range={range} today={today} onChange={setRange} />}
      <ProblemBanner problem={problem} onRetry={readAgain} />
      <div aria-live="polite">
        {facts ? (
          <Files facts={facts} isSinceLast={isSinceLast} onLastStarted={readSoon} />
        ) : (
          problem === null && (isSinceLast || rangeProblem(range) === null) && <SkeletonBodyText lines={2} />
        )}
      </div>
    </TitledCard>
  );
}

interface FilesProps {
  facts: AccountingImportAnswer;
  isSinceLast: boolean;
  /** Called when the last file is on its way, which makes it the last export; until then the files keep their range. */
  onLastStarted: () => void;
}

function Files({ facts, isSinceLast, onLastStarted }: FilesProps) {
  const { format, start_at, end_at, last_export_at, row_count, files } = facts;
  if (row_count === 0) return <Text as="p">{nothingToImport(isSinceLast, last_export_at)}</Text>;
  const range = isSinceLast ? { since_last_export: 'true' } : { start_at };
  const since = last_export_at === null ? 'You have not exported in this format yet.' : `Last exported ${formatShortDate(new Date(last_export_at), 'local')}.`;
  const type = accountingFileNames[format];
  return (
    <BlockStack gap="300">
      <Text as="p" tone="subdued">
        {row_count === 1 ? '1 transaction.' : `${row_count.toLocaleString('en-US')} transactions.`} {since}
      </Text>
      <InlineStack gap="200">
        {files.map(({ part, file_name }) => (
          <DownloadButton
            key={file_name}
            query={{ report: 'accounting', format, ...range, end_at, part: String(part) }}
            label={`Download ${files.length === 1 ? type : `${type}, part ${part}`}: ${file_name}`}
            {...(part === files.length && { onStarted: onLastStarted })}
          >
            {files.length === 1 ? `Download ${type}` : `Download ${type}, part ${part}`}
          </DownloadButton>
        ))}
      </InlineStack>
    </BlockStack>
  );
}

/** When the page reads what was exported after a download began, in ms: a small file is made by then, and a large one. */
const readsAfterMs = [2_000, 10_000, 30_000, 90_000];

/** Returns a function that does something a little later, several times, unless the page has been left. */
function useSoon(action: () => void): () => void {
  const latest = useRef(action);
  latest.current = action;
  const [startedAt, setStartedAt] = useState(0);
  useEffect(() => {
    if (startedAt === 0) return;
    const timers = readsAfterMs.map((afterMs) => setTimeout(() => latest.current(), afterMs));
    return () => timers.forEach(clearTimeout);
  }, [startedAt]);
  return () => setStartedAt(performance.now());
}

/** Asks for the files of a choice; asks nothing while a range is incomplete. */
function useFiles(token: string, format: AccountingFormat, range: ChosenRange | null) {
  const isAsked = range === null || rangeProblem(range) === null;
  const input = { params: { token }, query: { format, ...(isAsked && wireRange(range)) } };
  return useAnswer<typeof getAccountingImport>('GET /api/users/:token/accounting_import', isAsked ? input : null);
}

function wireRange(range: ChosenRange | null) {
  if (range === null) return { since_last_export: 'true' };
  const { start, end } = periodOfDays(range);
  return { start_at: start.toISOString(), end_at: end.toISOString() };
}
