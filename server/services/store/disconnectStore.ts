import { inTransaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { lockReceiver } from '../../db/queries/lockReceiver.ts';
import { BLANK } from '../../domain/receiver/receiver.ts';
import { type ReceiverView, reloadView } from '../access/viewReceiver.ts';
import { queueReadings } from '../appStore/appAccounts.ts';
import type { Deps } from '../deps.ts';
import { leaveIdentities } from '../identity/claimIdentities.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';
import { appIdentities, currentStoreLink, linkedSource } from './storeLink.ts';

/**
 * Gives up the access to the store or accounting system that was connected by the link window, and deletes its sales, so that
 * spending power is computed without them. A merchant who has asked for a card keeps it, and is not asked for a store again;
 * one who has not goes back to that step. A store that has our app counts again.
 * May be repeated.
 */
export async function disconnectLinkedStore(deps: Deps, view: ReceiverView): Promise<ReceiverView> {
  const { scope } = view;
  await inTransaction(deps.database, async (transaction) => {
    await lockReceiver(transaction, scope);
    const own = databaseOf(transaction, scope);
    const link = await currentStoreLink(transaction, scope);
    if (!link) return;
    const { card_request } = await own.receiver.findUniqueOrThrow({ select: { card_request: true } });
    await own.commerceLink.update({ where: { receiver_id_id: { id: link.id } }, data: { unlinked_at: deps.clock() } });
    await own.storeTransaction.deleteMany({ where: { source: linkedSource } });
    await own.receiver.update({ data: { rutter_access_token: card_request === null ? null : BLANK } });
    await leaveIdentities(deps, transaction, scope, 'store', { except: await appIdentities(transaction, scope) });
    await recordTimeline(deps, scope, 'store_disconnected', { platform: link.platform, store: link.store_name }, transaction);
    await deps.queue.send('unlink-store', { receiver_id: scope.receiverId, link_id: link.id }, { transaction });
    await queueReadings(deps, transaction, scope);
    await requestSpendingPower(deps, transaction, scope, 'store disconnected');
  });
  return reloadView(deps, view);
}
