import { Button } from '@bigcommerce/big-design';
import type { FormEvent } from 'react';
import { useRange } from '../../../server/browser/forms/useRange.ts';
import { periodOfDays, rangeProblem } from '../../../server/domain/reports/reportRanges.ts';
import { ButtonRow } from '../../layout/ButtonRow.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useDownloads } from '../downloads/downloads.ts';
import { useToday } from '../today.ts';
import { RangeFields } from './RangeFields.tsx';
import type { RangeReport } from './rangeReports.ts';
import { Explanation } from './reportStyles.ts';

/** A form that downloads one report of a range of days. */
export function RangeReportForm({ report: { explanation, missing, order }, onStart }: { report: RangeReport; onStart: () => void }) {
  const { receiver } = useReceiver();
  const downloads = useDownloads();
  const [range, setRange] = useRange(useToday());
  const problem = rangeProblem(range);
  const ready = problem === null ? order(receiver, periodOfDays(range)) : null;

  function download(event: FormEvent) {
    event.preventDefault();
    if (!ready) return;
    downloads.start(ready);
    onStart();
  }
  if (problem === null && ready === null) return <p>{missing}</p>;
  return (
    <form onSubmit={download}>
      <Explanation>{explanation}</Explanation>
      <RangeFields range={range} onChange={setRange} />
      <ButtonRow>
        <Button type="submit" disabled={ready === null}>
          Download CSV
        </Button>
      </ButtonRow>
    </form>
  );
}
