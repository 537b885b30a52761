import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { CommerceLink } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { linkedSource } from '../../domain/store/appPlatforms.ts';
import type { Deps } from '../deps.ts';
import { leaveIdentities } from '../identities/claimIdentities.ts';
import { queueReadings } from './appAccounts.ts';
import { appIdentities, currentStoreLink } from './storeLink.ts';

/**
 * Ends the connection of the link window in the caller's transaction, which holds the receiver's row and requests spending power. Deletes
 * its sales, which would count twice beside another connection of the same store, and gives up the access; a store that has our app
 * counts again. Returns the connection; null when there was none.
 */
export async function endLinkedStore(deps: Deps, transaction: Transaction, scope: ReceiverScope): Promise<CommerceLink | null> {
  const own = databaseOf(transaction, scope);
  const link = await currentStoreLink(transaction, scope);
  if (!link) return null;
  await own.commerceLink.update({ where: { receiver_id_id: { id: link.id } }, data: { unlinked_at: deps.clock() } });
  await own.storeTransaction.deleteMany({ where: { source: linkedSource } });
  await leaveIdentities(deps, transaction, scope, 'store', { except: await appIdentities(transaction, scope) });
  await deps.queue.send('unlink-store', { receiver_id: scope.receiverId, link_id: link.id }, { transaction });
  await queueReadings(deps, transaction, scope);
  return link;
}
