import type { CardAnswer } from '../../../contract/card.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import { can } from '../../../domain/access/access.ts';
import { DomainError } from '../../../domain/basics/errors.ts';
import { isOnItsWay } from '../../../domain/card/card.ts';
import type { Caller } from '../../access/caller.ts';
import type { ReceiverView } from '../../access/viewReceiver.ts';
import type { Deps } from '../../deps.ts';
import { withLockedReceiver } from '../../ledger/lockedReceiver.ts';
import { recordTimeline } from '../../receiver/timeline.ts';
import { presentCard } from '../presentCard.ts';

interface Hold {
  token: string;
  is_on_hold: boolean;
}

/**
 * Holds a card whose plastic is on its way, or releases the hold. It changes the row that decisions about purchases lock,
 * so that none is approved once this has returned. May be repeated. Throws `step_out_of_order` for a card that the issuer
 * can pause, and `forbidden` for releasing the card of a held account.
 */
export async function holdCard(deps: Deps, caller: Caller, view: ReceiverView, { token, is_on_hold }: Hold): Promise<CardAnswer> {
  const { scope, receiver } = view;
  if (!is_on_hold && !can(caller, 'reopen_card', receiver))
    throw new DomainError('forbidden', { reason: 'This account is on hold, so its card stays paused. Ask support what it needs.' });
  await withLockedReceiver(deps, scope, async (transaction) => {
    const own = databaseOf(transaction, scope);
    const where = { receiver_id_token: { token } };
    const card = await own.card.findUnique({ where, select: { state: true, held_by_receiver_at: true } });
    if (!card) throw new DomainError('not_found');
    if ((card.held_by_receiver_at !== null) === is_on_hold) return;
    if (is_on_hold && !isOnItsWay(card.state))
      throw new DomainError('step_out_of_order', { reason: 'This pauses only a card whose plastic is on its way. Use the switch of your card instead.' });
    await own.card.update({ where, data: { held_by_receiver_at: is_on_hold ? deps.clock() : null } });
    await recordTimeline(deps, scope, is_on_hold ? 'card_held' : 'card_released', { card_token: token }, transaction);
  });
  return presentCard(deps, view, token);
}
