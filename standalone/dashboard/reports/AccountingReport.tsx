import { Button } from '@bigcommerce/big-design';
import { type FormEvent, useState } from 'react';
import { type AccountingFormat, accountingFileTypes } from '../../../server/domain/reports/accountingFormats.ts';
import { accountingWords, offeredFormats } from '../../../server/domain/reports/accountingWords.ts';
import { periodOfDays, rangeProblem } from '../../../server/domain/reports/reportRanges.ts';
import { ButtonRow } from '../../layout/ButtonRow.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { Choice, Choices } from '../Choices.tsx';
import { useDownloads } from '../downloads/downloads.ts';
import { RangeFields, useRange } from './RangeFields.tsx';
import { accountingDownload } from './reportDownloads.ts';
import { Explanation } from './reportStyles.ts';

const fileTypeNames: Readonly<Record<(typeof accountingFileTypes)[AccountingFormat], string>> = { 'text/csv': 'CSV', 'application/x-ofx': 'OFX' };

/** Offers a file for accounting software: of a range, or of everything new since the last export. */
export function AccountingReport({ onStart }: { onStart?: () => void }) {
  const { receiver } = useReceiver();
  const api = useApi();
  const downloads = useDownloads();
  const [format, setFormat] = useState<AccountingFormat>('quickbooks3');
  const [isSinceLast, setIsSinceLast] = useState(true);
  const [range, setRange] = useRange();
  const problem = isSinceLast ? null : rangeProblem(range);

  function download(event: FormEvent) {
    event.preventDefault();
    if (problem !== null) return;
    downloads.start(accountingDownload(api, receiver, { format, period: isSinceLast ? null : periodOfDays(range) }));
    onStart?.();
  }
  return (
    <form onSubmit={download}>
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
      <ButtonRow>
        <Button type="submit" variant={onStart ? 'primary' : 'secondary'} disabled={problem !== null}>
          Download {fileTypeNames[accountingFileTypes[format]]}
        </Button>
      </ButtonRow>
    </form>
  );
}
