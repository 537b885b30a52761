import { type Prisma, prismaOf, type Transaction } from '../client.ts';
import type { PrivacyRequest, StoreTransaction } from '../generated/client.ts';

type RequestKey = Pick<PrivacyRequest, 'platform' | 'event_id'>;

/** Stores what a platform asked for. */
export async function addPrivacyRequest(transaction: Transaction, request: Prisma.PrivacyRequestCreateInput): Promise<void> {
  await prismaOf(transaction).privacyRequest.create({ data: request });
}

/** Returns what a platform asked for; null when there is no such request. */
export function findPrivacyRequest(transaction: Transaction, { platform, event_id }: RequestKey): Promise<PrivacyRequest | null> {
  return prismaOf(transaction).privacyRequest.findUnique({ where: { platform_event_id: { platform, event_id } } });
}

/** Marks a request as answered. `body` takes the place of what was asked, where no more is to be kept than that. */
export async function finishPrivacyRequest(transaction: Transaction, { platform, event_id }: RequestKey, done_at: Date, body?: object): Promise<void> {
  await prismaOf(transaction).privacyRequest.update({ where: { platform_event_id: { platform, event_id } }, data: { done_at, ...(body && { body }) } });
}

/** Orders of a shop's customer, with whichever receivers the shop is. */
export interface CustomersOrders {
  receiverIds: readonly string[];
  source: string;
  orderIds: readonly string[];
}

const ofCustomer = ({ receiverIds, source, orderIds }: CustomersOrders) => ({
  receiver_id: { in: [...receiverIds] },
  source,
  order_id: { in: [...orderIds] },
});

/** Returns the payments of a customer's orders, oldest first. */
export function paymentsOfCustomer(transaction: Transaction, orders: CustomersOrders): Promise<StoreTransaction[]> {
  return prismaOf(transaction).storeTransaction.findMany({ where: ofCustomer(orders), orderBy: { created_at: 'asc' } });
}

/** Forgets whose orders a customer's payments belong to. What was sold counts on. */
export async function forgetCustomer(transaction: Transaction, orders: CustomersOrders): Promise<void> {
  await prismaOf(transaction).storeTransaction.updateMany({ where: ofCustomer(orders), data: { order_id: null } });
}

/** Erases what was read of a shop, with whichever receivers it was. */
export async function eraseShop(transaction: Transaction, shop: string, receiverIds: readonly string[]): Promise<void> {
  const prisma = prismaOf(transaction);
  const own = { receiver_id: { in: [...receiverIds] }, source: 'shopify' };
  await prisma.shopifySession.deleteMany({ where: { shop } });
  await prisma.storeTransaction.deleteMany({ where: own });
  await prisma.commerceLink.deleteMany({ where: { ...own, connection_id: shop } });
}
