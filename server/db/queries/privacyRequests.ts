import { noteChanges } from '../changes.ts';
import { changesOfModels } from '../changesOfModels.ts';
import { type Prisma, prismaOf, type Transaction } from '../client.ts';
import type { PrivacyRequest, StoreTransaction } from '../generated/client.ts';

type RequestKey = Pick<PrivacyRequest, 'platform' | 'event_id'>;

/** Stores a platform's privacy request. */
export async function addPrivacyRequest(transaction: Transaction, request: Prisma.PrivacyRequestCreateInput): Promise<void> {
  await prismaOf(transaction).privacyRequest.create({ data: request });
}

/** Returns a platform's privacy request; null when there is none. */
export function findPrivacyRequest(transaction: Transaction, { platform, event_id }: RequestKey): Promise<PrivacyRequest | null> {
  return prismaOf(transaction).privacyRequest.findUnique({ where: { platform_event_id: { platform, event_id } } });
}

/** Marks a request as answered. `body`, when given, replaces the stored request, where no more than that may be kept. */
export async function finishPrivacyRequest(transaction: Transaction, { platform, event_id }: RequestKey, done_at: Date, body?: object): Promise<void> {
  await prismaOf(transaction).privacyRequest.update({ where: { platform_event_id: { platform, event_id } }, data: { done_at, ...(body && { body }) } });
}

/** Orders of a shop's customer, for all receivers that the shop belongs to. */
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

/** Removes the order ids from a customer's payments. The sales still count. */
export async function forgetCustomer(transaction: Transaction, orders: CustomersOrders): Promise<void> {
  await prismaOf(transaction).storeTransaction.updateMany({ where: ofCustomer(orders), data: { order_id: null } });
}

/** Erases a shop's data, for all receivers that the shop belongs to. */
export async function eraseShop(transaction: Transaction, shop: string, receiverIds: readonly string[]): Promise<void> {
  const prisma = prismaOf(transaction);
  const own = { receiver_id: { in: [...receiverIds] }, source: 'shopify' };
  await prisma.shopifySession.deleteMany({ where: { shop } });
  await prisma.storePerson.deleteMany({ where: { platform: 'shopify', store: shop } });
  await prisma.storeTransaction.deleteMany({ where: own });
  await prisma.commerceLink.deleteMany({ where: { ...own, connection_id: shop } });
  for (const receiverId of receiverIds) noteChanges(transaction, { receiverId }, changesOfModels.storeTransaction);
}
