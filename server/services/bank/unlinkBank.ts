import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';
import { bankAccessToken } from './bankLink.ts';

/** Gives up the access to a bank that is no longer linked, first at the provider and then here. May be repeated. */
export async function unlinkBank(deps: Deps, scope: ReceiverScope, linkId: string): Promise<void> {
  const where = { receiver_id_id: { id: linkId } };
  const link = await databaseOf(deps.database, scope).bankLink.findUnique({ where });
  const token = link && bankAccessToken(deps, scope, link);
  if (!token || link.unlinked_at === null) return;
  await deps.providers.bank.removeLink(token);
  await databaseOf(deps.database, scope).bankLink.update({ where, data: { access_token: null, removed_at: deps.clock() } });
}
