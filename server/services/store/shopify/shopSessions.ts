import type { Session } from '@shopify/shopify-api';
import { resumeStore } from '../../../db/queries/platformAccounts.ts';
import { setShopDisabled } from '../../../db/queries/shops.ts';
import { shopifySessionStorage } from '../../../db/shopifySessions.ts';
import type { Deps } from '../../deps.ts';
import { usualEnd } from './shopAccess.ts';
import { shopAccounts, syncAccount } from './shopAccounts.ts';

/**
 * Stores the sessions of the shop platform's library, with their tokens encrypted. A shop that has just given access
 * has the app installed: everything that an uninstallation ended resumes, and its sales are read. Nothing is stored for
 * a shop that its merchant has disconnected: access that comes from opening the app serves that request alone.
 */
export function shopSessions(deps: Deps) {
  const storage = shopifySessionStorage(deps);
  return {
    ...storage,
    async storeSession(session: Session): Promise<boolean> {
      if (await isDisconnected(deps, session.shop)) return true;
      if (session.refreshToken && !session.expires) session.expires = usualEnd(deps);
      const isStored = await storage.storeSession(session);
      if (session.accessToken && !session.isOnline) await resumeShop(deps, session.shop);
      return isStored;
    },
  };
}
export type ShopSessions = ReturnType<typeof shopSessions>;

/** Decides whether the last receiver has disconnected the shop. */
async function isDisconnected({ database }: Deps, shop: string): Promise<boolean> {
  const accounts = await shopAccounts(database, shop);
  return accounts.length > 0 && accounts.every(({ disconnected_at }) => disconnected_at !== null);
}

async function resumeShop(deps: Deps, shop: string): Promise<void> {
  const { database } = deps;
  await resumeStore(database, { platform: 'shopify', externalId: shop });
  await setShopDisabled(database, shop, null);
  for (const account of await shopAccounts(database, shop)) await syncAccount(deps, account);
}
