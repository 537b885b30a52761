import { type Tab, type TabKey, tabs } from '../table/table.ts';
import { csvLines } from './csv.ts';
import type { ReportWriter } from './writer.ts';

/** The transactions table as a file: the same columns and rows, in the same order. */

const suffixes: Readonly<Record<TabKey, string>> = { card: 'card-transactions', repayments: 'repayments', receivables: 'receivables' };

export function tableFileName(brand: string, tab: TabKey): string {
  return `${brand}-${suffixes[tab]}.csv`;
}

function tableReport<Row>({ columns }: Tab<Row>): ReportWriter<Row> {
  return {
    begin: () => csvLines([columns.map(({ label }) => label)]),
    rows: (batch) => csvLines(batch.map((row) => columns.map(({ cell, fileCell = cell }) => fileCell(row)))),
    end: () => '',
  };
}

export const tableReports = {
  card: () => tableReport(tabs.card),
  repayments: () => tableReport(tabs.repayments),
  receivables: () => tableReport(tabs.receivables),
} as const;
