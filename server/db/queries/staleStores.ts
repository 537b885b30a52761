import { prismaOf, type Transaction } from '../client.ts';
import type { CommerceLink } from '../generated/client.ts';

const notReadSince = (instant: Date) => ({ unlinked_at: null, OR: [{ last_synced_at: null }, { last_synced_at: { lt: instant } }] });

/** Returns the linked stores of a source that were not read since an instant. */
export function staleStores(transaction: Transaction, source: string, since: Date): Promise<Pick<CommerceLink, 'receiver_id' | 'id'>[]> {
  return prismaOf(transaction).commerceLink.findMany({ where: { source, ...notReadSince(since) }, select: { receiver_id: true, id: true } });
}

/** Returns the stores with our app that may be read and were not read since an instant. */
export function staleShops(transaction: Transaction, since: Date): Promise<Pick<CommerceLink, 'receiver_id' | 'source' | 'connection_id'>[]> {
  const where = { source: { in: ['shopify', 'bigcommerce'] }, is_disabled: false, ...notReadSince(since) };
  return prismaOf(transaction).commerceLink.findMany({ where, select: { receiver_id: true, source: true, connection_id: true } });
}
