import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { CommerceLink } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { monthsRead } from '../../domain/store/firstReading.ts';

/** Stores how far the first reading of a store has come. Does nothing once all has been read. */
export async function noteMonthsRead(transaction: Transaction, scope: ReceiverScope, link: CommerceLink): Promise<void> {
  if (link.last_synced_at !== null) return;
  const own = databaseOf(transaction, scope);
  const end = (direction: 'asc' | 'desc') =>
    own.storeTransaction.findFirst({ where: { source: link.source }, orderBy: { created_at: direction }, select: { created_at: true } });
  const [oldest, newest] = [await end('asc'), await end('desc')];
  const months_read = monthsRead(oldest?.created_at ?? null, newest?.created_at ?? null, link.months_wanted);
  await own.commerceLink.updateMany({ where: { id: link.id, months_read: { not: months_read } }, data: { months_read } });
}
