import type { IsoDate } from '../../domain/basics/dates.ts';
import type { ForeignPrice } from '../../domain/basics/foreignMoney.ts';
import { cents } from '../../domain/basics/money.ts';
import { inWords } from '../../domain/basics/words.ts';
import { type ManualType, manualTypes } from '../../domain/ledger/ledger.ts';
import {
  type CardLine,
  cashbackNames,
  inCurrency,
  type ReceivableActivity,
  type ShownCardActivity,
  shownTransferStatus,
  type TransferActivity,
  transferType,
} from '../../domain/table/activity.ts';
import { type ColumnKey, withoutCapitals } from '../../domain/table/table.ts';
import { Prisma } from '../client.ts';
import { doneSales, isInDollars } from './statusLists.ts';

export interface SortKey {
  value: Prisma.Sql;
  type: 'bigint' | 'boolean' | 'date' | 'text';
}

/** The table, key and sort order of rows of the transactions table and of the reports. */
export interface RowSource {
  table: Prisma.Sql;
  /** The condition for a row to be shown at all. */
  shown: Prisma.Sql;
  /** The condition for a shown row to be in no file; false where every one is. */
  unfiled: Prisma.Sql;
  /** The columns of the primary key beside the receiver. */
  primaryKey: Prisma.Sql;
  /** The row's id as text. */
  id: Prisma.Sql;
  /** Returns the primary key of the row with an id. */
  placeOf: (id: string) => Prisma.Sql;
  /** The columns that order rows which are equal in all else: by id, byte by byte. */
  idOrder: readonly Prisma.Sql[];
  /** The sort key of each column; null for the column that is the row's time. Each has an index for each direction. */
  keys: Readonly<Record<string, SortKey | null>>;
  /** Returns the condition for a row to have a status by which the tab is filtered. */
  hasStatus: (status: string) => Prisma.Sql;
  /** Returns the condition for a row to have a type by which the tab is filtered. */
  hasType: (type: string) => Prisma.Sql;
  /** Returns the SQL for the number of a receiver's shown rows. */
  total: (receiverId: string) => Prisma.Sql;
}

/** A row source, with the columns that are read and how they become a row. */
export interface ActivityTable<Row, Cells extends readonly unknown[]> extends RowSource {
  /** The values as JSON, in the order of `Cells`. */
  cells: Prisma.Sql;
  read: (cells: Cells) => Row;
}

const amount: SortKey = { value: Prisma.sql`amount_cents`, type: 'bigint' };

/** Returns the sort key of a provider's word as the table shows it, ignoring case. */
function words(column: Prisma.Sql): SortKey {
  return { value: Prisma.sql`in_words(${column}) COLLATE "C"`, type: 'text' };
}

type CardCells = [
  id: string,
  status: string,
  result: string,
  descriptor: string,
  amount_cents: number,
  created_at: string,
  repayment_date: string | null,
  foreign: ForeignPrice | null,
  card_token: string,
];

/** The condition for a card transaction to be a card check, as `isCardCheck` in the domain decides. */
export const isCardCheck = Prisma.sql`amount_cents = 0 AND settled_at IS NULL AND coalesce(foreign_amount, 0) = 0`;

/** The same of the client: all but card checks. */
export const noCardCheck = { NOT: { amount_cents: 0n, settled_at: null, OR: [{ foreign_amount: null }, { foreign_amount: 0n }] } };

export const cardTable: ActivityTable<ShownCardActivity, CardCells> = {
  table: Prisma.sql`card_transaction`,
  shown: Prisma.sql`is_counted`,
  unfiled: isCardCheck,
  primaryKey: Prisma.sql`token`,
  id: Prisma.sql`token`,
  placeOf: (id) => Prisma.sql`${id}`,
  idOrder: [Prisma.sql`token COLLATE "C"`],
  keys: {
    // Purchases with card checks among them, then refunds. By its date a card check stands where a purchase of its day would.
    type: { value: Prisma.sql`is_refund`, type: 'boolean' },
    merchant: { value: Prisma.sql`merchant_key`, type: 'text' },
    amount,
    transaction_date: null,
    repayment_date: { value: Prisma.sql`repayment_date`, type: 'date' },
  } satisfies Record<ColumnKey<'card'>, SortKey | null>,
  hasStatus: (status) => Prisma.sql`status ${status === 'settled' ? Prisma.sql`=` : Prisma.sql`<>`} 'SETTLED' AND NOT (${isCardCheck})`,
  hasType: (type) => (type === 'refund' ? Prisma.sql`is_refund` : Prisma.sql`NOT is_refund AND NOT (${isCardCheck})`),
  total: (receiverId) => Prisma.sql`SELECT coalesce(sum(counted), 0)::bigint AS total FROM card_transaction_count WHERE receiver_id = ${receiverId}::uuid`,
  cells: Prisma.sql`token, status, result, merchant_descriptor, amount_cents, created_at, CASE WHEN NOT (${isCardCheck}) THEN repayment_date END,
    CASE WHEN foreign_currency IS NOT NULL
      THEN json_build_object('amount', foreign_amount, 'currency', foreign_currency, 'conversion_rate', conversion_rate) END, card_token`,
  read: ([id, status, result, descriptor, amount_cents, created_at, repayment_date, foreign, card_token]) => ({
    id,
    status,
    result,
    descriptor,
    amount_cents: cents(amount_cents),
    created_at: new Date(created_at),
    // The column holds dates only.
    repayment_date: repayment_date as IsoDate | null,
    foreign,
    card_token,
  }),
};

type CardLineCells = [id: string, status: string, descriptor: string, amount_cents: number, created_at: string, repayment_date: string];

/** The same rows but card checks, with no more than a line of the card report has: in a file of a million lines each value takes its time. */
export const cardLineTable: ActivityTable<CardLine, CardLineCells> = {
  ...cardTable,
  cells: Prisma.sql`token, status, merchant_descriptor, amount_cents, created_at, repayment_date`,
  read: ([id, status, descriptor, amount_cents, created_at, repayment_date]) => ({
    id,
    status,
    descriptor,
    amount_cents: cents(amount_cents),
    created_at: new Date(created_at),
    // The column holds dates only.
    repayment_date: repayment_date as IsoDate,
  }),
};

type TransferCells = [id: string, name: string, status: string, amount_cents: number, created_at: string, is_manual: boolean, transaction_type: string | null];

const nameOfType = (type: ManualType | null) => withoutCapitals(transferType({ is_manual: true, transaction_type: type }));
const cashbackTypeNames = cashbackNames.map((name) => Prisma.sql`WHEN name = ${name} THEN ${withoutCapitals(name)}`);
const manualTypeNames = manualTypes.map((type) => Prisma.sql`WHEN is_manual AND transaction_type = ${type} THEN ${nameOfType(type)}`);
const transferTypeKey = Prisma.sql`CASE ${Prisma.join([...cashbackTypeNames, ...manualTypeNames], ' ')} ELSE ${nameOfType(null)} END COLLATE "C"`;
const settledWord = Prisma.sql`CASE status WHEN 'funds_available' THEN ${shownTransferStatus('funds_available')} ELSE status END`;

export const transferTable: ActivityTable<TransferActivity, TransferCells> = {
  table: Prisma.sql`bank_transfer`,
  shown: Prisma.sql`name <> 'Error'`,
  unfiled: Prisma.sql`false`,
  primaryKey: Prisma.sql`id`,
  id: Prisma.sql`id::text`,
  placeOf: (id) => Prisma.sql`${id}::uuid`,
  idOrder: [Prisma.sql`id`],
  keys: {
    type: { value: transferTypeKey, type: 'text' },
    status: words(settledWord),
    amount,
    date: null,
  } satisfies Record<ColumnKey<'repayments'>, SortKey | null>,
  hasStatus: (status) => Prisma.sql`${words(settledWord).value} = ${status}`,
  hasType: (type) =>
    type === 'cashback' ? Prisma.sql`name IN (${Prisma.join([...cashbackNames])})` : Prisma.sql`${transferTypeKey} = ${withoutCapitals(inWords(type))}`,
  total: (receiverId) => Prisma.sql`SELECT count(*) AS total FROM bank_transfer WHERE receiver_id = ${receiverId}::uuid AND name <> 'Error'`,
  cells: Prisma.sql`id, name, status, amount_cents, created_at, is_manual, transaction_type`,
  read: ([id, name, status, amount_cents, created_at, is_manual, transaction_type]) => ({
    id,
    name,
    status,
    amount_cents: cents(amount_cents),
    created_at: new Date(created_at),
    is_manual,
    // The column accepts only these words.
    transaction_type: transaction_type as ManualType | null,
  }),
};

type ReceivableCells = [id: string, type: string, status: string, amount_cents: number, created_at: string, currency: string];

export const receivableTable: ActivityTable<ReceivableActivity, ReceivableCells> = {
  table: Prisma.sql`store_transaction`,
  shown: Prisma.sql`status <> 'failure'`,
  unfiled: Prisma.sql`false`,
  primaryKey: Prisma.sql`source, external_id`,
  // Ids are unique within a source only, so the source precedes them. No source's name is the beginning of another's.
  id: Prisma.sql`source || ':' || external_id`,
  placeOf: (id) => Prisma.sql`${id.slice(0, id.indexOf(':'))}, ${id.slice(id.indexOf(':') + 1)}`,
  idOrder: [Prisma.sql`source COLLATE "C"`, Prisma.sql`external_id COLLATE "C"`],
  keys: { type: words(Prisma.sql`type`), amount, date: null, status: words(Prisma.sql`status`) } satisfies Record<ColumnKey<'receivables'>, SortKey | null>,
  hasStatus: (status) =>
    status === 'captured' ? Prisma.sql`status IN ${doneSales} AND ${isInDollars}` : Prisma.sql`${words(Prisma.sql`status`).value} = ${status}`,
  hasType: (type) => Prisma.sql`${words(Prisma.sql`type`).value} = ${type}`,
  total: (receiverId) =>
    Prisma.sql`SELECT coalesce(sum(counted + other_counted), 0)::bigint AS total FROM sales_day WHERE receiver_id = ${receiverId}::uuid AND status <> 'failure'`,
  cells: Prisma.sql`source || ':' || external_id, type, status, amount_cents, created_at, currency`,
  read: ([id, type, status, amount_cents, created_at, currency]) => ({
    id,
    type,
    status,
    amount_cents: cents(amount_cents),
    created_at: new Date(created_at),
    ...inCurrency(currency),
  }),
};
