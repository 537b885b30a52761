import type { Direction, Sort } from '../../domain/table/table.ts';
import { Prisma } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import type { RowSource } from './activityTables.ts';

/** A selection of a receiver's rows. */
export interface Selection {
  scope: ReceiverScope;
  /** All rows when left out. */
  where?: Prisma.Sql | undefined;
}

const opposite: Record<Direction, Direction> = { asc: 'desc', desc: 'asc' };
const words: Record<Direction, Prisma.Sql> = { asc: Prisma.sql`ASC`, desc: Prisma.sql`DESC` };

/** Returns the condition that a text contains a term, which is in lower case. */
export function containsTerm(text: Prisma.Sql, term: string): Prisma.Sql {
  return Prisma.sql`${text} LIKE ${`%${term.replace(/[\\%_]/g, '\\$&')}%`}`;
}

/** Returns the `FROM … WHERE …` of a selection. */
export function fromWhere({ table }: RowSource, { scope, where }: Selection): Prisma.Sql {
  const own = Prisma.sql`FROM ${table} WHERE receiver_id = ${scope.receiverId}::uuid`;
  return where ? Prisma.sql`${own} AND ${where}` : own;
}

/**
 * Returns the table's `ORDER BY`: by the column, then newest first, then by id. `backwards` gives the same order from
 * its end, which an index serves as cheaply. `key` is the column's sort key, for rows that have it under another name.
 */
export function orderBy(source: RowSource, sort: Sort, { backwards = false, key = source.keys[sort.column]?.value }: OrderOptions = {}): Prisma.Sql {
  const way = (direction: Direction) => words[backwards ? opposite[direction] : direction];
  const ids = source.idOrder.map((column) => Prisma.sql`${column} ${way('asc')}`);
  const byKey = key ? [Prisma.sql`${key} ${way(sort.direction)}`, Prisma.sql`created_at ${way('desc')}`] : [Prisma.sql`created_at ${way(sort.direction)}`];
  return Prisma.sql`ORDER BY ${Prisma.join([...byKey, ...ids])}`;
}

interface OrderOptions {
  backwards?: boolean;
  key?: Prisma.Sql | undefined;
}
