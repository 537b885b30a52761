import { formatMonth, lastTwelveMonths, type Month, periodOfMonth } from '../basics/periods.ts';
import { isOnStatement, isTransferOnStatement } from '../table/activity.ts';
import { type CardReport, cardTransactionsReport } from './cardTransactions.ts';
import { type RepaymentReport, repaymentsReport } from './repayments.ts';

/** Monthly account statements: for each of the last twelve months one of the card and one of the repayments. */

export type StatementKind = 'repayments' | 'card';

const reportNamePrefixes: Readonly<Record<StatementKind, string>> = { repayments: 'Repayments - ', card: 'Card transactions - ' };

export interface StatementOffer {
  kind: StatementKind;
  month: Month;
  /** `Card transactions - July 2026`. */
  label: string;
}

/** Returns the statements of one kind that are offered, newest first. */
export function statementOffers(kind: StatementKind, now: Date): StatementOffer[] {
  return lastTwelveMonths(now).map((month) => ({ kind, month, label: statementLabel(kind, month) }));
}

export function statementLabel(kind: StatementKind, month: Month): string {
  return reportNamePrefixes[kind] + formatMonth(month);
}

export function statementFileName(brand: string, kind: StatementKind, month: Month, format: 'csv' | 'pdf'): string {
  return `${brand}-${kind === 'card' ? 'transactions' : 'repayment'}-${month}.${format}`;
}

/** Returns a writer of a month's approved and settled purchases. */
export function cardStatement(month: Month, facts: Pick<CardReport, 'generatedAt' | 'total_spent_cents'>) {
  return cardTransactionsReport({ ...facts, period: periodOfMonth(month), isListed: isOnStatement });
}

/** Returns a writer of a month's settled repayments. */
export function repaymentStatement(month: Month, facts: Pick<RepaymentReport, 'generatedAt' | 'total_debited_cents'>) {
  return repaymentsReport({ ...facts, period: periodOfMonth(month), isListed: isTransferOnStatement });
}
