import { z } from 'zod';
import type { Transaction } from '../../db/client.ts';
import type { PrivacyRequest } from '../../db/generated/client.ts';
import type { Deps } from '../deps.ts';
import { shopAccounts } from './shopAccounts.ts';

const customerBody = z.object({ order_ids: z.array(z.string()) });
const source = 'shopify';

/**
 * Exports or erases what a shop's platform asked for. Of a shop's customers we keep no names: what can be tied to one is
 * which payments belong to their orders. Of a shop that has gone its sales and its access go; the books of the card stay, for
 * they are the merchant's own with us. A shop that has installed the app again since keeps all. May be repeated.
 */
export async function answerPrivacyRequest(deps: Deps, { platform, event_id }: { platform: string; event_id: string }): Promise<void> {
  const where = { platform_event_id: { platform, event_id } };
  await deps.database.$transaction(async (transaction) => {
    const request = await transaction.privacyRequest.findUnique({ where });
    if (!request || request.done_at !== null) return;
    const body = await answers[request.topic]?.(transaction, request);
    await transaction.privacyRequest.update({ where, data: { done_at: deps.clock(), ...(body && { body }) } });
  });
}

type AnswerRequest = (transaction: Transaction, request: PrivacyRequest) => Promise<object | undefined>;

const answers: Readonly<Record<string, AnswerRequest>> = {
  async 'customers/data_request'(transaction, { store, body }) {
    const orders = await ordersOf(transaction, store, body);
    const payments = await transaction.storeTransaction.findMany({ where: orders, orderBy: { created_at: 'asc' } });
    const exported = payments.map(({ order_id, type, status, amount_cents, currency, created_at }) => ({
      order_id,
      type,
      status,
      amount_cents: Number(amount_cents),
      currency,
      created_at: created_at.toISOString(),
    }));
    return { ...Object(body), payments: exported };
  },

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
  return { source, receiver_id: { in: accounts.map(({ receiver_id }) => receiver_id) }, order_id: { in: customerBody.parse(body).order_ids } };
}
