import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { isLinked, type ReceiverFieldName } from '../../domain/receiver/receiver.ts';
import { currentBankLink } from '../bank/bankLink.ts';
import { endDebitAuthorization } from '../bank/debitAuthorization.ts';
import { unlinkFallbackBank } from '../bank/fallbackBank.ts';
import type { Deps } from '../deps.ts';
import { leaveIdentities } from '../identities/claimIdentities.ts';
import { endLinkedStore } from '../store/endLinkedStore.ts';

interface Change {
  before: Receiver;
  after: Receiver;
  /** The fields that the action empties, whether anything was in them or not. */
  clears: readonly ReceiverFieldName[];
}

/** Decides whether a field no longer names the object at a provider that it named before. */
const isGone = ({ before, after }: Change, field: 'rutter_access_token' | 'lithic_account_holder_token') =>
  isLinked(before[field]) && before[field] !== after[field];

/** Marks the linked banks as unlinked, and queues their removal at the provider. With them end the authorizations to debit them. Tells whether there was one. */
async function queueBankUnlink(deps: Deps, transaction: Transaction, scope: ReceiverScope): Promise<boolean> {
  const second = await currentBankLink(transaction, scope, 'fallback');
  if (second) await unlinkFallbackBank(deps, transaction, scope, second);
  const others = await databaseOf(transaction, scope).bankLink.findMany({ where: { unlinked_at: null }, select: { id: true } });
  for (const { id: link_id } of others) {
    await databaseOf(transaction, scope).bankLink.update({ where: { receiver_id_id: { id: link_id } }, data: { unlinked_at: deps.clock() } });
    await deps.queue.send('unlink-bank', { receiver_id: scope.receiverId, link_id }, { transaction });
  }
  await endDebitAuthorization(deps, transaction, scope, { reason: 'bank_link_ended' });
  return second !== null || others.length > 0;
}

/** Queues the closing of the card that was removed, and of all others where the account at the issuer is given up. Tells whether there was one. */
async function queueCardClosing({ queue }: Deps, transaction: Transaction, scope: ReceiverScope, { before, clears }: Change): Promise<boolean> {
  const isStartingOver = clears.includes('lithic_account_token');
  const all = isStartingOver ? await databaseOf(transaction, scope).card.findMany({ where: { state: { not: 'CLOSED' } }, select: { token: true } }) : [];
  const tokens = new Set([...(before.lithic_card_token === null ? [] : [before.lithic_card_token]), ...all.map(({ token }) => token)]);
  for (const card_token of tokens) await queue.send('close-card', { receiver_id: scope.receiverId, card_token }, { transaction });
  return tokens.size > 0;
}

/**
 * Undoes at the providers what was removed from a record: closes a card, unlinks a bank or a store, abandons a
 * verification. Reads bank and card rows: the record may name none while a second bank or a further card
 * is left. Its jobs are queued in the transaction of the change, so that they run exactly if it is stored.
 * Tells whether a bank was unlinked or a card closed.
 */
export async function undoAtProviders(deps: Deps, transaction: Transaction, scope: ReceiverScope, change: Change): Promise<boolean> {
  const isUnlinked = change.clears.includes('plaid_access_token') && (await queueBankUnlink(deps, transaction, scope));
  if (isGone(change, 'rutter_access_token')) await endLinkedStore(deps, transaction, scope);
  const isClosed = change.clears.includes('lithic_card_token') && (await queueCardClosing(deps, transaction, scope, change));
  if (isGone(change, 'lithic_account_holder_token')) {
    await leaveIdentities(deps, transaction, scope, 'ein');
    await databaseOf(transaction, scope).kybApplication.updateMany({ where: { status: { not: 'abandoned' } }, data: { status: 'abandoned' } });
  }
  return isUnlinked || isClosed;
}
