import type { IncomingHttpHeaders } from 'node:http';
import type { Transaction } from '../../db/client.ts';
import { dayInMs } from '../../domain/basics/dates.ts';
import { type ShopEvent, shopEvent } from '../../providers/shopify/index.ts';
import { InvalidSignature } from '../../providers/signature.ts';
import type { Deps } from '../deps.ts';
import { endStoreAccess } from '../handIn/endStoreAccess.ts';
import { subjectJson } from '../webhooks/webhookEvent.ts';
import { customerRequestJson } from './customerRequest.ts';
import { shopAccounts, syncAccount } from './shopAccounts.ts';

/** The platform's own limit for privacy requests. */
const privacyAnswer_days = 30;

interface Told {
  event: ShopEvent;
  eventId: string;
}

function readTold(deps: Deps, rawBody: Buffer, headers: IncomingHttpHeaders): Told | null {
  try {
    const news = deps.providers.shopPlatform.readNews(rawBody, headers);
    const event = shopEvent(news);
    return event && { event, eventId: news.claimedEventId };
  } catch (failure) {
    if (!(failure instanceof InvalidSignature)) throw failure;
    deps.log.warn({ provider: 'shopify', fault: failure.fault }, 'a webhook is not from who it says');
    return null;
  }
}

/**
 * Takes in what the platform tells about a shop, each event once. An uninstallation ends all access in the same
 * transaction: told late, of a shop that has installed the app again since, it costs that shop no more than a new
 * exchange of tokens when it opens the app. `forged` stored nothing.
 */
export async function receiveShopNews(deps: Deps, { rawBody, headers }: { rawBody: Buffer; headers: IncomingHttpHeaders }): Promise<'taken' | 'forged'> {
  const told = readTold(deps, rawBody, headers);
  if (!told) return 'forged';
  const { event, eventId } = told;
  const now = deps.clock();
  await deps.database.$transaction(async (transaction) => {
    const { count } = await transaction.webhookInbox.createMany({
      data: {
        provider: 'shopify',
        event_id: eventId,
        type: event.topic,
        body: { about: 'shop', shop: event.shop, version: subjectJson.version },
        received_at: now,
        handled_at: now,
      },
      skipDuplicates: true,
    });
    if (count === 1) await act(deps, transaction, told, now);
  });
  return 'taken';
}

async function act(deps: Deps, transaction: Transaction, { event, eventId }: Told, now: Date): Promise<void> {
  const { topic, shop } = event;
  switch (topic) {
    case 'app/uninstalled':
      await transaction.shopifySession.deleteMany({ where: { shop } });
      await transaction.commerceLink.updateMany({ where: { source: 'shopify', connection_id: shop }, data: { is_disabled: true } });
      return endStoreAccess(transaction, { platform: 'shopify', externalId: shop, at: now });
    case 'app/scopes_update':
      for (const account of await shopAccounts(transaction, shop)) await syncAccount(deps, account, transaction);
      return;
    default: {
      const [account] = await shopAccounts(transaction, shop);
      const body = 'orderIds' in event ? { customer_id: event.customerId, order_ids: [...event.orderIds], version: customerRequestJson.version } : {};
      await transaction.privacyRequest.create({
        data: {
          platform: 'shopify',
          event_id: eventId,
          topic,
          store: shop,
          receiver_id: account?.receiver_id ?? null,
          body,
          received_at: now,
          due_at: new Date(now.getTime() + privacyAnswer_days * dayInMs),
        },
      });
      await deps.queue.send('answer-privacy-request', { platform: 'shopify', event_id: eventId }, { transaction });
    }
  }
}
