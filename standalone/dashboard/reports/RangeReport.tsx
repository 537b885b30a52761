import { Button } from '@bigcommerce/big-design';
import type { FormEvent } from 'react';
import type { ReceiverAnswer } from '../../../server/contract/receiver.ts';
import type { Period } from '../../../server/domain/periods.ts';
import { useReceiver } from '../../session/receiver.ts';
import { type DownloadOrder, useDownloads } from '../downloads/downloads.ts';
import { periodOf, RangeFields, rangeProblem, useRange } from './RangeFields.tsx';
import { Actions } from './reportStyles.ts';

interface RangeReportProps {
  order: (receiver: ReceiverAnswer, period: Period) => DownloadOrder | null;
  /** Why there is nothing to ask for. */
  missing: string;
  onStart?: (() => void) | undefined;
}

/** A report of a range of days. */
export function RangeReport({ order, missing, onStart }: RangeReportProps) {
  const { receiver } = useReceiver();
  const downloads = useDownloads();
  const [range, setRange] = useRange();
  const problem = rangeProblem(range);
  const ready = problem === null ? order(receiver, periodOf(range)) : null;

  function download(event: FormEvent) {
    event.preventDefault();
    if (!ready) return;
    downloads.start(ready);
    onStart?.();
  }
  if (problem === null && ready === null) return <p>{missing}</p>;
  return (
    <form onSubmit={download}>
      <RangeFields range={range} onChange={setRange} />
      <Actions>
        <Button type="submit" disabled={ready === null}>
          Download CSV
        </Button>
      </Actions>
    </form>
  );
}
