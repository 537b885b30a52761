import { searchVersion } from '../../domain/table/table.ts';
import { Prisma, prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import type { ActivityTable } from './activityTables.ts';
import { perReceiver, receiversAtOnce } from './plannerRuns.ts';

/** How many rows the job locks at once: few, so that other writers of these rows hardly wait. */
const pageSize = 500;

/** Returns the next receivers, ordered by id, with any row whose search text is of an older version. */
export async function receiversToFill(transaction: Transaction, after: string): Promise<string[]> {
  const hasOld = ['card_transaction', 'bank_transfer', 'store_transaction'].map(
    (table) => Prisma.sql`EXISTS (SELECT FROM ${Prisma.raw(table)} WHERE receiver_id = receiver.id AND search_version < ${searchVersion} ${perReceiver})`,
  );
  const rows = await prismaOf(transaction).$queryRaw<{ id: string }[]>`
    SELECT id FROM receiver WHERE id > ${after}::uuid AND (${Prisma.join(hasOld, ' OR ')}) ORDER BY id LIMIT ${receiversAtOnce}`;
  return rows.map(({ id }) => id);
}

/**
 * Updates the next of a receiver's rows whose search text is of an older version, ordered by id. Skips rows that
 * another transaction has locked: that write, or the next run, updates their text. Returns the id after which the next
 * page begins, or null when there is none.
 */
export async function fillPage<Row extends { id: string }, Cells extends readonly unknown[]>(
  transaction: Transaction,
  { receiverId }: ReceiverScope,
  { table, primaryKey, placeOf, cells, read }: ActivityTable<Row, Cells>,
  { after, write }: { after: string | null; write: (row: Row) => string },
): Promise<string | null> {
  const following = after === null ? Prisma.sql`true` : Prisma.sql`(${primaryKey}) > (${placeOf(after)})`;
  const found = await prismaOf(transaction).$queryRaw<{ place: string; cells: Cells }[]>`
    SELECT ctid::text AS place, json_build_array(${cells}) AS cells
    FROM ${table} WHERE receiver_id = ${receiverId}::uuid AND ${following} AND search_version < ${searchVersion}
    ORDER BY ${primaryKey} LIMIT ${pageSize} FOR UPDATE SKIP LOCKED`;
  const rows = found.map((row) => read(row.cells));
  // The rows are locked, so their `ctid` stays valid until the transaction ends.
  await prismaOf(transaction).$executeRaw`
    UPDATE ${table} SET search_text = filled.search_text, search_version = ${searchVersion}
    FROM unnest(${found.map(({ place }) => place)}::text[]::tid[], ${rows.map(write)}::text[]) AS filled (place, search_text)
    WHERE receiver_id = ${receiverId}::uuid AND ${table}.ctid = filled.place`;
  return rows.length < pageSize ? null : (rows.at(-1)?.id ?? null);
}
