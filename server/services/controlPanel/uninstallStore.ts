import { inTransaction } from '../../db/database.ts';
import { endPanelStore, removePanelUser } from '../../db/queries/controlPanel.ts';
import { endStoreSessions } from '../../db/queries/platformAccounts.ts';
import type { Deps } from '../deps.ts';
import { readControlPanelCall } from './openDashboard.ts';

/** The store has uninstalled the app: access ends at once, ours to the store as well. May be told twice. Throws `unauthenticated`. */
export async function uninstallStore(deps: Deps, signedPayload: string): Promise<void> {
  const { storeHash, issuedAt } = await readControlPanelCall(deps, signedPayload);
  const { database, clock } = deps;
  await inTransaction(database, async (transaction) => {
    // Told late, of a store that has installed the app again since, it says nothing about the present.
    const hasLeft = await endPanelStore(transaction, storeHash, { installedBefore: afterItsSecond(issuedAt), at: clock() });
    if (hasLeft) await endStoreSessions(transaction, { platform: 'bigcommerce', externalId: storeHash }, clock());
  });
}

/** The owner has taken the app from somebody: what the control panel signed for them until now opens nothing, and a page of theirs that is open shows nothing more. May be told twice. Throws `unauthenticated`. */
export async function removeStoreUser(deps: Deps, signedPayload: string): Promise<void> {
  const { storeHash, user } = await readControlPanelCall(deps, signedPayload);
  const { database, clock } = deps;
  const person = { store_hash: storeHash, user_id: user.id, email: user.email };
  await inTransaction(database, (transaction) => removePanelUser(transaction, person, clock()));
}

/** Tokens tell whole seconds. */
const afterItsSecond = (instant: Date) => new Date(instant.getTime() + 1_000);
