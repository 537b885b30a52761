import { inTransaction } from '../../db/database.ts';
import { endPanelStore, removePanelUser } from '../../db/queries/controlPanel.ts';
import { endStoreSessions } from '../../db/queries/platformAccounts.ts';
import type { Deps } from '../deps.ts';
import { readControlPanelCall } from './openDashboard.ts';

/** Ends all access at once, ours to the store included, after the store has uninstalled the app. May be repeated. Throws `unauthenticated`. */
export async function uninstallStore(deps: Deps, signedPayload: string): Promise<void> {
  const { storeHash, issuedAt } = await readControlPanelCall(deps, signedPayload);
  const { database, clock } = deps;
  await inTransaction(database, async (transaction) => {
    // A late message about a store that has since installed the app again no longer applies.
    const hasLeft = await endPanelStore(transaction, storeHash, { installedBefore: afterItsSecond(issuedAt), at: clock() });
    if (hasLeft) await endStoreSessions(transaction, { platform: 'bigcommerce', externalId: storeHash }, clock());
  });
}

/**
 * Ends the access of a person whom the store's owner has removed from the app: everything signed for them until now is
 * refused, and their open pages show nothing more. May be repeated. Throws `unauthenticated`.
 */
export async function removeStoreUser(deps: Deps, signedPayload: string): Promise<void> {
  const { storeHash, user } = await readControlPanelCall(deps, signedPayload);
  const { database, clock } = deps;
  const person = { store_hash: storeHash, user_id: user.id, email: user.email };
  await inTransaction(database, (transaction) => removePanelUser(transaction, person, clock()));
}

/** Tokens carry whole seconds only. */
const afterItsSecond = (instant: Date) => new Date(instant.getTime() + 1_000);
