import type { Transaction } from '../../db/client.ts';
import type { PrivacyRequest } from '../../db/generated/client.ts';
import type { Deps } from '../deps.ts';
import { customerRequestJson } from './customerRequest.ts';
import { deliverCustomerData } from './deliverCustomerData.ts';
import { shopAccounts } from './shopAccounts.ts';

const source = 'shopify';

/**
 * Exports or erases what a shop's platform asked for. Of a shop's customers we keep no names: what can be tied to one is
 * which payments belong to their orders, and that is mailed to the shop's owner. Of a shop that has gone its sales and its
 * access go; the books of the card stay, for they are the merchant's own with us. A shop that has installed the app again
 * since keeps all. May be repeated.
 */
export async function answerPrivacyRequest(deps: Deps, { platform, event_id }: { platform: string; event_id: string }): Promise<void> {
  const where = { platform_event_id: { platform, event_id } };
  const waiting = await deps.database.privacyRequest.findUnique({ where });
  if (!waiting || waiting.done_at !== null) return;
  if (waiting.topic === 'customers/data_request') return exportCustomer(deps, waiting);
  await deps.database.$transaction(async (transaction) => {
    const body = await erasures[waiting.topic]?.(transaction, waiting);
    await transaction.privacyRequest.update({ where, data: { done_at: deps.clock(), ...(body && { body }) } });
  });
}

/** Delivers what is tied to a customer's orders, and keeps no more of it than that it was delivered, and where to. */
async function exportCustomer(deps: Deps, request: PrivacyRequest): Promise<void> {
  const { database } = deps;
  const { platform, event_id, store, body } = request;
  const payments = await database.storeTransaction.findMany({ where: await ordersOf(database, store, body), orderBy: { created_at: 'asc' } });
  const delivered_to = await deliverCustomerData(deps, request, { customerId: customerRequestJson.read(body).customer_id, payments });
  await database.privacyRequest.update({
    where: { platform_event_id: { platform, event_id } },
    data: { done_at: deps.clock(), body: { ...Object(body), payments: payments.length, delivered_to } },
  });
}

type Erase = (transaction: Transaction, request: PrivacyRequest) => Promise<object | undefined>;

const erasures: Readonly<Record<string, Erase>> = {
  async 'customers/redact'(transaction, { store, body }) {
    // What was sold counts on; whose order it was is forgotten.
    await transaction.storeTransaction.updateMany({ where: await ordersOf(transaction, store, body), data: { order_id: null } });
    return {};
  },

  async 'shop/redact'(transaction, { store }) {
    const accounts = await shopAccounts(transaction, store);
    if (accounts.some(({ uninstalled_at }) => uninstalled_at === null)) return undefined;
    const receiver_id = { in: accounts.map((account) => account.receiver_id) };
    await transaction.shopifySession.deleteMany({ where: { shop: store } });
    await transaction.storeTransaction.deleteMany({ where: { receiver_id, source } });
    await transaction.commerceLink.deleteMany({ where: { receiver_id, source, connection_id: store } });
    return {};
  },
};

async function ordersOf(transaction: Transaction, store: string, body: unknown) {
  const accounts = await shopAccounts(transaction, store);
  return { source, receiver_id: { in: accounts.map(({ receiver_id }) => receiver_id) }, order_id: { in: customerRequestJson.read(body).order_ids } };
}
