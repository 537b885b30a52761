import {
  type CardActivity,
  cardTransactionType,
  isShownCardTransaction,
  isShownReceivable,
  isShownTransfer,
  type ReceivableActivity,
  shownTransferStatus,
  type TransferActivity,
  transferType,
} from './activity.ts';
import { formatShortDate } from './dateFormats.ts';
import { type IsoDate, startOfDay } from './dates.ts';
import { formatUsd } from './money.ts';

/**
 * The Recent Transactions table: its three tabs, what stands in each cell, and how it is searched, sorted and paged.
 * Dates are days in UTC everywhere, so that the cell that is seen, searched and sorted is one and the same.
 */

export type Direction = 'asc' | 'desc';

export interface Column<Row> {
  key: string;
  label: string;
  /** The cell as people read it; the search looks at just this. */
  cell: (row: Row) => string;
  /** What the column is sorted by: amounts and dates by number, text without regard to capitals. */
  sortValue: (row: Row) => number | string;
}

export interface Tab<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** The column by which the table is sorted, newest first, until somebody clicks a header. */
  dateColumn: string;
  isShown: (row: Row) => boolean;
}

function text<Row>(key: string, label: string, value: (row: Row) => string): Column<Row> {
  return { key, label, cell: value, sortValue: (row) => value(row).toLowerCase() };
}

function amount<Row extends Pick<CardActivity, 'amount_cents'>>(): Column<Row> {
  return { key: 'amount', label: 'Amount', cell: (row) => formatUsd(row.amount_cents), sortValue: (row) => row.amount_cents };
}

function instant<Row extends { created_at: Date }>(key: string, label: string): Column<Row> {
  return { key, label, cell: (row) => formatShortDate(row.created_at, 'UTC'), sortValue: (row) => row.created_at.getTime() };
}

function formatDay(day: IsoDate | null): string {
  return day === null ? '' : formatShortDate(startOfDay(day), 'UTC');
}

/** `pending_review` → `pending review`: a provider's word as people read it. */
export function inWords(word: string): string {
  return word.replaceAll('_', ' ').toLowerCase();
}

/** With a capital at its beginning. */
export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const card: Tab<CardActivity> = {
  label: 'Card transactions',
  columns: [
    text('type', 'Type', cardTransactionType),
    text('merchant', 'Merchant', (row) => row.descriptor),
    amount(),
    instant('transaction_date', 'Transaction Date'),
    {
      key: 'repayment_date',
      label: 'Repayment Date',
      cell: (row) => formatDay(row.repayment_date),
      sortValue: (row) => (row.repayment_date === null ? 0 : startOfDay(row.repayment_date).getTime()),
    },
  ],
  dateColumn: 'transaction_date',
  isShown: isShownCardTransaction,
};

const repayments: Tab<TransferActivity> = {
  label: 'Repayments',
  columns: [text('type', 'Type', transferType), text('status', 'Status', (row) => inWords(shownTransferStatus(row.status))), amount(), instant('date', 'Date')],
  dateColumn: 'date',
  isShown: isShownTransfer,
};

const receivables: Tab<ReceivableActivity> = {
  label: 'My receivables',
  columns: [
    text('type', 'Type', (row) => capitalised(inWords(row.type))),
    amount(),
    instant('date', 'Date'),
    text('status', 'Status', (row) => inWords(row.status)),
  ],
  dateColumn: 'date',
  isShown: isShownReceivable,
};

/** The tabs in their order; the first is shown first. */
export const tabs = { card, repayments, receivables } as const;
export type TabKey = keyof typeof tabs;
export const defaultTab: TabKey = 'card';

/** The cells of a row, in the order of the columns. */
export function cellsOf<Row>(tab: Tab<Row>, row: Row): string[] {
  return tab.columns.map((column) => column.cell(row));
}

/** What the search looks at: every cell in lower case, on a line of its own, so that nothing matches across two cells. */
export function searchText<Row>(tab: Tab<Row>, row: Row): string {
  return cellsOf(tab, row).join('\n').toLowerCase();
}

/** What was typed into the search box as it is looked for. Empty finds everything. */
export function searchTerm(typed: string): string {
  return typed.trim().toLowerCase();
}

export interface Sort {
  column: string;
  direction: Direction;
}

export function initialSort(tab: Pick<Tab<never>, 'dateColumn'>): Sort {
  return { column: tab.dateColumn, direction: 'desc' };
}

/** The sort after a click on a header: ascending at the first click, descending at the second, and so on in turn. */
export function sortAfterClick(sort: Sort, column: string): Sort {
  const isSecondClick = sort.column === column && sort.direction === 'asc';
  return { column, direction: isSecondClick ? 'desc' : 'asc' };
}

const pageSize = 25;

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

/** The page of a table of `total` rows. A number past the last page is the last one, below the first the first. */
export function pageOf(page: number, total: number): Page {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const shown = Math.min(Math.max(1, Math.trunc(page) || 1), last);
  const from = total === 0 ? 0 : (shown - 1) * pageSize + 1;
  return { page: shown, from, to: Math.min(shown * pageSize, total), total, hasPrevious: shown > 1, hasNext: shown < last };
}

/** `Showing 26 to 50 of 60 results`. */
export function describePage({ from, to, total }: Pick<Page, 'from' | 'to' | 'total'>): string {
  return total === 0 ? 'No results found' : `Showing ${from} to ${to} of ${total} results`;
}
