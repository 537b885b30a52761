import type { Direction, Sort } from '../../domain/table/table.ts';
import { Prisma, prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import type { ActivityTable, RowSource } from './activityTables.ts';

/** What is wanted of a receiver's rows. */
export interface Selection {
  scope: ReceiverScope;
  /** Left out, all rows. */
  where?: Prisma.Sql | undefined;
}

const against: Record<Direction, Direction> = { asc: 'desc', desc: 'asc' };
const words: Record<Direction, Prisma.Sql> = { asc: Prisma.sql`ASC`, desc: Prisma.sql`DESC` };

/** A text in which a term, in lower case, stands somewhere. */
export function holds(text: Prisma.Sql, term: string): Prisma.Sql {
  return Prisma.sql`${text} LIKE ${`%${term.replace(/[\\%_]/g, '\\$&')}%`}`;
}

/** `FROM … WHERE …` of a selection. */
export function from({ table }: RowSource, { scope, where }: Selection): Prisma.Sql {
  const own = Prisma.sql`FROM ${table} WHERE receiver_id = ${scope.receiverId}::uuid`;
  return where ? Prisma.sql`${own} AND ${where}` : own;
}

/**
 * The table's order: by the column, then newest first, then by id. `backwards` is the same order from its end, which an
 * index gives as cheaply.
 */
export function orderBy({ keys, id }: RowSource, sort: Sort, backwards = false): Prisma.Sql {
  const way = (direction: Direction) => words[backwards ? against[direction] : direction];
  const key = keys[sort.column];
  if (!key) return Prisma.sql`ORDER BY created_at ${way(sort.direction)}, ${id} ${way('asc')}`;
  return Prisma.sql`ORDER BY ${key.value} ${way(sort.direction)}, created_at ${way('desc')}, ${id} ${way('asc')}`;
}

export async function countRows(transaction: Transaction, source: RowSource, selection: Selection): Promise<number> {
  const [found] = await prismaOf(transaction).$queryRaw<[{ total: bigint }]>`SELECT count(*) AS total ${from(source, selection)}`;
  return Number(found.total);
}

/** Some rows of an order, counted from its beginning or, `backwards`, from its end. */
export interface Slice {
  sort: Sort;
  backwards: boolean;
  offset: number;
  limit: number;
}

/** The rows in the order of the sort, also when they are counted from its end. `rows` is `FROM …` something that has what they are put in order by. */
export async function readSlice<Row, Cells extends readonly unknown[]>(
  transaction: Transaction,
  source: ActivityTable<Row, Cells>,
  rows: Prisma.Sql,
  { sort, backwards, offset, limit }: Slice,
): Promise<Row[]> {
  const { table, primaryKey, cells, read } = source;
  // Rows that are left out are left out in the index: only those of the slice are read in the table.
  const found = await prismaOf(transaction).$queryRaw<{ cells: Cells }[]>`
    SELECT json_build_array(${cells}) AS cells
    FROM (SELECT receiver_id, ${primaryKey} ${rows} ${orderBy(source, sort, backwards)} LIMIT ${limit} OFFSET ${offset}) slice
    JOIN ${table} USING (receiver_id, ${primaryKey})
    ${orderBy(source, sort)}`;
  return found.map((row) => read(row.cells));
}
