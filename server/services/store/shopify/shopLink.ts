import type { Transaction } from '../../../db/database.ts';
import type { CommerceLink } from '../../../db/rows.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import { dayMs } from '../../../domain/basics/dates.ts';
import type { ShopProfile } from '../../../providers/ports/shopPlatform.ts';
import { findAppLink, shopify } from '../appStore.ts';

/** The connection of a shop that has our app. */

/** The platform shows this many days of orders to an app without the scope for all of them. */
const shownDays = 60;

/** Returns the connection of a receiver's shop; null before its first reading. */
export function findShopLink(transaction: Transaction, scope: ReceiverScope, shop: string): Promise<CommerceLink | null> {
  return findAppLink(transaction, scope, shopify.source, shop);
}

/**
 * Returns since when the platform shows the shop's orders; null when it shows all: we may see all, or the shop itself is younger
 * than what is shown.
 */
export function shownSince({ scopes, createdAt }: ShopProfile, firstRead: Date): Date | null {
  if (scopes.includes('read_all_orders')) return null;
  const since = new Date(firstRead.getTime() - shownDays * dayMs);
  return createdAt > since ? null : since;
}
