import type { Transaction } from '../../../db/database.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import type { CardOrder, Receiver } from '../../../db/rows.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import { isCurrentOrder } from '../../../domain/card/cardOrder.ts';

/**
 * Returns the current order: requested and not issued yet, or issued as the card that the receiver has. An order whose
 * card staff have since taken away is no longer current.
 */
export async function currentCardOrder(
  transaction: Transaction,
  scope: ReceiverScope,
  receiver: Pick<Receiver, 'lithic_card_token'>,
): Promise<{ order: CardOrder | null; nextNumber: number }> {
  const latest = await databaseOf(transaction, scope).cardOrder.findFirst({ orderBy: { number: 'desc' } });
  const isCurrent = latest !== null && isCurrentOrder(latest, receiver);
  return { order: isCurrent ? latest : null, nextNumber: (latest?.number ?? 0) + 1 };
}
