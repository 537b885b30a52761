import type { IsoDate } from '../../domain/basics/dates.ts';
import { cents } from '../../domain/basics/money.ts';
import type { ManualType } from '../../domain/ledger/ledger.ts';
import type { CardActivity, ReceivableActivity, TransferActivity } from '../../domain/table/activity.ts';
import { Prisma } from '../client.ts';

export interface SortKey {
  value: Prisma.Sql;
  type: 'bigint' | 'boolean' | 'date' | 'text';
}

/**
 * Where the rows of the transactions table and of the reports stand and how they are put in order. The cells of a row are
 * the lines of its `search_text`, which the table's own rules wrote: sorting by them in the database is sorting by what
 * people see.
 */
export interface RowSource {
  table: Prisma.Sql;
  /** What says that a row is shown at all. */
  shown: Prisma.Sql;
  /** What a row is found by, beside the receiver. */
  primaryKey: Prisma.Sql;
  /** The row's id as text, compared byte by byte. */
  id: Prisma.Sql;
  /** What the columns are sorted by; null for the one that is the time of the row. */
  keys: Readonly<Record<string, SortKey | null>>;
}

/** And what is read of them. */
export interface ActivityTable<Row, Cells extends readonly unknown[]> extends RowSource {
  /** Values that JSON has, in the order of `Cells`. */
  cells: Prisma.Sql;
  read: (cells: Cells) => Row;
}

const amount: SortKey = { value: Prisma.sql`amount_cents`, type: 'bigint' };

/** The cell of a column by its place, from the end when it is negative. */
function cellOf(place: 1 | 2 | -1): SortKey {
  return { value: Prisma.sql`split_part(search_text, E'\n', ${Prisma.raw(String(place))}) COLLATE "C"`, type: 'text' };
}

type CardCells = [id: string, status: string, result: string, descriptor: string, amount_cents: number, created_at: string, repayment_date: string];

export const cardTable: ActivityTable<CardActivity, CardCells> = {
  table: Prisma.sql`card_transaction`,
  shown: Prisma.sql`is_counted`,
  primaryKey: Prisma.sql`token`,
  id: Prisma.sql`token COLLATE "C"`,
  keys: {
    type: { value: Prisma.sql`is_refund`, type: 'boolean' },
    merchant: { value: Prisma.sql`merchant_key`, type: 'text' },
    amount,
    transaction_date: null,
    repayment_date: { value: Prisma.sql`repayment_date`, type: 'date' },
  },
  cells: Prisma.sql`token, status, result, merchant_descriptor, amount_cents, created_at, repayment_date`,
  read: ([id, status, result, descriptor, amount_cents, created_at, repayment_date]) => ({
    id,
    status,
    result,
    descriptor,
    amount_cents: cents(amount_cents),
    created_at: new Date(created_at),
    // The column holds days alone.
    repayment_date: repayment_date as IsoDate,
  }),
};

type TransferCells = [id: string, name: string, status: string, amount_cents: number, created_at: string, is_manual: boolean, transaction_type: string | null];

export const transferTable: ActivityTable<TransferActivity, TransferCells> = {
  table: Prisma.sql`bank_transfer`,
  shown: Prisma.sql`name <> 'Error'`,
  primaryKey: Prisma.sql`id`,
  id: Prisma.sql`id::text COLLATE "C"`,
  keys: { type: cellOf(1), status: cellOf(2), amount, date: null },
  cells: Prisma.sql`id, name, status, amount_cents, created_at, is_manual, transaction_type`,
  read: ([id, name, status, amount_cents, created_at, is_manual, transaction_type]) => ({
    id,
    name,
    status,
    amount_cents: cents(amount_cents),
    created_at: new Date(created_at),
    is_manual,
    // The column takes no other words.
    transaction_type: transaction_type as ManualType | null,
  }),
};

type ReceivableCells = [id: string, type: string, status: string, amount_cents: number, created_at: string];

export const receivableTable: ActivityTable<ReceivableActivity, ReceivableCells> = {
  table: Prisma.sql`store_transaction`,
  shown: Prisma.sql`status <> 'failure'`,
  primaryKey: Prisma.sql`source, external_id`,
  // A store's ids are its own, so the source stands before them.
  id: Prisma.sql`(source || ':' || external_id) COLLATE "C"`,
  keys: { type: cellOf(1), amount, date: null, status: cellOf(-1) },
  cells: Prisma.sql`source || ':' || external_id, type, status, amount_cents, created_at`,
  read: ([id, type, status, amount_cents, created_at]) => ({ id, type, status, amount_cents: cents(amount_cents), created_at: new Date(created_at) }),
};
