import type { Transaction } from '../../../db/database.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import type { Deps } from '../../deps.ts';

/**
 * Holds the cards of somebody who has left the team, or one of them, and has the issuer pause them; the receiver's row must be held.
 * Returns how many there are.
 */
export async function pauseCardsOfLeaver(
  { clock, queue }: Pick<Deps, 'clock' | 'queue'>,
  transaction: Transaction,
  scope: ReceiverScope,
  cards: { holder_id: string; token?: string },
): Promise<number> {
  const { card } = databaseOf(transaction, scope);
  const held = { ...cards, state: { not: 'CLOSED' } };
  // Our own decision declines from now on, whatever the issuer has answered by then.
  await card.updateMany({ where: { ...held, held_by_receiver_at: null }, data: { held_by_receiver_at: clock() } });
  const { count } = await card.updateMany({ where: held, data: { is_holder_gone: true, is_paused_by_receiver: true } });
  if (count > 0) await queue.send('push-card-state', { receiver_id: scope.receiverId }, { transaction, singletonKey: scope.receiverId });
  return count;
}
