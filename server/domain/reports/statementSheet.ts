import { formatShortDate } from '../basics/dateFormats.ts';
import { startOfDay } from '../basics/dates.ts';
import { formatUsd } from '../basics/money.ts';
import { periodOfMonth } from '../basics/periods.ts';
import { capitalized, inWords } from '../basics/words.ts';
import { type AccountEntry, entryStatus, entryType, signedAmount } from './accountEntry.ts';
import { formatInstant } from './formatInstant.ts';
import { balanceFacts, datedBySettlement, type StatementFacts, type StatementKind, statementLabel } from './statements.ts';
import { lastInstant } from './writer.ts';

/** The content of a printable monthly statement, in the words and formats of the dashboard. */
export interface StatementSheet<Row> {
  title: string;
  /** A sentence about the rows. */
  note: string;
  /** Two lines of as many each. */
  facts: readonly (readonly [label: string, value: string])[];
  columns: readonly SheetColumn[];
  cells: (row: Row) => readonly string[];
}

export interface SheetColumn {
  label: string;
  /** Its fraction of the width; those of a sheet sum to 1. */
  share: number;
  /** Amounts are aligned right. */
  isAmount?: boolean;
}

/** Returns the sheet of a month's settled purchases and refunds, or of its repayments and credits. */
export function statementSheet(kind: StatementKind, facts: StatementFacts): StatementSheet<AccountEntry> {
  return kind === 'card' ? cardSheet(facts) : repaymentSheet(facts);
}

function cardSheet(facts: StatementFacts): StatementSheet<AccountEntry> {
  return {
    title: statementLabel('card', facts.month),
    note: datedBySettlement,
    facts: factsOf('card', facts),
    columns: [
      { label: 'Date', share: 0.16 },
      { label: 'Merchant', share: 0.46 },
      { label: 'Repayment date', share: 0.2 },
      { label: 'Amount', share: 0.18, isAmount: true },
    ],
    cells: (entry) => [
      formatShortDate(entry.posted_at, 'UTC'),
      entry.descriptor,
      entry.repayment_date === null ? '' : formatShortDate(startOfDay(entry.repayment_date), 'UTC'),
      formatUsd(entry.amount_cents),
    ],
  };
}

function repaymentSheet(facts: StatementFacts): StatementSheet<AccountEntry> {
  return {
    title: statementLabel('repayments', facts.month),
    note: datedBySettlement,
    facts: factsOf('repayments', facts),
    columns: [
      { label: 'Date', share: 0.2 },
      { label: 'Type', share: 0.4 },
      { label: 'Status', share: 0.2 },
      { label: 'Amount', share: 0.2, isAmount: true },
    ],
    cells: (entry) => [formatShortDate(entry.posted_at, 'UTC'), entryType(entry), capitalized(inWords(entryStatus(entry))), formatUsd(signedAmount(entry))],
  };
}

function factsOf(kind: StatementKind, facts: StatementFacts): StatementSheet<never>['facts'] {
  const balances = balanceFacts(kind, facts, formatUsd);
  const madeAt = ['Made at', formatInstant(facts.generatedAt)] as const;
  const period = periodOfMonth(facts.month);
  const [from, to] = [formatShortDate(period.start, 'UTC'), formatShortDate(lastInstant(period), 'UTC')];
  if (kind === 'card') return [['From', from], ['To', to], ['Total spent', formatUsd(facts.card_cents)], madeAt, ...balances];
  // One more amount leads to the closing balance here, so both days share a place.
  return [['Period', to.replace(' ', ' 1–')], ['Total debited', formatUsd(facts.debited_cents)], madeAt, ...balances];
}
