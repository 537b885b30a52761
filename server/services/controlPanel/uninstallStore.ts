import type { Deps } from '../deps.ts';
import { endStoreAccess } from '../handIn/endStoreAccess.ts';
import { readControlPanelCall } from './openDashboard.ts';

/** The store has uninstalled the app: access ends at once, ours to the store as well. May be told twice. Throws `unauthenticated`. */
export async function uninstallStore(deps: Deps, signedPayload: string): Promise<void> {
  const { storeHash, issuedAt } = await readControlPanelCall(deps, signedPayload);
  const { database, clock } = deps;
  await database.$transaction(async (transaction) => {
    // Told late, of a store that has installed the app again since, it says nothing about the present.
    const { count } = await transaction.bigcommerceStore.updateMany({
      where: { store_hash: storeHash, uninstalled_at: null, installed_at: { lte: afterItsSecond(issuedAt) } },
      data: { uninstalled_at: clock(), access_token: null },
    });
    if (count > 0) await endStoreAccess(transaction, { platform: 'bigcommerce', externalId: storeHash, at: clock() });
  });
}

/** The owner has taken the app from somebody: what the control panel signed for them until now opens nothing, and a page of theirs that is open shows nothing more. May be told twice. Throws `unauthenticated`. */
export async function removeStoreUser(deps: Deps, signedPayload: string): Promise<void> {
  const { storeHash, user } = await readControlPanelCall(deps, signedPayload);
  const { database, clock } = deps;
  const key = { store_hash: storeHash, user_id: user.id };
  const now = clock();
  await database.$transaction(async (transaction) => {
    await transaction.bigcommerceUser.upsert({
      where: { store_hash_user_id: key },
      create: { ...key, email: user.email, added_at: now, removed_at: now },
      update: { removed_at: now },
    });
    const accounts = await transaction.platformAccount.findMany({ where: { external_id: storeHash, platform: { endsWith: ':bigcommerce' } } });
    const theirs = { receiver_id: { in: accounts.map(({ receiver_id }) => receiver_id) }, platform_user_id: user.id };
    await transaction.handedInSession.updateMany({ where: theirs, data: { revoked_at: now } });
  });
}

/** Tokens tell whole seconds. */
const afterItsSecond = (instant: Date) => new Date(instant.getTime() + 1_000);
