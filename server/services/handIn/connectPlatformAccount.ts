import type { Transaction } from '../../db/client.ts';
import type { Receiver } from '../../db/generated/client.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { receiverOfHandedInSession } from './handedInSession.ts';

/**
 * Connects the store behind a handed-in session to the account of its owner, who is signed in and says so: from now on
 * the store opens that account. The owner shows a live session of both, so nobody connects what is not theirs; an
 * e-mail address alone never joins two accounts. Throws `store_not_connectable` when the session is over, or the store
 * has an account with business of its own.
 */
export async function connectPlatformAccount(deps: Deps, program: CurrentProgram, view: ReceiverView, handedInAccessToken: string): Promise<void> {
  const handedIn = await receiverOfHandedInSession(deps, program, handedInAccessToken);
  if (handedIn === null) throw new DomainError('store_not_connectable');
  if (handedIn.id === view.receiver.id) return;
  await deps.database.$transaction(async (transaction) => {
    await refuseWithBusiness(transaction, handedIn);
    await moveStores(deps, transaction, handedIn, view.receiver);
    await recordTimeline(deps, view.scope, 'platform_connected', { platform: handedIn.origin_platform, from_receiver_id: handedIn.id }, transaction);
  });
}

/** An account that has begun with the issuer, a bank or a store has money or promises of its own, which do not move. */
async function refuseWithBusiness(transaction: Transaction, { id: receiver_id }: Receiver): Promise<void> {
  const where = { receiver_id };
  const counts = await Promise.all([
    transaction.kybApplication.count({ where }),
    transaction.bankLink.count({ where }),
    transaction.commerceLink.count({ where }),
    transaction.card.count({ where }),
  ]);
  if (counts.every((count) => count === 0)) return;
  throw new DomainError('store_not_connectable', {
    reason: 'This store already has an account in use. Switch to it, or ask support to join the two.',
  });
}

async function moveStores({ clock }: Deps, transaction: Transaction, from: Receiver, to: Receiver): Promise<void> {
  await transaction.platformAccount.updateMany({
    where: { receiver_id: from.id },
    data: { receiver_id: to.id, linked_by: 'owner_confirmation', linked_at: clock() },
  });
  await transaction.bigcommerceStore.updateMany({ where: { receiver_id: from.id }, data: { receiver_id: to.id } });
  await transaction.handedInSession.deleteMany({ where: { receiver_id: from.id } });
  if (from.bigcommerce_store_hash === null) return;
  const bigcommerce_store_hash = from.bigcommerce_store_hash;
  await transaction.receiver.update({ where: { id: from.id }, data: { bigcommerce_store_hash: null } });
  await transaction.receiver.update({ where: { id: to.id }, data: { bigcommerce_store_hash } });
}
