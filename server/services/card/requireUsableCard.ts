import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { Card } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { closedForGood } from '../../domain/card/card.ts';

/** Returns a card that can still be changed. Throws `not_found`, and `step_out_of_order` for one that is closed or was reported lost. */
export async function requireUsableCard(transaction: Transaction, scope: ReceiverScope, token: string): Promise<Card> {
  const card = await databaseOf(transaction, scope).card.findUnique({ where: { receiver_id_token: { token } } });
  if (!card) throw new DomainError('not_found');
  if (card.loss !== null) throw new DomainError('step_out_of_order', { reason: `This card was reported ${card.loss}. Change the one that took its place.` });
  if (card.state === 'CLOSED') throw new DomainError('step_out_of_order', { reason: closedForGood });
  return card;
}
