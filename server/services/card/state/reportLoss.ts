import { invalidFields } from '../../../contract/invalidRequest.ts';
import type { Transaction } from '../../../db/database.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import type { Card, JsonObject } from '../../../db/rows.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import { can } from '../../../domain/access/access.ts';
import { DomainError } from '../../../domain/basics/errors.ts';
import { type ShippingAddress, shippingAddressProblems, tidyShippingAddress } from '../../../domain/card/cardIssueForm.ts';
import { nameOfCard } from '../../../domain/card/namedCard.ts';
import { ProviderFailure } from '../../../providers/failure.ts';
import type { Caller } from '../../access/caller.ts';
import type { ReceiverView } from '../../access/viewReceiver.ts';
import type { Deps } from '../../deps.ts';
import { withLockedReceiver } from '../../ledger/lockedReceiver.ts';
import { recordTimeline } from '../../receiver/timeline.ts';
import { cardKindOf } from '../cardKind.ts';
import { issueNow } from '../issue/addCard.ts';
import { firstSpendLimit } from '../issue/firstSpendLimit.ts';
import { callFirstMs, queueFurtherCard } from '../issue/queueFurtherCard.ts';
import { knownAddressOfCard } from '../issue/shippingAddress.ts';
import { closeLostCard } from './closeLostCard.ts';

interface Loss {
  loss: 'lost' | 'stolen';
  /** The address to which new plastic is sent; null for the address of the old one. */
  shipping_address: ShippingAddress | null;
}

/**
 * Reports a card lost or stolen. It declines from this moment on by our own decision; then the issuer closes it and makes another
 * of the same kind, with its name, holder and controls. Jobs finish what a failure interrupts, and a card has one successor,
 * however often it is reported. Returns the successor's token; null while the issuer has not answered. Throws `not_found`,
 * `step_out_of_order` for a card that was closed before, `forbidden` for an address by somebody who may not choose it, and an
 * InvalidRequest where new plastic has no address.
 */
export async function reportLoss(deps: Deps, caller: Caller, view: ReceiverView, token: string, loss: Loss): Promise<string | null> {
  const { scope } = view;
  const issueId = await storeLoss(deps, caller, view, token, loss);
  await closeNow(deps, scope, token);
  return issueNow(deps, scope, issueId);
}

/** Throws `forbidden` unless the caller may choose where new plastic goes: anybody may report a loss, and must not get a card by it. */
function requireMayAddress(caller: Caller, { receiver, isOwn }: ReceiverView, { holder_id }: Card): void {
  const isHolder = isOwn && caller.memberId !== null && caller.memberId === holder_id;
  if (isHolder || can(caller, 'manage_cards', receiver)) return;
  throw new DomainError('forbidden', {
    reason: 'Only the owner, an admin and the holder of a card choose where new plastic goes. Report it without an address: it goes where the old one went.',
  });
}

function storeLoss(deps: Deps, caller: Caller, view: ReceiverView, token: string, loss: Loss): Promise<string> {
  const { scope } = view;
  return withLockedReceiver(deps, scope, async (transaction, receiver) => {
    const own = databaseOf(transaction, scope);
    const card = await own.card.findUnique({ where: { receiver_id_token: { token } } });
    if (!card) throw new DomainError('not_found');
    if (loss.shipping_address !== null) requireMayAddress(caller, view, card);
    const before = await own.cardIssue.findFirst({ where: { replaces_token: token } });
    if (before) return before.id;
    if (card.state === 'CLOSED') throw new DomainError('step_out_of_order', { reason: 'This card is closed already, so nobody can pay with it.' });
    await own.card.update({ where: { receiver_id_token: { token } }, data: { lost_at: deps.clock(), loss: loss.loss } });
    await recordTimeline(deps, scope, 'card_lost', { card_token: token, loss: loss.loss }, transaction);
    await deps.queue.send('close-lost-card', { receiver_id: scope.receiverId, card_token: token }, { transaction, delayMs: callFirstMs });
    const address = addressOf(card, loss.shipping_address);
    const first_spend_limit = await firstSpendLimit(deps, transaction, { scope, receiver });
    const id = await orderSuccessor(deps, transaction, scope, { caller, card, address, first_spend_limit });
    await queueFurtherCard(deps, transaction, scope, id);
    return id;
  });
}

/** Returns where new plastic goes; null for a card without. Throws an InvalidRequest where no address is known, or the given one is wrong. */
function addressOf({ type, shipping_address: known }: Card, given: ShippingAddress | null): ShippingAddress | null {
  if (type !== 'PHYSICAL') return null;
  const address = given ?? knownAddressOfCard(known);
  if (address === null) throw invalidFields([{ path: 'shipping_address', message: 'Say where the new card goes.' }]);
  const problems = shippingAddressProblems(address);
  if (problems.length > 0) throw invalidFields(problems);
  return tidyShippingAddress(address);
}

async function orderSuccessor(
  deps: Deps,
  transaction: Transaction,
  scope: ReceiverScope,
  { caller, card, address, first_spend_limit }: { caller: Caller; card: Card; address: ShippingAddress | null; first_spend_limit: bigint },
): Promise<string> {
  const own = databaseOf(transaction, scope);
  const control = await own.cardControl.findUnique({ where: { receiver_id_card_token: { card_token: card.token } } });
  const { id } = await own.cardIssue.create({
    data: {
      kind: cardKindOf(card),
      is_physical: address !== null,
      name: card.name,
      color: card.color,
      purpose: card.purpose,
      holder_id: card.holder_id,
      memo: nameOfCard(card),
      first_spend_limit,
      replaces_token: card.token,
      ordered_by: caller.memberId,
      ordered_at: deps.clock(),
      ...(address !== null && { shipping_address: { ...address } }),
      ...(control !== null && { controls: control.controls as JsonObject }),
    },
  });
  return id;
}

/** Closes the card at the issuer now. Where it does not answer, the job asks again: nobody can pay with the card meanwhile. */
async function closeNow(deps: Deps, scope: ReceiverScope, token: string): Promise<void> {
  try {
    await closeLostCard(deps, scope, token);
  } catch (failure) {
    if (!(failure instanceof ProviderFailure)) throw failure;
    deps.log.warn({ err: failure, card: token }, 'a lost card is still open at the issuer');
  }
}
