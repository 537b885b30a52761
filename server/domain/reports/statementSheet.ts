import { formatShortDate } from '../basics/dateFormats.ts';
import { startOfDay } from '../basics/dates.ts';
import { type Cents, formatUsd } from '../basics/money.ts';
import { contains, type Month, periodOfMonth } from '../basics/periods.ts';
import { type CardActivity, isOnStatement, isTransferOnStatement, shownTransferStatus, type TransferActivity, transferType } from '../table/activity.ts';
import { capitalised, inWords } from '../table/table.ts';
import { formatInstant } from './formatInstant.ts';
import { statementLabel } from './statements.ts';
import { lastInstant } from './writer.ts';

/** The content of a printable monthly statement, in the words and formats of the dashboard. */
export interface StatementSheet<Row> {
  title: string;
  facts: readonly (readonly [label: string, value: string])[];
  columns: readonly SheetColumn[];
  /** Returns the row's cells, one per column; null leaves the row out. */
  cells: (row: Row) => readonly string[] | null;
}

export interface SheetColumn {
  label: string;
  /** Its fraction of the width; those of a sheet sum to 1. */
  share: number;
  /** Amounts are aligned right. */
  isAmount?: boolean;
}

export interface SheetFacts {
  generatedAt: Date;
  /** The amount spent in the month, or drawn from the bank. */
  total_cents: Cents;
}

/** Returns the sheet of the month's approved and settled purchases. */
export function cardSheet(month: Month, facts: SheetFacts): StatementSheet<CardActivity> {
  const period = periodOfMonth(month);
  return {
    title: statementLabel('card', month),
    facts: factsOf(month, 'Total spent', facts),
    columns: [
      { label: 'Date', share: 0.16 },
      { label: 'Merchant', share: 0.46 },
      { label: 'Repayment date', share: 0.2 },
      { label: 'Amount', share: 0.18, isAmount: true },
    ],
    cells: (row) =>
      isOnStatement(row) && contains(period, row.created_at)
        ? [
            formatShortDate(row.created_at, 'UTC'),
            row.descriptor,
            row.repayment_date === null ? '' : formatShortDate(startOfDay(row.repayment_date), 'UTC'),
            formatUsd(row.amount_cents),
          ]
        : null,
  };
}

/** Returns the sheet of the month's settled repayments. */
export function repaymentSheet(month: Month, facts: SheetFacts): StatementSheet<TransferActivity> {
  const period = periodOfMonth(month);
  return {
    title: statementLabel('repayments', month),
    facts: factsOf(month, 'Total debited', facts),
    columns: [
      { label: 'Date', share: 0.2 },
      { label: 'Type', share: 0.4 },
      { label: 'Status', share: 0.2 },
      { label: 'Amount', share: 0.2, isAmount: true },
    ],
    cells: (row) =>
      isTransferOnStatement(row) && contains(period, row.created_at)
        ? [formatShortDate(row.created_at, 'UTC'), transferType(row), capitalised(inWords(shownTransferStatus(row.status))), formatUsd(row.amount_cents)]
        : null,
  };
}

function factsOf(month: Month, totalLabel: string, { generatedAt, total_cents }: SheetFacts): StatementSheet<never>['facts'] {
  const period = periodOfMonth(month);
  return [
    ['From', formatShortDate(period.start, 'UTC')],
    ['To', formatShortDate(lastInstant(period), 'UTC')],
    [totalLabel, formatUsd(total_cents)],
    ['Made at', formatInstant(generatedAt)],
  ];
}
