import { Button } from '@bigcommerce/big-design';
import { type FormEvent, useState } from 'react';
import { useRange } from '../../../server/browser/forms/useRange.ts';
import { type AccountingFormat, accountingFileNames } from '../../../server/domain/reports/accountingFormats.ts';
import { accountingWords, nothingToImport, offeredFormats } from '../../../server/domain/reports/accountingWords.ts';
import { periodOfDays, rangeProblem } from '../../../server/domain/reports/reportRanges.ts';
import { Problem } from '../../forms/Problem.tsx';
import { useIntent } from '../../forms/useIntent.ts';
import { ButtonRow } from '../../layout/ButtonRow.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { Choice, Choices } from '../Choices.tsx';
import { useDownloads } from '../downloads/downloads.ts';
import { useToday } from '../today.ts';
import { RangeFields } from './RangeFields.tsx';
import { type AccountingOrder, accountingDownload, readAccountingImport } from './reportDownloads.ts';
import { Explanation } from './reportStyles.ts';

/** Offers a file for accounting software: of a range, or of everything new since the last export. */
export function AccountingReport({ onStart }: { onStart?: () => void }) {
  const [format, setFormat] = useState<AccountingFormat>('quickbooks3');
  const [isSinceLast, setIsSinceLast] = useState(true);
  const [range, setRange] = useRange(useToday());
  const problem = isSinceLast ? null : rangeProblem(range);
  const { asking, empty, download } = useAccountingDownload(onStart);
  const order = { format, period: isSinceLast || problem !== null ? null : periodOfDays(range) };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (problem === null) void download(order);
  }
  return (
    <form onSubmit={submit}>
      <Choices label="Format">
        {offeredFormats.map((one) => (
          <Choice key={one} isChosen={one === format} onChoose={() => setFormat(one)}>
            {accountingWords[one].name}
          </Choice>
        ))}
      </Choices>
      <Explanation>{accountingWords[format].explanation}</Explanation>
      <Choices label="Which transactions">
        <Choice isChosen={isSinceLast} onChoose={() => setIsSinceLast(true)}>
          Since my last export
        </Choice>
        <Choice isChosen={!isSinceLast} onChoose={() => setIsSinceLast(false)}>
          Of a range
        </Choice>
      </Choices>
      {!isSinceLast && <RangeFields range={range} onChange={setRange} />}
      <Problem problem={asking.problem} />
      <div role="status">{empty !== null && isSame(empty.order, order) && <Explanation>{empty.words}</Explanation>}</div>
      <ButtonRow>
        <Button type="submit" variant={onStart ? 'primary' : 'secondary'} disabled={problem !== null} isLoading={asking.isBusy}>
          Download {accountingFileNames[format]}
        </Button>
      </ButtonRow>
    </form>
  );
}

const isSame = (one: AccountingOrder, other: AccountingOrder) => JSON.stringify(one) === JSON.stringify(other);

/** Asks what an import would hold, and downloads it unless that is nothing; says so then, of the order for which it is so. */
function useAccountingDownload(onStart: (() => void) | undefined) {
  const { receiver } = useReceiver();
  const api = useApi();
  const downloads = useDownloads();
  const [empty, setEmpty] = useState<{ order: AccountingOrder; words: string } | null>(null);
  const asking = useIntent((order: AccountingOrder) => readAccountingImport(api, receiver, order));
  async function download(order: AccountingOrder) {
    const asked = await asking.run(order);
    if (!asked.ok) return;
    const { row_count, last_export_at } = asked.value;
    if (row_count === 0) return setEmpty({ order, words: nothingToImport(order.period === null, last_export_at) });
    setEmpty(null);
    downloads.start(accountingDownload(receiver, order, asked.value));
    onStart?.();
  }
  return { asking, empty, download };
}
