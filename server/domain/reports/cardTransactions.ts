import { formatNumericDate, formatNumericDay } from '../basics/dateFormats.ts';
import { type Cents, toDollars } from '../basics/money.ts';
import { contains, type Period } from '../basics/periods.ts';
import { type CardLine, isShownCardTransaction } from '../table/activity.ts';
import { formatInstant } from './formatInstant.ts';
import { periodFacts, type Summary, sideBySide } from './sideBySide.ts';
import type { ReportWriter } from './writer.ts';

export interface CardReport {
  period: Period;
  generatedAt: Date;
  /** The amount spent in the period. It is written above the rows, so it must be known before them. */
  total_spent_cents: Cents;
}

export function cardTransactionsFileName(brand: string): string {
  return `${brand}-transactions.csv`;
}

/** Returns the summary beside card transactions, in a file of a range and in a statement. */
export function cardSummary({ period, generatedAt, total_spent_cents }: CardReport): Summary {
  return {
    title: 'Card Transactions',
    facts: [...periodFacts(period), ['Report generated at', formatInstant(generatedAt)], ['Total Spent', `$${toDollars(total_spent_cents)}`]],
  };
}

export const cardColumns = ['Date', 'Merchant', 'Amount', 'Status', 'Repayment Date'] as const;

/** Returns a writer of card transactions beside a summary of them. Rows must come in the order of the file. */
export function cardTransactionsReport(report: CardReport): ReportWriter<CardLine> {
  return sideBySide(cardSummary(report), {
    columns: cardColumns,
    cells: (row: CardLine) => (isShownCardTransaction(row) && contains(report.period, row.created_at) ? cellsOf(row) : null),
  });
}

function cellsOf(row: CardLine): string[] {
  const due = row.repayment_date === null ? '' : formatNumericDay(row.repayment_date);
  return [formatNumericDate(row.created_at), row.descriptor, toDollars(row.amount_cents), row.status, due];
}
