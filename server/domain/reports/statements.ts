import { formatNumericDate, formatNumericDay } from '../basics/dateFormats.ts';
import { type Cents, toDollars } from '../basics/money.ts';
import { contains, formatMonth, lastTwelveMonths, type Month, monthOf, periodOfMonth } from '../basics/periods.ts';
import { type AccountEntry, entryStatus, entryType, signedAmount } from './accountEntry.ts';
import { cardColumns, cardSummary } from './cardTransactions.ts';
import { repaymentColumns, repaymentSummary } from './repayments.ts';
import { type Fact, type Summary, sideBySide } from './sideBySide.ts';
import type { ReportWriter } from './writer.ts';

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

/** Says which of the offered statements are empty because the account was not there yet; null where none is. */
export function emptyStatementsWords(openedAt: Date, now: Date): string | null {
  const opened = monthOf(openedAt);
  if (lastTwelveMonths(now).every((month) => month >= opened)) return null;
  return `Your account was opened in ${formatMonth(opened)}. Statements of the months before are empty.`;
}

export function statementLabel(kind: StatementKind, month: Month): string {
  return reportNamePrefixes[kind] + formatMonth(month);
}

export function statementFileName(brand: string, kind: StatementKind, month: Month, format: 'csv' | 'pdf'): string {
  return `${brand}-${kind === 'card' ? 'transactions' : 'repayment'}-${month}.${format}`;
}

/**
 * The facts of a month. Amounts above 0 are owed: opening plus card less credits is closing, in both of its statements.
 */
export interface StatementFacts {
  month: Month;
  /** 1, 2, 3 …; null while the month lasts, and for a month before the account's first. */
  number: number | null;
  generatedAt: Date;
  opening_cents: Cents;
  /** Purchases less refunds. */
  card_cents: Cents;
  /** Repayments and credits less what was taken back of them. */
  credit_cents: Cents;
  /** The debits of the bank that settled. */
  debited_cents: Cents;
  closing_cents: Cents;
}

/** Returns the statement's number, and the balances with what leads from one to the other; the card's has the first half of it in its total. */
export function balanceFacts(kind: StatementKind, facts: StatementFacts, amount: (cents: Cents) => string): Fact[] {
  return [
    ['Statement', statementNumber(facts)],
    ['Opening balance', amount(facts.opening_cents)],
    ...(kind === 'card' ? [] : [['Card transactions', amount(facts.card_cents)] as const]),
    ['Repayments and credits', amount(facts.credit_cents)],
    ['Closing balance', amount(facts.closing_cents)],
  ];
}

function statementNumber({ month, number, generatedAt }: StatementFacts): string {
  if (number !== null) return `No. ${number}`;
  return contains(periodOfMonth(month), generatedAt) ? 'Not closed yet' : 'None';
}

/** The fact of the file that tells a statement from a report of a range, which lists its rows by another day. */
const datedBy = ['Dated by', 'Day of settlement'] as const;

/** The same as a sentence on paper. */
export const datedBySettlement = 'Each row is listed by the day it settled.';

const dollars = (amount: Cents) => `$${toDollars(amount)}`;

/** Returns a writer of a month's settled purchases and refunds, or of its repayments and credits. Rows must come in the order of the file. */
export function statementReport(kind: StatementKind, facts: StatementFacts): ReportWriter<AccountEntry> {
  return kind === 'card' ? cardStatement(facts) : repaymentStatement(facts);
}

function withBalances({ title, facts }: Summary, kind: StatementKind, statement: StatementFacts): Summary {
  return { title, facts: [...facts, ...balanceFacts(kind, statement, dollars), datedBy] };
}

function cardStatement(facts: StatementFacts): ReportWriter<AccountEntry> {
  const { generatedAt, card_cents } = facts;
  const summary = cardSummary({ period: periodOfMonth(facts.month), generatedAt, total_spent_cents: card_cents });
  return sideBySide(withBalances(summary, 'card', facts), {
    columns: cardColumns,
    cells: (entry: AccountEntry) => [
      formatNumericDate(entry.posted_at),
      entry.descriptor,
      toDollars(entry.amount_cents),
      entryStatus(entry),
      entry.repayment_date === null ? '' : formatNumericDay(entry.repayment_date),
    ],
  });
}

function repaymentStatement(facts: StatementFacts): ReportWriter<AccountEntry> {
  const { generatedAt, debited_cents } = facts;
  const summary = repaymentSummary({ period: periodOfMonth(facts.month), generatedAt, total_debited_cents: debited_cents });
  return sideBySide(withBalances(summary, 'repayments', facts), {
    columns: repaymentColumns,
    cells: (entry: AccountEntry) => [formatNumericDate(entry.posted_at), entryType(entry), toDollars(signedAmount(entry)), entryStatus(entry)],
  });
}
