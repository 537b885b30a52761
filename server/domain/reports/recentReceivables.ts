import { formatNumericDate } from '../basics/dateFormats.ts';
import { contains, type Period } from '../basics/periods.ts';
import { isShownReceivable, type ReceivableActivity } from '../table/activity.ts';
import { receivableAmount } from '../table/table.ts';
import { csvLines } from './csv.ts';
import type { ReportWriter } from './writer.ts';

export function recentReceivablesFileName(brand: string): string {
  return `${brand}-recent-receivables.csv`;
}

/** Returns a writer of the store's receivables of a period, in the given order. */
export function recentReceivablesReport(period: Period): ReportWriter<ReceivableActivity> {
  const isListed = (row: ReceivableActivity) => isShownReceivable(row) && contains(period, row.created_at);
  return {
    begin: () => csvLines([['Type', 'Amount', 'Date']]),
    rows: (batch) => csvLines(batch.filter(isListed).map((row) => [row.type, receivableAmount(row), formatNumericDate(row.created_at)])),
    end: () => '',
  };
}
