import { inTransaction, type Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { receiversToClaimFor } from '../../db/queries/identityClaims.ts';
import { lockReceiver } from '../../db/queries/lockReceiver.ts';
import type { Receiver } from '../../db/rows.ts';
import { type ReceiverScope, receiverScope } from '../../db/scope.ts';
import { storeIdentities, taxIdentity } from '../../domain/identity/claims.ts';
import type { Deps } from '../deps.ts';
import { claimIdentities } from './claimIdentities.ts';

const batchSize = 100;

/** Returns the EIN of a receiver that backs it: none after a rejection, or when it cannot be read, which is logged, so that the others are claimed all the same. */
function storedEin({ secrets, log }: Deps, { id, ein_encrypted, kyb_status }: Receiver): string[] {
  if (ein_encrypted === null || kyb_status === 'REJECTED') return [];
  try {
    return [taxIdentity(secrets.decrypt(ein_encrypted, { table: 'receiver', column: 'ein_encrypted', owner: id }))];
  } catch (failure) {
    log.error({ err: failure, receiver_id: id }, 'an EIN could not be claimed');
    return [];
  }
}

async function storedStores(transaction: Transaction, scope: ReceiverScope, { bigcommerce_store_hash }: Receiver): Promise<string[]> {
  const links = await databaseOf(transaction, scope).commerceLink.findMany({ where: { unlinked_at: null } });
  const linked = links.flatMap(({ source, platform, store_domain: domain, connection_id }) =>
    storeIdentities({ platform, domain, connectionId: source === 'rutter' ? connection_id : null }),
  );
  const ofPanel = bigcommerce_store_hash === null ? [] : storeIdentities({ platform: 'bigcommerce', domain: bigcommerce_store_hash, connectionId: null });
  return [...new Set([...linked, ...ofPanel])];
}

/**
 * Claims for every receiver the EIN and the stores from before claims were kept, oldest receiver first: the oldest holds
 * them, the others are flagged for staff. May be repeated and interrupted.
 */
export async function claimStoredIdentities(deps: Deps, signal: AbortSignal): Promise<void> {
  for (let after: { created_at: Date; id: string } | null = null; !signal.aborted; ) {
    const batch: { created_at: Date; id: string }[] = await receiversToClaimFor(deps.database, after, batchSize);
    for (const { id } of batch) {
      const scope = receiverScope(id);
      await inTransaction(deps.database, async (transaction) => {
        const receiver = await lockReceiver(transaction, scope);
        if (receiver === null) return;
        const rule = 'flag';
        await claimIdentities(deps, transaction, scope, { kind: 'ein', identities: storedEin(deps, receiver), rule });
        await claimIdentities(deps, transaction, scope, { kind: 'store', identities: await storedStores(transaction, scope, receiver), rule });
      });
    }
    after = batch.at(-1) ?? null;
    if (after === null) return;
  }
}
