import { receiverScope } from '../db/scope.ts';
import type { Deps } from '../services/deps.ts';
import { answerPrivacyRequest } from '../services/privacy/answerPrivacyRequest.ts';
import { syncPanelStore } from '../services/store/bigcommerce/syncPanelStore.ts';
import { readChangedOrder } from '../services/store/shopify/readChangedOrder.ts';
import { syncShop } from '../services/store/shopify/syncShop.ts';
import { syncStaleAppStores } from '../services/store/syncStaleAppStores.ts';

/** Starts the jobs that read the shops with our app (hourly those not read for hours) and their orders as they change, and that export or erase customer data for their platform. */
export async function workOnShops(deps: Deps): Promise<void> {
  const { queue } = deps;
  await queue.work('sync-shop', ({ receiver_id, shop }) => syncShop(deps, receiverScope(receiver_id), shop), { concurrency: 2 });
  await queue.work('read-shop-order', ({ receiver_id, shop, order_id }) => readChangedOrder(deps, receiverScope(receiver_id), { shop, orderId: order_id }), {
    concurrency: 2,
  });
  await queue.work('sync-panel-store', ({ receiver_id, store_hash }) => syncPanelStore(deps, receiverScope(receiver_id), store_hash), { concurrency: 2 });
  await queue.work('sync-stale-shops', (_, run) => syncStaleAppStores(deps, run));
  await queue.work('answer-privacy-request', (request) => answerPrivacyRequest(deps, request));
  await queue.schedule('sync-stale-shops', '41 * * * *', 'UTC', {});
}
