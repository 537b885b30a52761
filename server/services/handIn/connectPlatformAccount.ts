import { inTransaction } from '../../db/database.ts';
import { holdBoth } from '../../db/queries/lockReceiver.ts';
import { hasBusiness, moveStores } from '../../db/queries/platformAccounts.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { callerOf } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { claimIdentities, leaveIdentities } from '../identities/claimIdentities.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { forgetAllAppSales, queueReadings } from '../store/appAccounts.ts';
import { appIdentities } from '../store/storeLink.ts';
import { receiverOfHandedInSession } from './handedInSession.ts';

/**
 * Connects the store behind a handed-in session to its owner's account, at the request of the signed-in owner: from now
 * on the store opens that account, and its sales are read for that one. The owner presents live sessions of both, so nobody can connect another's store; an
 * email address alone never joins two accounts. Throws `store_not_connectable` when the session is over or of somebody who
 * does not own the store, or the store has an account with business of its own.
 */
export async function connectPlatformAccount(deps: Deps, program: CurrentProgram, view: ReceiverView, handedInAccessToken: string): Promise<void> {
  const found = await receiverOfHandedInSession(deps, program, handedInAccessToken);
  if (found === null) throw new DomainError('store_not_connectable');
  const { receiver: handedIn, session } = found;
  if (!session.is_owner) throw new DomainError('store_not_connectable', { reason: 'Only the owner of the store can connect it to an account.' });
  if (handedIn.id === view.receiver.id) return;
  const { scope: before } = callerOf(handedIn);
  await inTransaction(deps.database, async (transaction) => {
    await holdBoth(transaction, before, view.scope);
    // An account's money and obligations are never moved.
    if (await hasBusiness(transaction, handedIn)) {
      throw new DomainError('store_not_connectable', { reason: 'This store already has an account in use. Switch to it, or ask support to join the two.' });
    }
    const identities = await appIdentities(transaction, before);
    await leaveIdentities(deps, transaction, before, 'store');
    await forgetAllAppSales(transaction, before);
    await moveStores(transaction, handedIn, view.receiver, deps.clock());
    await claimIdentities(deps, transaction, view.scope, { kind: 'store', identities, rule: 'flag' });
    await recordTimeline(deps, view.scope, 'platform_connected', { platform: handedIn.origin_platform, from_receiver_id: handedIn.id }, transaction);
    await queueReadings(deps, transaction, view.scope);
  });
}
