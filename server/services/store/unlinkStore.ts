import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';

/** Gives up the access to a store that is no longer connected, first at the provider and then here. May be repeated. */
export async function unlinkStore(deps: Deps, scope: ReceiverScope, linkId: string): Promise<void> {
  const where = { receiver_id_id: { id: linkId } };
  const link = await databaseOf(deps.database, scope).commerceLink.findUnique({ where });
  if (!link || link.unlinked_at === null || link.removed_at !== null) return;
  await deps.providers.storeData.deleteConnection(link.connection_id);
  await databaseOf(deps.database, scope).commerceLink.update({ where, data: { access_token: null, removed_at: deps.clock() } });
}
