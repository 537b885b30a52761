import type { Session } from '@shopify/shopify-api';
import { inTransaction } from '../../../db/database.ts';
import { lockShop } from '../../../db/queries/lockShop.ts';
import { forgetShopToken } from '../../../db/queries/shops.ts';
import { shopifySessionStorage } from '../../../db/shopifySessions.ts';
import { Refused } from '../../../providers/failure.ts';
import type { Deps } from '../../deps.ts';

/** How long before its end access is renewed, in milliseconds. */
const renewBeforeMs = 5 * 60_000;

/** How long the platform gives access that can be renewed, in milliseconds: an hour, also where its answer does not say so. */
const usualLifeMs = 3_600_000;

/** Returns when access that can be renewed ends if it is given now and the answer does not say. */
export const usualEnd = ({ machineClock }: Deps): Date => new Date(machineClock().getTime() + usualLifeMs);

/** Returns when the platform gave access; null for access that does not end, of which that is not known. */
export const givenAt = ({ expires }: { expires: Date | null }): Date | null => expires && new Date(expires.getTime() - usualLifeMs);

/** Returns the name under which the platform's library keeps the access of the shop itself, not of one of its staff. */
export const offlineId = (shop: string) => `offline_${shop}`;

/**
 * Makes calls to a shop with valid access, which is renewed when it ends within five minutes. Access that the shop refuses is
 * forgotten, so that the next use renews it. Returns null when the shop has withdrawn its access. Throws the calls' failures.
 */
export async function withAccess<Result>(deps: Deps, shop: string, use: (accessToken: string) => Promise<Result>): Promise<Result | null> {
  const accessToken = await openAccess(deps, shop);
  if (accessToken === null) return null;
  try {
    return await use(accessToken);
  } catch (failure) {
    if (isUnauthorized(failure)) await forgetAccess(deps, shop, accessToken);
    throw failure;
  }
}

const isUnauthorized = (failure: unknown) => failure instanceof Refused && failure.status === 401;

async function openAccess(deps: Deps, shop: string): Promise<string | null> {
  const session = await shopifySessionStorage(deps).loadSession(offlineId(shop));
  if (!session) return null;
  if (isValid(deps, session)) return session.accessToken;
  // A refresh token works once: of two jobs that need access, the second finds what the first has renewed.
  return inTransaction(deps.database, async (transaction) => {
    await lockShop(transaction, shop);
    return renewAccess(deps, shop);
  });
}

function isValid({ machineClock }: Deps, session: Session): session is Session & { accessToken: string } {
  const { accessToken, expires } = session;
  return Boolean(accessToken) && (expires === undefined || expires.getTime() - machineClock().getTime() >= renewBeforeMs);
}

async function renewAccess(deps: Deps, shop: string): Promise<string | null> {
  const storage = shopifySessionStorage(deps);
  const session = await storage.loadSession(offlineId(shop));
  if (!session) return null;
  if (isValid(deps, session)) return session.accessToken;
  if (!session.refreshToken) return null;
  const access = await deps.providers.shopPlatform.refreshAccess(shop, session.refreshToken);
  const nowMs = deps.machineClock().getTime();
  const after = (seconds: number | null) => (seconds === null ? undefined : new Date(nowMs + seconds * 1_000));
  Object.assign(session, {
    accessToken: access.accessToken,
    scope: access.scope,
    expires: after(access.expiresInSeconds) ?? usualEnd(deps),
    refreshToken: access.refreshToken ?? undefined,
    refreshTokenExpires: after(access.refreshTokenExpiresInSeconds),
  });
  await storage.storeSession(session);
  return access.accessToken;
}

/** Forgets a token that the shop refuses, unless it has been renewed meanwhile. Its refresh token is kept. */
async function forgetAccess(deps: Deps, shop: string, refused: string): Promise<void> {
  await inTransaction(deps.database, async (transaction) => {
    await lockShop(transaction, shop);
    const session = await shopifySessionStorage(deps).loadSession(offlineId(shop));
    if (session?.accessToken === refused) await forgetShopToken(transaction, offlineId(shop));
  });
}
