import { formatNumericDate, formatNumericDay } from '../basics/dateFormats.ts';
import { toDollars } from '../basics/money.ts';
import type { CardActivity, ReceivableActivity, TransferActivity } from '../table/activity.ts';
import { type Tab, type TabKey, tabs } from '../table/table.ts';
import { csvLines } from './csv.ts';
import type { ReportWriter } from './writer.ts';

/** What the transactions table shows as a file: its columns and its rows in its order. */

type Shown = CardActivity | TransferActivity | ReceivableActivity;

const suffixes: Readonly<Record<TabKey, string>> = { card: 'card-transactions', repayments: 'repayments', receivables: 'receivables' };

export function shownTableFileName(brand: string, tab: TabKey): string {
  return `${brand}-${suffixes[tab]}.csv`;
}

/** Amounts and days as a spreadsheet reads them, everything else as the table has it. */
function fileCell<Row extends Shown>({ key, cell }: Tab<Row>['columns'][number], row: Row): string {
  if (key === 'amount') return toDollars(row.amount_cents);
  if (key === 'repayment_date' && 'repayment_date' in row) return row.repayment_date === null ? '' : formatNumericDay(row.repayment_date);
  return key === 'transaction_date' || key === 'date' ? formatNumericDate(row.created_at, 'UTC') : cell(row);
}

function tableReport<Row extends Shown>({ columns }: Tab<Row>): ReportWriter<Row> {
  return {
    begin: () => csvLines([columns.map(({ label }) => label)]),
    rows: (batch) => csvLines(batch.map((row) => columns.map((column) => fileCell(column, row)))),
    end: () => '',
  };
}

export const shownTableReports = {
  card: () => tableReport(tabs.card),
  repayments: () => tableReport(tabs.repayments),
  receivables: () => tableReport(tabs.receivables),
} as const;
