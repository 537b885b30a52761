import type { Direction, Sort } from '../../domain/table/table.ts';
import { Prisma } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import type { RowSource } from './activityTables.ts';

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
 * index gives as cheaply. `key` is what the column is sorted by, where rows have it under a name of its own.
 */
export function orderBy(source: RowSource, sort: Sort, { backwards = false, key = source.keys[sort.column]?.value }: OrderOptions = {}): Prisma.Sql {
  const way = (direction: Direction) => words[backwards ? against[direction] : direction];
  const ids = source.idOrder.map((column) => Prisma.sql`${column} ${way('asc')}`);
  const byKey = key ? [Prisma.sql`${key} ${way(sort.direction)}`, Prisma.sql`created_at ${way('desc')}`] : [Prisma.sql`created_at ${way(sort.direction)}`];
  return Prisma.sql`ORDER BY ${Prisma.join([...byKey, ...ids])}`;
}

interface OrderOptions {
  backwards?: boolean;
  key?: Prisma.Sql | undefined;
}
