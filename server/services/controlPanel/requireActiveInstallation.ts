import { findPanelStore, findPanelUser } from '../../db/queries/controlPanel.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { ControlPanelCall } from '../../providers/ports/controlPanel.ts';
import type { Deps } from '../deps.ts';

/**
 * What the control panel signs is good for a day, and may outlive what it says. Throws `unauthenticated` when it was
 * signed before the store uninstalled the app or its owner took the app from this person.
 */
export async function requireStanding(
  { database }: Pick<Deps, 'database'>,
  { storeHash, user, issuedAt }: Pick<ControlPanelCall, 'storeHash' | 'user' | 'issuedAt'>,
): Promise<void> {
  const [store, person] = await Promise.all([findPanelStore(database, storeHash), findPanelUser(database, storeHash, user.id)]);
  const isTakenAway = person?.removed_at != null && issuedAt <= person.removed_at;
  if (store?.uninstalled_at != null || isTakenAway) throw new DomainError('unauthenticated');
}
