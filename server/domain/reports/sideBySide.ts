import { formatNumericDate } from '../basics/dateFormats.ts';
import type { Period } from '../basics/periods.ts';
import { csvLines } from './csv.ts';
import { lastInstant, type ReportWriter } from './writer.ts';

/** A block of facts about a report: its title, then a label and a value per line. */
export interface Summary {
  title: string;
  facts: readonly Fact[];
}

export type Fact = readonly [label: string, value: string];

/** Returns the first and the last day of a period, in UTC, as facts of a summary. */
export function periodFacts(period: Period): readonly Fact[] {
  return [
    ['Start', formatNumericDate(period.start)],
    ['End', formatNumericDate(lastInstant(period))],
  ];
}

export interface TransactionList<Row> {
  columns: readonly string[];
  /** Returns the row's cells, one per column; null leaves the row out. */
  cells: (row: Row) => readonly string[] | null;
}

const listTitle = 'Transaction List';

/** Writes two blocks side by side: the summary in two columns, an empty column, the transactions. Empty cells pad the shorter one. */
export function sideBySide<Row>(summary: Summary, list: TransactionList<Row>): ReportWriter<Row> {
  const left = [[summary.title, ''], ...summary.facts];
  const emptyRight = list.columns.map(() => '');
  let line = 0;
  const beside = (right: readonly string[]): readonly string[] => [...(left[line++] ?? ['', '']), '', ...right];

  return {
    begin: () => csvLines([beside([listTitle, ...emptyRight.slice(1)]), beside(list.columns)]),
    rows: (batch) => {
      const rows = batch.map(list.cells).filter((cells) => cells !== null);
      const besideFacts = rows.slice(0, Math.max(0, left.length - line));
      // All others are beside nothing: of a million rows, each would be copied for that.
      return csvLines(besideFacts.map(beside)) + csvLines(rows.slice(besideFacts.length), 3);
    },
    end: () => csvLines(left.slice(line).map(() => beside(emptyRight))),
  };
}
