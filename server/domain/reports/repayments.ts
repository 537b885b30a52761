import { formatNumericDate } from '../basics/dateFormats.ts';
import { type Cents, toDollars } from '../basics/money.ts';
import { contains, type Period } from '../basics/periods.ts';
import { isShownTransfer, shownTransferStatus, type TransferActivity, transferType } from '../table/activity.ts';
import { formatInstant } from './formatInstant.ts';
import { periodFacts, type Summary, sideBySide } from './sideBySide.ts';
import type { ReportWriter } from './writer.ts';

export interface RepaymentReport {
  period: Period;
  generatedAt: Date;
  /** The amount drawn from the bank in the period. */
  total_debited_cents: Cents;
}

export function repaymentsFileName(brand: string): string {
  return `${brand}-repayment.csv`;
}

/** Returns the summary beside repayments, in a file of a range and in a statement. */
export function repaymentSummary({ period, generatedAt, total_debited_cents }: RepaymentReport): Summary {
  return {
    // The title is misspelled in every file that was ever downloaded, and merchants' own scripts look for it.
    title: 'Funds Recouperated',
    facts: [['Report generated at', formatInstant(generatedAt)], ['Total debited', `$${toDollars(total_debited_cents)}`], ...periodFacts(period)],
  };
}

export const repaymentColumns = ['Date', 'Type', 'Amount', 'Status'] as const;

/** Returns a writer of repayments beside a summary of them. Rows must come in the order of the file. */
export function repaymentsReport(report: RepaymentReport): ReportWriter<TransferActivity> {
  return sideBySide(repaymentSummary(report), {
    columns: repaymentColumns,
    cells: (row: TransferActivity) => (isShownTransfer(row) && contains(report.period, row.created_at) ? cellsOf(row) : null),
  });
}

function cellsOf(row: TransferActivity): string[] {
  return [formatNumericDate(row.created_at), transferType(row), toDollars(row.amount_cents), shownTransferStatus(row.status)];
}
