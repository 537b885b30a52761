import { repaymentDownloadPeriod } from '../../domain/receiver/adminActions.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { presentBankReport, writeBankReport } from '../reports/bankReport.ts';
import { csvType } from '../reports/writeFile.ts';

interface Asked {
  /** Where the range ends, as the page shows the present; null for now. */
  now: string | null;
  /** The media type. */
  wants: string;
}

/** A customer's repayments since the first that there can be: as the file that is downloaded, or its facts and rows. */
export function repaymentCsv(deps: Deps, view: ReceiverView, { now, wants }: Asked) {
  const period = repaymentDownloadPeriod(now === null ? deps.clock() : new Date(now));
  return csvType.startsWith(wants) ? writeBankReport(deps, view, period) : presentBankReport(deps, view, period);
}
