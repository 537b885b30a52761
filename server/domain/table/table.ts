import { formatNumericDate, formatNumericDay, formatShortDate } from '../basics/dateFormats.ts';
import { type IsoDate, startOfDay } from '../basics/dates.ts';
import { formatHundredths } from '../basics/foreignMoney.ts';
import { formatUsd, toDollars } from '../basics/money.ts';
import { capitalized, inWords } from '../basics/words.ts';
import { type CardActivity, cardTransactionType, type ReceivableActivity, shownTransferStatus, shownTransferType, type TransferActivity } from './activity.ts';

/**
 * The Recent Transactions table: its three tabs, their cells, and the rules of search, sorting and paging. Dates are days
 * in UTC everywhere, so that display, search and sorting use the same cell.
 *
 * Cells are formatted when rows are read; of a stored row only its search text depends on the columns. `server/domain/table/README.md`
 * lists the steps for a new column.
 */

export type Direction = 'asc' | 'desc';

export interface Column<Row, Key extends string = string> {
  key: Key;
  label: string;
  /** The cell as people read it; the search uses exactly this text. */
  cell: (row: Row) => string;
  /** The cell in a file, where a spreadsheet must read it as a number or a date; defaults to `cell`. */
  fileCell?: (row: Row) => string;
}

export interface Tab<Row, Key extends string = string> {
  label: string;
  columns: readonly Column<Row, Key>[];
  /** The column by which the table is sorted, newest first, until somebody clicks a header. */
  dateColumn: Key;
}

function text<Row, Key extends string>(key: Key, label: string, cell: (row: Row) => string): Column<Row, Key> {
  return { key, label, cell };
}

function amount<Row extends Pick<CardActivity, 'amount_cents'>>(): Column<Row, 'amount'> {
  return { key: 'amount', label: 'Amount', cell: (row) => formatUsd(row.amount_cents), fileCell: (row) => toDollars(row.amount_cents) };
}

function instant<Row extends { created_at: Date }, Key extends string>(key: Key, label: string): Column<Row, Key> {
  return { key, label, cell: (row) => formatShortDate(row.created_at, 'UTC'), fileCell: (row) => formatNumericDate(row.created_at) };
}

/** Returns a column of days; a row without one has an empty cell. */
function day<Row, Key extends string>(key: Key, label: string, value: (row: Row) => IsoDate | null): Column<Row, Key> {
  const write = (row: Row, format: (value: IsoDate) => string) => {
    const shown = value(row);
    return shown === null ? '' : format(shown);
  };
  return { key, label, cell: (row) => write(row, (shown) => formatShortDate(startOfDay(shown), 'UTC')), fileCell: (row) => write(row, formatNumericDay) };
}

const card: Tab<CardActivity, 'type' | 'merchant' | 'amount' | 'transaction_date' | 'repayment_date'> = {
  label: 'Card transactions',
  columns: [
    text('type', 'Type', cardTransactionType),
    text('merchant', 'Merchant', (row) => row.descriptor),
    amount(),
    instant('transaction_date', 'Transaction Date'),
    day('repayment_date', 'Repayment Date', (row) => row.repayment_date),
  ],
  dateColumn: 'transaction_date',
};

const repayments: Tab<TransferActivity, 'type' | 'status' | 'amount' | 'date'> = {
  label: 'Repayments',
  columns: [
    text('type', 'Type', shownTransferType),
    text('status', 'Status', (row) => inWords(shownTransferStatus(row.status))),
    amount(),
    instant('date', 'Date'),
  ],
  dateColumn: 'date',
};

/** Writes the amount of a receivable for a file: a number of dollars, or `12.50 CAD`, which no spreadsheet adds to dollars. */
export function receivableAmount({ amount_cents, currency }: Pick<ReceivableActivity, 'amount_cents' | 'currency'>): string {
  return currency === undefined ? toDollars(amount_cents) : `${toDollars(amount_cents)} ${currency}`;
}

const receivables: Tab<ReceivableActivity, 'type' | 'amount' | 'date' | 'status'> = {
  label: 'My receivables',
  columns: [
    text('type', 'Type', (row) => capitalized(inWords(row.type))),
    {
      key: 'amount',
      label: 'Amount',
      cell: (row) => (row.currency === undefined ? formatUsd(row.amount_cents) : formatHundredths(row.amount_cents, row.currency)),
      fileCell: receivableAmount,
    },
    instant('date', 'Date'),
    text('status', 'Status', (row) => inWords(row.status)),
  ],
  dateColumn: 'date',
};

/** The tabs in their order; the first is shown first. */
export const tabs = { card, repayments, receivables } as const;
export type TabKey = keyof typeof tabs;
export const defaultTab: TabKey = 'card';

/** The keys of a tab's columns. */
export type ColumnKey<Key extends TabKey> = (typeof tabs)[Key]['columns'][number]['key'];

/** The cells of a row, in the order of the columns. */
export function cellsOf<Row>(tab: Tab<Row>, row: Row): string[] {
  return tab.columns.map((column) => column.cell(row));
}

/** Lower-cases a text for search. Replaces a final sigma by a sigma, because a capital sigma becomes either, by its neighbors. */
export function withoutCapitals(written: string): string {
  return written.toLowerCase().replaceAll('ς', 'σ');
}

/** Returns the text that is searched: every cell in lower case on its own line, so that nothing matches across two cells. */
export function searchText<Row>(tab: Tab<Row>, row: Row): string {
  return withoutCapitals(cellsOf(tab, row).join('\n'));
}

/** Returns the search term for the typed text. An empty term finds everything. */
export function searchTerm(typed: string): string {
  return withoutCapitals(typed.trim());
}

export interface Sort {
  column: string;
  direction: Direction;
}

export function initialSort(tab: Pick<Tab<never>, 'dateColumn'>): Sort {
  return { column: tab.dateColumn, direction: 'desc' };
}

/** Returns the sort after a click on a header: ascending at the first click, descending at the second, and so on. */
export function sortAfterClick(sort: Sort, column: string): Sort {
  const isSecondClick = sort.column === column && sort.direction === 'asc';
  return { column, direction: isSecondClick ? 'desc' : 'asc' };
}

export const pageSize = 25;

export interface Page {
  /** From 1. */
  page: number;
  /** Number of the first and the last row on it, from 1; both 0 when there are none. */
  from: number;
  to: number;
  total: number;
  hasPrevious: boolean;
  hasNext: boolean;
}

/** Returns a page of a table of `total` rows. A number beyond the last page gives the last, below the first the first. */
export function tablePage(page: number, total: number): Page {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const shown = Math.min(Math.max(1, Math.trunc(page) || 1), last);
  const from = total === 0 ? 0 : (shown - 1) * pageSize + 1;
  return { page: shown, from, to: Math.min(shown * pageSize, total), total, hasPrevious: shown > 1, hasNext: shown < last };
}

/** `Showing 26 to 50 of 60 results`. */
export function shownRowsInWords({ from, to, total }: Pick<Page, 'from' | 'to' | 'total'>): string {
  return total === 0 ? 'No results found' : `Showing ${from} to ${to} of ${total} results`;
}
