import { Prisma, prismaOf, type Transaction } from '../client.ts';
import type { CommerceLink } from '../generated/client.ts';
import { receiversAtOnce } from './plannerRuns.ts';

const notReadSince = (instant: Date) => Prisma.sql`unlinked_at IS NULL AND (last_synced_at IS NULL OR last_synced_at < ${instant})`;

/** Returns the links that a condition holds for of the next receivers, after one and ordered by id, who have any. */
function nextLinks(transaction: Transaction, condition: Prisma.Sql, after: string) {
  return prismaOf(transaction).$queryRaw<Pick<CommerceLink, 'receiver_id' | 'id' | 'source' | 'connection_id'>[]>`
    WITH page AS (SELECT DISTINCT receiver_id FROM commerce_link WHERE receiver_id > ${after}::uuid AND ${condition} ORDER BY receiver_id LIMIT ${receiversAtOnce})
    SELECT receiver_id, id, source, connection_id FROM commerce_link JOIN page USING (receiver_id) WHERE ${condition} ORDER BY receiver_id, id`;
}

/** Returns the linked stores of a source that were not read since an instant, of the next receivers after one, ordered by receiver. */
export function staleStores(transaction: Transaction, source: string, since: Date, after: string) {
  return nextLinks(transaction, Prisma.sql`source = ${source} AND ${notReadSince(since)}`, after);
}

/** Returns the stores with our app that may be read and were not read since an instant, of the next receivers after one, ordered by receiver. */
export function staleAppStores(transaction: Transaction, since: Date, after: string) {
  return nextLinks(transaction, Prisma.sql`source IN ('shopify', 'bigcommerce') AND NOT is_disabled AND ${notReadSince(since)}`, after);
}
