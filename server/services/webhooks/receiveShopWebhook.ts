import type { IncomingHttpHeaders } from 'node:http';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { endStoreSessions } from '../../db/queries/platformAccounts.ts';
import { addPrivacyRequest } from '../../db/queries/privacyRequests.ts';
import { findShopAccess, forgetShopAccess, setShopDisabled } from '../../db/queries/shops.ts';
import { addWebhookEvent } from '../../db/queries/webhookInbox.ts';
import { dayMs } from '../../domain/basics/dates.ts';
import type { ShopEvent, SignedShopEvent } from '../../providers/ports/shopPlatform.ts';
import { InvalidSignature } from '../../providers/signature.ts';
import { tellOwnersOfUninstallation } from '../contact/tellOwnersOfUninstallation.ts';
import type { Deps } from '../deps.ts';
import { customerRequestJson } from '../privacy/customerRequest.ts';
import { givenAt, offlineId } from '../store/shopify/shopAccess.ts';
import { readOrderLater, shopAccounts, syncAccount } from '../store/shopify/shopAccounts.ts';
import { subjectJson } from './webhookEvent.ts';

/** The platform's own time limit for privacy requests, in days. */
const privacyAnswerDays = 30;

function readVerified(deps: Deps, rawBody: Buffer, headers: IncomingHttpHeaders): SignedShopEvent | null {
  try {
    return deps.providers.shopPlatform.readEvent(rawBody, headers);
  } catch (failure) {
    if (!(failure instanceof InvalidSignature)) throw failure;
    deps.log.warn({ provider: 'shopify', fault: failure.fault }, 'a webhook failed verification');
    return null;
  }
}

/**
 * Stores the platform's webhook events about a shop, each event once. An uninstallation ends all access in the same
 * transaction; one that arrives late, after the shop has installed the app again, only has the shop read. A signed event that is not
 * understood is stored and logged, and has no effect: the platform adds topics and fields at any time, and drops subscriptions that
 * keep failing. Returns `forged` for a wrong signature; nothing is stored then.
 */
export async function receiveShopWebhook(deps: Deps, { rawBody, headers }: { rawBody: Buffer; headers: IncomingHttpHeaders }): Promise<'taken' | 'forged'> {
  const verified = readVerified(deps, rawBody, headers);
  if (!verified) return 'forged';
  const { event, claimedTopic, claimedEventId, claimedAt } = verified;
  const type = event?.topic ?? claimedTopic;
  if (!event) deps.log.warn({ provider: 'shopify', topic: claimedTopic, event_id: claimedEventId }, 'a webhook was not understood');
  const now = deps.clock();
  await inTransaction(deps.database, async (transaction) => {
    const body = event ? { about: 'shop', shop: event.shop, version: subjectJson.version } : { about: 'other', version: subjectJson.version };
    const isNew = await addWebhookEvent(transaction, { provider: 'shopify', event_id: claimedEventId, type, body, received_at: now, handled_at: now });
    if (isNew && event) await act(deps, transaction, { event, eventId: claimedEventId, claimedAt }, now);
  });
  return 'taken';
}

/**
 * Tells whether a shop has given us access after an uninstallation was made, so that it has the app again. Its time is not signed: a
 * reading of the shop finds out whether the access works.
 */
async function isInstalledSince(transaction: Transaction, shop: string, claimedAt: Date | undefined): Promise<boolean> {
  const access = await findShopAccess(transaction, offlineId(shop));
  const given = access && givenAt(access);
  return given !== null && claimedAt !== undefined && claimedAt < given;
}

interface Told {
  event: ShopEvent;
  eventId: string;
  claimedAt: Date | undefined;
}

async function syncAll(deps: Deps, transaction: Transaction, shop: string): Promise<void> {
  for (const account of await shopAccounts(transaction, shop)) await syncAccount(deps, account, { transaction });
}

async function act(deps: Deps, transaction: Transaction, { event, eventId, claimedAt }: Told, now: Date): Promise<void> {
  const { topic, shop } = event;
  switch (topic) {
    case 'app/uninstalled':
      if (await isInstalledSince(transaction, shop, claimedAt)) return syncAll(deps, transaction, shop);
      await forgetShopAccess(transaction, shop);
      await tellOwnersOfUninstallation(deps, transaction, { platform: 'shopify', externalId: shop }, now);
      // First the account, which a reading holds while it opens the connection.
      await endStoreSessions(transaction, { platform: 'shopify', externalId: shop }, now);
      return setShopDisabled(transaction, shop, 'app_removed');
    case 'app/scopes_update':
      return syncAll(deps, transaction, shop);
    case 'orders/updated':
      for (const account of await shopAccounts(transaction, shop)) {
        if (account.uninstalled_at === null) await readOrderLater(deps, account, event.orderId, transaction);
      }
      return;
    default: {
      const [account] = await shopAccounts(transaction, shop);
      // Keep only the ids of the customer and of their orders.
      const body = 'orderIds' in event ? { customer_id: event.customerId, order_ids: [...event.orderIds], version: customerRequestJson.version } : {};
      await addPrivacyRequest(transaction, {
        platform: 'shopify',
        event_id: eventId,
        topic,
        store: shop,
        receiver_id: account?.receiver_id ?? null,
        body,
        received_at: now,
        due_at: new Date(now.getTime() + privacyAnswerDays * dayMs),
      });
      await deps.queue.send('answer-privacy-request', { platform: 'shopify', event_id: eventId }, { transaction });
    }
  }
}
