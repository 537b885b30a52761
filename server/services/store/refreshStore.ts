import { databaseOf } from '../../db/databaseOf.ts';
import type { CommerceLink } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { utcDate } from '../../domain/basics/dates.ts';
import { storeIdentities } from '../../domain/receiver/claims.ts';
import type { StoreConnection } from '../../providers/ports/storeData.ts';
import type { Deps } from '../deps.ts';
import { claimIdentities } from '../identities/claimIdentities.ts';
import { readThenStore } from '../providerCalls/readThenStore.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { storeAccessToken } from './storeLink.ts';

const wordFor = ({ needs_update, is_disabled }: Pick<CommerceLink, 'needs_update' | 'is_disabled'>) =>
  is_disabled ? 'disabled' : needs_update ? 'needs_update' : 'connected';

/**
 * Fetches and stores the state of a connected store, and mails the merchant when something needs doing. Returns null
 * for a store whose access was given up.
 */
export async function refreshStore(deps: Deps, scope: ReceiverScope, linkId: string): Promise<StoreConnection | null> {
  const receiverId = scope.receiverId;
  const where = { receiver_id_id: { id: linkId } };
  const link = await databaseOf(deps.database, scope).commerceLink.findUnique({ where });
  const token = link && storeAccessToken(deps, scope, link);
  if (!token) return null;
  return readThenStore(
    deps,
    scope,
    { table: 'commerce_link', id: linkId },
    {
      read: () => deps.providers.storeData.getConnection(token),
      store: async (transaction, connection) => {
        const before = await databaseOf(transaction, scope).commerceLink.findUniqueOrThrow({ where });
        const after = await databaseOf(transaction, scope).commerceLink.update({
          where,
          data: {
            needs_update: connection.needsUpdate,
            is_disabled: connection.isDisabled,
            store_name: connection.storeName,
            store_domain: connection.storeDomain,
          },
        });
        if (after.unlinked_at === null && after.store_domain !== before.store_domain) {
          // Too late to refuse: the store is connected, and its name was not known then.
          const { platform, store_domain: domain, connection_id: connectionId } = after;
          await claimIdentities(deps, transaction, scope, { kind: 'store', identities: storeIdentities({ platform, domain, connectionId }), rule: 'flag' });
        }
        const word = wordFor(after);
        if (after.unlinked_at !== null || word === wordFor(before)) return;
        await recordTimeline(deps, scope, 'store_status_changed', { from: wordFor(before), to: word }, transaction);
        if (word === 'connected') return;
        const about = `${linkId}:${word}:${utcDate(deps.clock())}`;
        await deps.queue.send('send-letter', { receiver_id: receiverId, kind: 'store_status', about }, { transaction });
      },
    },
  );
}
