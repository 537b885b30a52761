import { inTransaction } from '../../../db/database.ts';
import { endPanelStore, removePanelUser } from '../../../db/queries/controlPanel.ts';
import { endStoreSessions } from '../../../db/queries/platformAccounts.ts';
import { DomainError } from '../../../domain/basics/errors.ts';
import type { ControlPanelCall } from '../../../providers/ports/controlPanel.ts';
import { tellOwnersOfUninstallation } from '../../contact/tellOwnersOfUninstallation.ts';
import type { Deps } from '../../deps.ts';
import { endOfSecond } from './endOfSecond.ts';
import { readControlPanelCall } from './openDashboard.ts';
import { queuePanelReadings } from './panelAccounts.ts';
import { takeMessage, wasShown } from './shownPayloads.ts';

/** How old a message of the platform's servers may be, in milliseconds: they send it as soon as they have signed it. */
const messageLifeMs = 5 * 60_000;

/**
 * Reads a message that only the platform's servers can send: signed minutes ago at most, and never shown in a browser. The
 * payload of an address bar is signed alike and lives a day, so every user of the store has one. Throws `unauthenticated`.
 */
async function readMessage(deps: Deps, signedPayload: string): Promise<ControlPanelCall> {
  const message = await readControlPanelCall(deps, signedPayload);
  const isOld = deps.machineClock().getTime() - message.issuedAt.getTime() > messageLifeMs;
  if (isOld || (await wasShown(deps.database, message))) throw new DomainError('unauthenticated');
  return message;
}

/**
 * Ends all access at once, ours to the store included, after the store's owner has uninstalled the app. May be repeated.
 * Throws `unauthenticated`, and `forbidden` for another user of the store.
 */
export async function uninstallStore(deps: Deps, signedPayload: string): Promise<void> {
  const message = await readMessage(deps, signedPayload);
  const { storeHash, issuedAt, isOwner } = message;
  if (!isOwner) {
    // The owner may have let this user install and uninstall apps: then the store refuses our access, which reading it finds out.
    await queuePanelReadings(deps, storeHash);
    throw new DomainError('forbidden', { reason: 'Only the owner of the store can uninstall the app.' });
  }
  const { database, clock, machineClock } = deps;
  await inTransaction(database, async (transaction) => {
    if (!(await takeMessage(transaction, message, clock()))) return;
    // A late message about a store that has since installed the app again no longer applies.
    const hasLeft = await endPanelStore(transaction, storeHash, { installedBefore: endOfSecond(issuedAt), at: machineClock() });
    if (!hasLeft) return;
    const store = { platform: 'bigcommerce', externalId: storeHash } as const;
    await tellOwnersOfUninstallation(deps, transaction, store, clock());
    await endStoreSessions(transaction, store, clock());
    await queuePanelReadings(deps, storeHash, transaction);
  });
}

/**
 * Ends the access of a person whom the store's owner has removed from the app: everything signed for them until now is
 * refused, and their open pages show nothing more. May be repeated. Throws `unauthenticated`, and `forbidden` for the owner,
 * who cannot be removed.
 */
export async function removeStoreUser(deps: Deps, signedPayload: string): Promise<void> {
  const message = await readMessage(deps, signedPayload);
  const { storeHash, user, issuedAt, isOwner } = message;
  if (isOwner) throw new DomainError('forbidden', { reason: 'The owner of a store cannot be removed from it.' });
  const { database, clock, machineClock } = deps;
  const person = { store_hash: storeHash, user_id: user.id, email: user.email };
  await inTransaction(database, async (transaction) => {
    if (!(await takeMessage(transaction, message, clock()))) return;
    await removePanelUser(transaction, person, { openedBefore: endOfSecond(issuedAt), at: machineClock() });
  });
}
