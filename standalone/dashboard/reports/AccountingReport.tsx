import { Button } from '@bigcommerce/big-design';
import { type FormEvent, useState } from 'react';
import type { AccountingFormat } from '../../../server/contract/reports.ts';
import { ButtonRow } from '../../layout/ButtonRow.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { Choice, Choices } from '../Choices.tsx';
import { useDownloads } from '../downloads/downloads.ts';
import { periodOf, RangeFields, rangeProblem, useRange } from './RangeFields.tsx';
import { accountingDownload } from './reportDownloads.ts';
import { Explanation } from './reportStyles.ts';

const formats: readonly { format: AccountingFormat; name: string; explanation: string }[] = [
  {
    format: 'quickbooks3',
    name: 'QuickBooks',
    explanation: 'Three columns: date, description and amount. Purchases are negative. Long ranges come in several files, each as long as QuickBooks takes.',
  },
  {
    format: 'quickbooks',
    name: 'QuickBooks, four columns',
    explanation: 'Date, description, credit and debit, as this file has always been: for whoever has set up their import for it.',
  },
  { format: 'xero', name: 'Xero', explanation: 'With the column names that Xero asks for. Purchases are negative.' },
  { format: 'ofx', name: 'OFX', explanation: 'For QuickBooks Desktop and other programs. A transaction that is imported twice is recognised.' },
];

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
        {formats.map(({ format: one, name }) => (
          <Choice key={one} isChosen={one === format} onChoose={() => setFormat(one)}>
            {name}
          </Choice>
        ))}
      </Choices>
      <Explanation>{formats.find((one) => one.format === format)?.explanation}</Explanation>
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
          Download {format === 'ofx' ? 'OFX' : 'CSV'}
        </Button>
      </ButtonRow>
    </form>
  );
}
