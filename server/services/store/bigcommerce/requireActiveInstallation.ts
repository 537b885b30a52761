import { findPanelStore, findPanelUser } from '../../../db/queries/controlPanel.ts';
import { DomainError } from '../../../domain/basics/errors.ts';
import type { ControlPanelCall } from '../../../providers/ports/controlPanel.ts';
import type { Deps } from '../../deps.ts';
import { endOfSecond } from './endOfSecond.ts';

/**
 * Refuses outdated payloads: the control panel's signature is valid for a day, and the access may end sooner. Throws
 * `unauthenticated` when the payload was signed before the store uninstalled the app, even if it has installed it again
 * since, or before its owner removed this person's access.
 */
export async function requireActiveInstallation(
  { database }: Pick<Deps, 'database'>,
  { storeHash, user, issuedAt }: Pick<ControlPanelCall, 'storeHash' | 'user' | 'issuedAt'>,
): Promise<void> {
  const [store, person] = await Promise.all([findPanelStore(database, storeHash), findPanelUser(database, storeHash, user.id)]);
  const isTakenAway = person?.removed_at != null && issuedAt <= person.removed_at;
  const isOutdated = store?.valid_after != null && endOfSecond(issuedAt) <= store.valid_after;
  if (store?.uninstalled_at != null || isTakenAway || isOutdated) throw new DomainError('unauthenticated');
}
