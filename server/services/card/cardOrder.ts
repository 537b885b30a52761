import type { Transaction } from '../../db/client.ts';
import type { CardOrder, Receiver } from '../../db/generated/client.ts';
import type { ReceiverScope } from '../../db/scope.ts';

/**
 * The order that stands: asked for and not issued yet, or issued as the card that the receiver has. One whose card staff
 * have taken away since does not stand any more.
 */
export async function standingOrder(
  transaction: Transaction,
  { receiverId }: ReceiverScope,
  receiver: Pick<Receiver, 'lithic_card_token'>,
): Promise<{ order: CardOrder | null; nextNumber: number }> {
  const latest = await transaction.cardOrder.findFirst({ where: { receiver_id: receiverId }, orderBy: { number: 'desc' } });
  const stands = latest !== null && (latest.card_token === null || latest.card_token === receiver.lithic_card_token);
  return { order: stands ? latest : null, nextNumber: (latest?.number ?? 0) + 1 };
}
