import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Sort } from '../../domain/table/table.ts';
import { Prisma, type Reading, readCells } from '../client.ts';
import { fromWhere, orderBy, type Selection } from './activityRows.ts';
import type { ActivityTable, RowSource } from './activityTables.ts';

/** Each batch is planned anew; of more rows at once, two of them would take much of a file's memory. */
const batchSize = 2_000;

/** The rows that are handed on at once. Between two such slices the next batch arrives, instead of filling the connection and holding up the database. */
const sliceSize = 250;

/** The position of a batch's last row; the next batch begins after it. */
interface Place {
  key: string;
  created_at: Date;
  id: string;
}

/**
 * Returns the conditions for the rows after a position: first those that share its sort key, then those past the key. A
 * sort by time needs one condition only.
 */
function after(source: RowSource, sort: Sort, { key, created_at, id }: Place): Prisma.Sql[] {
  const sortKey = source.keys[sort.column];
  const isDown = sort.direction === 'desc';
  if (!sortKey) {
    const past = isDown ? Prisma.sql`<` : Prisma.sql`>`;
    return [Prisma.sql`created_at ${past}= ${created_at} AND (created_at ${past} ${created_at} OR (${source.id}) COLLATE "C" > ${id})`];
  }
  const value = Prisma.sql`${key}::text::${Prisma.raw(sortKey.type)}`;
  return [
    Prisma.sql`${sortKey.value} = ${value} AND created_at <= ${created_at} AND (created_at < ${created_at} OR (${source.id}) COLLATE "C" > ${id})`,
    isDown ? Prisma.sql`${sortKey.value} < ${value}` : Prisma.sql`${sortKey.value} > ${value}`,
  ];
}

interface Batch<Cells> {
  rows: Cells[];
  /** Null after the last row. */
  end: Place | null;
}

async function readBatch<Row extends { id: string; created_at: Date }, Cells extends readonly unknown[]>(
  reading: Reading,
  source: ActivityTable<Row, Cells>,
  { selection, sort, place }: { selection: Selection; sort: Sort; place: Place | null },
): Promise<Batch<Cells>> {
  const key = source.keys[sort.column]?.value ?? Prisma.sql`''`;
  const order = orderBy(source, sort);
  const parts = place === null ? [Prisma.sql`true`] : after(source, sort, place);
  const selects = parts.map((part) => {
    const where = selection.where ? Prisma.sql`${selection.where} AND ${part}` : part;
    return Prisma.sql`(SELECT * ${fromWhere(source, { ...selection, where })} ${order} LIMIT ${batchSize})`;
  });
  const following =
    selects.length === 1 ? selects[0] : Prisma.sql`(SELECT * FROM (${Prisma.join(selects, ' UNION ALL ')}) following ${order} LIMIT ${batchSize})`;
  const batch = Prisma.sql`SELECT ${source.cells}, (${key})::text FROM ${following} batch`;
  const rows = await readCells<Cells>(reading, batch);
  const last = rows.length === batchSize && rows.at(-1);
  if (!last) return { rows, end: null };
  const { created_at, id } = source.read(last);
  return { rows, end: { key: String(last.at(-1)), created_at, id } };
}

/**
 * Yields a receiver's rows in the order of a sort, two thousand at a time, however many there are. Nothing stays open
 * between two batches, so that a slow download holds no connection. The next batch is read while one is processed.
 */
export async function* readBatches<Row extends { id: string; created_at: Date }, Cells extends readonly unknown[]>(
  reading: Reading,
  source: ActivityTable<Row, Cells>,
  { selection, sort }: { selection: Selection; sort: Sort },
): AsyncGenerator<Row[]> {
  const read = (place: Place | null) => readBatch(reading, source, { selection, sort, place });
  let next: Promise<Batch<Cells>> | null = read(null);
  try {
    while (next) {
      const { rows, end }: Batch<Cells> = await next;
      next = end && read(end);
      // A failure is thrown where the batch is awaited.
      next?.catch(() => {});
      for (let first = 0; first < rows.length; first += sliceSize) {
        // The statement is only sent, and its rows only arrive, when this task yields the event loop.
        await yieldToEventLoop();
        yield rows.slice(first, first + sliceSize).map(source.read);
      }
    }
  } finally {
    await next?.catch(() => {});
  }
}
