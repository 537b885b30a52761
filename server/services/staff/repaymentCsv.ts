import { repaymentDownloadPeriod } from '../../domain/staff/adminActions.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { FileDeps } from '../deps.ts';
import { presentBankReport, writeBankReport } from '../reports/bankReport.ts';
import { csvType } from '../reports/reportFile.ts';

interface Asked {
  /** The end of the range, as the page gives the present time; null for now. */
  now: string | null;
  /** The media type. */
  wants: string;
}

/** Returns all of a customer's repayments: as the file to download, or as its facts and rows. */
export function repaymentCsv(deps: FileDeps, view: ReceiverView, { now, wants }: Asked) {
  const period = repaymentDownloadPeriod(now === null ? deps.clock() : new Date(now));
  return csvType.startsWith(wants) ? writeBankReport(deps, view, period) : presentBankReport(deps, view, period);
}
