import { inTransaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { lockReceiver } from '../../db/queries/lockReceiver.ts';
import { BLANK } from '../../domain/receiver/receiver.ts';
import { type ReceiverView, reloadView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';
import { endLinkedStore } from './endLinkedStore.ts';

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
    const link = await endLinkedStore(deps, transaction, scope);
    if (!link) return;
    const own = databaseOf(transaction, scope);
    const { card_request } = await own.receiver.findUniqueOrThrow({ select: { card_request: true } });
    await own.receiver.update({ data: { rutter_access_token: card_request === null ? null : BLANK } });
    await recordTimeline(deps, scope, 'store_disconnected', { platform: link.platform, store: link.store_name }, transaction);
    await requestSpendingPower(deps, transaction, scope, 'store disconnected');
  });
  return reloadView(deps, view);
}
