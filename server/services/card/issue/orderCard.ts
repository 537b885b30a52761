import { inTransaction } from '../../../db/database.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import { lockReceiver } from '../../../db/queries/lockReceiver.ts';
import { DomainError } from '../../../domain/basics/errors.ts';
import { BLANK } from '../../../domain/receiver/receiver.ts';
import { type ReceiverView, reloadView } from '../../access/viewReceiver.ts';
import type { Deps } from '../../deps.ts';
import { requireStep } from '../../onboarding/requireStep.ts';
import { recordTimeline } from '../../receiver/timeline.ts';
import { currentCardOrder } from './cardOrder.ts';
import { issueCard } from './issueCard.ts';
import { queueCardIssue } from './queueCardIssue.ts';
import { callFirstMs } from './queueFurtherCard.ts';

/**
 * Stores the order, and queues its issue, in case that the call which asks for it is cut off. Without a physical card this completes the
 * card step; with one, the address completes it.
 */
async function takeOrder(deps: Deps, { scope }: ReceiverView, isPhysical: boolean): Promise<void> {
  await inTransaction(deps.database, async (transaction) => {
    const receiver = await lockReceiver(transaction, scope);
    if (!receiver) throw new DomainError('not_found');
    const { order, nextNumber } = await currentCardOrder(transaction, scope, receiver);
    const own = databaseOf(transaction, scope);
    if (!order) {
      const issued = receiver.lithic_card_token === null ? {} : { card_token: receiver.lithic_card_token, issued_at: deps.clock() };
      await own.cardOrder.create({ data: { number: nextNumber, is_physical: isPhysical, ordered_at: deps.clock(), ...issued } });
      await recordTimeline(deps, scope, 'card_ordered', { number: nextNumber, is_physical: isPhysical }, transaction);
    } else if (order.is_physical !== isPhysical && order.shipped_at === null) {
      await own.cardOrder.update({ where: { receiver_id_number: { number: order.number } }, data: { is_physical: isPhysical } });
    }
    if (!isPhysical && receiver.card_request === null) await own.receiver.update({ data: { card_request: 'virtual' } });
    if (receiver.lithic_card_token === null) await queueCardIssue(deps, transaction, scope, { delayMs: callFirstMs });
  });
}

/**
 * Orders the card, virtual only or also physical, and issues the virtual one: at once when the issuer has accepted the
 * business, otherwise as soon as it does. Repeated orders still make only one card. Throws the issuer's failure: the merchant may try
 * again or leave, and the card is issued either way.
 */
export async function orderCard(deps: Deps, view: ReceiverView, isPhysical: boolean): Promise<ReceiverView> {
  await requireStep(deps, view, 'CARD_ISSUE');
  const { lithic_account_holder_token: holder, lithic_account_token: account } = view.receiver;
  if (holder === BLANK && account === null) {
    throw new DomainError('provider_refused', { reason: 'Your account at the card issuer is not set up yet. Ask our support to do that first.' });
  }
  await takeOrder(deps, view, isPhysical);
  await issueCard(deps, view.scope);
  return reloadView(deps, view);
}
