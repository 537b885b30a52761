import { isDeepStrictEqual } from 'node:util';
import { invalidFields } from '../../../contract/invalidRequest.ts';
import { inTransaction } from '../../../db/database.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import { lockReceiver } from '../../../db/queries/lockReceiver.ts';
import { DomainError } from '../../../domain/basics/errors.ts';
import { type ShippingAddress, shippingAddressProblems, tidyShippingAddress } from '../../../domain/card/cardIssueForm.ts';
import { type ReceiverView, reloadView } from '../../access/viewReceiver.ts';
import type { Deps } from '../../deps.ts';
import { requireStep } from '../../onboarding/requireStep.ts';
import { currentCardOrder } from './cardOrder.ts';
import { queueCardIssue } from './queueCardIssue.ts';
import { callFirstMs } from './queueFurtherCard.ts';
import { shipCard, shipmentKey } from './shipCard.ts';

/**
 * Finds out the result of a shipment whose answer was lost: it may have gone to the earlier address, so a new one must wait. Throws
 * `idempotency_in_flight` while it is being ordered.
 */
async function settleShipment(deps: Deps, { scope, receiver }: ReceiverView): Promise<void> {
  const { order } = await currentCardOrder(deps.database, scope, receiver);
  if (!order || order.shipped_at !== null) return;
  const where = { receiver_id_business_key: { business_key: shipmentKey(order) } };
  const call = await databaseOf(deps.database, scope).providerCall.findUnique({ where });
  if (call?.state === 'unknown' || call?.state === 'sent') await shipCard(deps, scope);
}

async function requireOpenCard(deps: Deps, { scope, receiver }: ReceiverView): Promise<void> {
  if (receiver.lithic_card_token === null) return;
  const where = { receiver_id_token: { token: receiver.lithic_card_token } };
  const card = await databaseOf(deps.database, scope).card.findUnique({ where });
  if (card?.state === 'PAUSED') throw new DomainError('step_out_of_order', { reason: 'Your card is paused. Open it first, then order the physical one.' });
}

/**
 * Stores the address and so completes the card step, and queues the shipment, in case that the call which asks for it is cut off. A card
 * that is not issued yet is sent there as soon as it is.
 */
async function takeAddress(deps: Deps, { scope }: ReceiverView, address: ShippingAddress): Promise<void> {
  await inTransaction(deps.database, async (transaction) => {
    const receiver = await lockReceiver(transaction, scope);
    const { order } = receiver ? await currentCardOrder(transaction, scope, receiver) : { order: null };
    if (!order) throw new DomainError('step_out_of_order', { reason: 'Ask for your card first.' });
    if (order.shipped_at !== null) {
      if (isDeepStrictEqual(order.shipping_address, { ...address })) return;
      throw new DomainError('step_out_of_order', { reason: 'Your card is on its way to the address that you gave. Ask our support to change it.' });
    }
    await databaseOf(transaction, scope).cardOrder.update({
      where: { receiver_id_number: { number: order.number } },
      data: { is_physical: true, shipping_address: { ...address } },
    });
    if (order.card_token === null) await databaseOf(transaction, scope).receiver.update({ data: { card_request: 'physical' } });
    await queueCardIssue(deps, transaction, scope, { delayMs: callFirstMs });
  });
}

/**
 * Orders the card as a physical one to an address: sent at once, or as soon as it is issued. Throws an InvalidRequest
 * that lists everything wrong with the address; nothing of the address is kept then.
 */
export async function orderPhysicalCard(deps: Deps, view: ReceiverView, shipping: ShippingAddress): Promise<ReceiverView> {
  await requireStep(deps, view, 'PHYSICAL_CARD_ISSUE');
  const problems = shippingAddressProblems(shipping);
  if (problems.length > 0) throw invalidFields(problems);
  await requireOpenCard(deps, view);
  await settleShipment(deps, view);
  await takeAddress(deps, view, tidyShippingAddress(shipping));
  await shipCard(deps, view.scope);
  return reloadView(deps, view);
}
