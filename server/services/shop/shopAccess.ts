import type { Session } from '@shopify/shopify-api';
import { inTransaction } from '../../db/database.ts';
import { lockShop } from '../../db/queries/lockShop.ts';
import { shopifySessionStorage } from '../../db/shopifySessions.ts';
import type { Deps } from '../deps.ts';

/** How long before its end access is renewed, in milliseconds. */
const renewBeforeMs = 5 * 60_000;

/** Returns the name under which the platform's library keeps the access of the shop itself, not of one of its staff. */
export const offlineId = (shop: string) => `offline_${shop}`;

/** Returns valid access to the shop, renewed when it ends within five minutes; null when the shop has withdrawn it. */
export async function openAccess(deps: Deps, shop: string): Promise<{ session: Session; accessToken: string } | null> {
  const session = await shopifySessionStorage(deps).loadSession(offlineId(shop));
  if (!session?.accessToken) return null;
  if (!endsSoon(deps, session)) return { session, accessToken: session.accessToken };
  // A refresh token works once: of two jobs that need access, the second finds what the first has renewed.
  return inTransaction(deps.database, async (transaction) => {
    await lockShop(transaction, shop);
    return renewAccess(deps, shop);
  });
}

const endsSoon = ({ machineClock }: Deps, { expires }: Session): boolean =>
  expires !== undefined && expires.getTime() - machineClock().getTime() < renewBeforeMs;

async function renewAccess(deps: Deps, shop: string): Promise<{ session: Session; accessToken: string } | null> {
  const storage = shopifySessionStorage(deps);
  const session = await storage.loadSession(offlineId(shop));
  if (!session?.accessToken) return null;
  if (!endsSoon(deps, session)) return { session, accessToken: session.accessToken };
  if (!session.refreshToken) return null;
  const access = await deps.providers.shopPlatform.refreshAccess(shop, session.refreshToken);
  const nowMs = deps.machineClock().getTime();
  const after = (seconds: number | null) => (seconds === null ? undefined : new Date(nowMs + seconds * 1_000));
  Object.assign(session, {
    accessToken: access.accessToken,
    scope: access.scope,
    expires: after(access.expiresInSeconds),
    refreshToken: access.refreshToken ?? undefined,
    refreshTokenExpires: after(access.refreshTokenExpiresInSeconds),
  });
  await storage.storeSession(session);
  return { session, accessToken: access.accessToken };
}
