import { inTransaction, type Transaction } from '../../db/database.ts';
import { findReceiver } from '../../db/queries/findReceiver.ts';
import {
  type CustomersOrders,
  eraseShop,
  findPrivacyRequest,
  finishPrivacyRequest,
  forgetCustomer,
  paymentsOfCustomer,
} from '../../db/queries/privacyRequests.ts';
import type { PrivacyRequest } from '../../db/rows.ts';
import { storeIdentities } from '../../domain/receiver/claims.ts';
import { callerOf } from '../access/caller.ts';
import type { Deps } from '../deps.ts';
import { leaveIdentities } from '../identities/claimIdentities.ts';
import { shopAccounts } from '../store/shopify/shopAccounts.ts';
import { customerRequestJson } from './customerRequest.ts';
import { deliverCustomerData } from './deliverCustomerData.ts';

/**
 * Exports or erases the data that a shop's platform asked for. We keep no names of a shop's customers: only the
 * payments of a customer's orders can be tied to that customer, and those are mailed to the shop's owner. For an
 * uninstalled shop, its sales and its access are erased; the card's books stay, for they are the merchant's own with
 * us. A shop that has installed the app again since keeps everything. May be repeated.
 */
export async function answerPrivacyRequest(deps: Deps, named: { platform: string; event_id: string }): Promise<void> {
  const waiting = await findPrivacyRequest(deps.database, named);
  if (!waiting || waiting.done_at !== null) return;
  if (waiting.topic === 'customers/data_request') return exportCustomer(deps, waiting);
  await inTransaction(deps.database, async (transaction) => {
    const body = await erasures[waiting.topic]?.(deps, transaction, waiting);
    await finishPrivacyRequest(transaction, waiting, deps.clock(), body);
  });
}

/** Mails the payments of a customer's orders, then keeps only how many there were and where they were delivered to. */
async function exportCustomer(deps: Deps, request: PrivacyRequest): Promise<void> {
  const { database } = deps;
  const { store, body } = request;
  const payments = await paymentsOfCustomer(database, await ordersOf(database, store, body));
  const delivered_to = await deliverCustomerData(deps, request, { customerId: customerRequestJson.read(body).customer_id, payments });
  await finishPrivacyRequest(database, request, deps.clock(), { ...Object(body), payments: payments.length, delivered_to });
}

type Erase = (deps: Deps, transaction: Transaction, request: PrivacyRequest) => Promise<object | undefined>;

const erasures: Readonly<Record<string, Erase>> = {
  async 'customers/redact'(_deps, transaction, { store, body }) {
    await forgetCustomer(transaction, await ordersOf(transaction, store, body));
    return {};
  },

  async 'shop/redact'(deps, transaction, { store }) {
    const accounts = await shopAccounts(transaction, store);
    if (accounts.some(({ uninstalled_at }) => uninstalled_at === null)) return undefined;
    await eraseShop(
      transaction,
      store,
      accounts.map((account) => account.receiver_id),
    );
    const only = storeIdentities({ platform: 'shopify', domain: store, connectionId: null });
    for (const { receiver_id } of accounts) {
      const receiver = await findReceiver(transaction, receiver_id);
      if (receiver) await leaveIdentities(deps, transaction, callerOf(receiver).scope, 'store', { only });
    }
    return {};
  },
};

async function ordersOf(transaction: Transaction, store: string, body: unknown): Promise<CustomersOrders> {
  const accounts = await shopAccounts(transaction, store);
  return { receiverIds: accounts.map(({ receiver_id }) => receiver_id), source: 'shopify', orderIds: customerRequestJson.read(body).order_ids };
}
