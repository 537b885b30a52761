import type { StoreError } from '../../domain/store/storeErrors.ts';
import { noteChanges } from '../changes.ts';
import { changesOfModels } from '../changesOfModels.ts';
import { prismaOf, type Transaction } from '../client.ts';
import type { ShopifySession } from '../generated/client.ts';

/** Returns the token of a shop's session and when it ends; null when there is none. */
export function findShopAccess(transaction: Transaction, sessionId: string): Promise<Pick<ShopifySession, 'accessToken' | 'expires'> | null> {
  return prismaOf(transaction).shopifySession.findUnique({ where: { id: sessionId }, select: { accessToken: true, expires: true } });
}

/** Stores the scopes that a shop now grants. */
export async function storeShopScopes(transaction: Transaction, sessionId: string, scopes: readonly string[]): Promise<void> {
  await prismaOf(transaction).shopifySession.updateMany({ where: { id: sessionId }, data: { scope: scopes.join(',') } });
}

/** Deletes the token of a shop's session, and keeps what renews it. */
export async function forgetShopToken(transaction: Transaction, sessionId: string): Promise<void> {
  await prismaOf(transaction).shopifySession.updateMany({ where: { id: sessionId }, data: { accessToken: '' } });
}

/** Deletes every access to a shop. */
export async function forgetShopAccess(transaction: Transaction, shop: string): Promise<void> {
  await prismaOf(transaction).shopifySession.deleteMany({ where: { shop } });
}

/** Marks for every receiver that a shop belongs to why it may not be read; null once it may. */
export async function setShopDisabled(transaction: Transaction, shop: string, why: StoreError | null): Promise<void> {
  const changed = await prismaOf(transaction).commerceLink.updateManyAndReturn({
    where: { source: 'shopify', connection_id: shop },
    data: { is_disabled: why !== null, last_error: why },
    select: { receiver_id: true },
  });
  for (const { receiver_id } of changed) noteChanges(transaction, { receiverId: receiver_id }, changesOfModels.commerceLink);
}
