import { inTransaction, type Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { findReceiver } from '../../db/queries/findReceiver.ts';
import { receiversToClaimFor } from '../../db/queries/identityClaims.ts';
import { lockReceiver } from '../../db/queries/lockReceiver.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { storeIdentities } from '../../domain/identity/claims.ts';
import { callerOf } from '../access/caller.ts';
import type { Deps } from '../deps.ts';
import { claimIdentities } from './claimIdentities.ts';
import { storedEin } from './storedEin.ts';

const batchSize = 100;

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
      const found = await findReceiver(deps.database, id);
      if (found === null) continue;
      const { scope } = callerOf(found);
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
