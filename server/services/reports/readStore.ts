import { toDollarNumber } from '../../domain/basics/money.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import type { Store, StoreOrder, StoreTransaction } from '../../providers/ports/storeData.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { currentStoreLink, storeAccessToken } from '../store/storeLink.ts';

/** The provider's own field names and dollars: this answer has always used them. */
const wireStore = (store: Store | null) => ({
  store: store && { id: store.storeId, store_name: store.name, url: store.url, default_currency: store.currency },
});

const wireOrder = (order: StoreOrder) => ({
  id: order.orderId,
  order_number: order.orderNumber,
  status: order.status,
  payment_status: order.paymentStatus,
  total_price: toDollarNumber(order.totalCents),
  iso_currency_code: order.currency,
  created_at: order.createdAt.toISOString(),
});

const wireTransaction = (transaction: StoreTransaction) => ({
  id: transaction.transactionId,
  order_id: transaction.orderId,
  type: transaction.type,
  status: transaction.status,
  payment_method_type: transaction.paymentMethodType,
  gateway: transaction.gateway,
  amount: transaction.amountCents === null ? null : toDollarNumber(transaction.amountCents),
  created_at: transaction.createdAt.toISOString(),
});

const nothing = { rutter_store_response: null, rutter_orders_response: null, rutter_transactions_response: { transactions: [] } };

/**
 * Returns the connected store with its latest orders and transactions, as the provider has them now. When it cannot be
 * read, returns nulls and an empty list, and logs the failure; the page then shows no receivables.
 */
export async function readStore(deps: Deps, { scope }: ReceiverView, handle: string) {
  const link = await currentStoreLink(deps.database, scope);
  const token = link?.handle === handle ? storeAccessToken(deps, scope, link) : null;
  if (token === null) return nothing;
  const { storeData } = deps.providers;
  try {
    const [store, orders, transactions] = await Promise.all([
      storeData.getStore(token),
      storeData.listOrders(token, null),
      storeData.listTransactions(token, null),
    ]);
    return {
      rutter_store_response: wireStore(store),
      rutter_orders_response: orders.isReady ? { orders: orders.items.map(wireOrder) } : null,
      rutter_transactions_response: { transactions: transactions.isReady ? transactions.items.map(wireTransaction) : [] },
    };
  } catch (failure) {
    if (!(failure instanceof ProviderFailure)) throw failure;
    deps.log.warn({ code: failure.code }, 'the store could not be read');
    return nothing;
  }
}
