import { Button } from '@bigcommerce/big-design';
import { type FormEvent, useState } from 'react';
import { type AccountingFormat, accountingFileTypes } from '../../../server/contract/reports.ts';
import { ButtonRow } from '../../layout/ButtonRow.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { Choice, Choices } from '../Choices.tsx';
import { useDownloads } from '../downloads/downloads.ts';
import { periodOf, RangeFields, rangeProblem, useRange } from './RangeFields.tsx';
import { accountingDownload } from './reportDownloads.ts';
import { Explanation } from './reportStyles.ts';

/** The formats in the order of the choices. */
const formats: Readonly<Record<AccountingFormat, { name: string; explanation: string }>> = {
  quickbooks3: {
    name: 'QuickBooks',
    explanation: 'Three columns: date, description and amount. Purchases are negative. Long ranges come in several files, each as long as QuickBooks takes.',
  },
  quickbooks: {
    name: 'QuickBooks, four columns',
    explanation: 'Date, description, credit and debit, as this file has always been: for whoever has set up their import for it.',
  },
  xero: { name: 'Xero', explanation: 'With the column names that Xero asks for. Purchases are negative.' },
  ofx: { name: 'OFX', explanation: 'For QuickBooks Desktop and other programs. A transaction that is imported twice is recognised.' },
};
const choices = Object.keys(formats) as AccountingFormat[];

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
    downloads.start(accountingDownload(api, receiver, { format, period: isSinceLast ? null : periodOf(range) }));
    onStart?.();
  }
  return (
    <form onSubmit={download}>
      <Choices label="Format">
        {choices.map((one) => (
          <Choice key={one} isChosen={one === format} onChoose={() => setFormat(one)}>
            {formats[one].name}
          </Choice>
        ))}
      </Choices>
      <Explanation>{formats[format].explanation}</Explanation>
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
