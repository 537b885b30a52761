import type { Reading } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { streamPosition } from '../../db/queries/transferEvents.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { knownTransfersMs } from '../../domain/reconciliation/sweepDepth.ts';
import type { Deps } from '../deps.ts';
import { sweepTransfers, transferStream } from './sweep.ts';

/**
 * Reads what the bank has made since the last reading, where that is long ago: the database may have been restored since, to before a
 * transfer whose key the bank has forgotten by now. To be called before a transfer is ordered. Throws the bank's failure.
 */
export async function readMissedTransfers(deps: Deps): Promise<void> {
  const position = await streamPosition(deps.database, transferStream(deps));
  if (position > 0 && deps.clock().getTime() - position > knownTransfersMs) await sweepTransfers(deps);
}

/** A transfer that the bank has made, and whose order the database lost in a restore. */
export interface LostTransfer {
  /** The bank's id of it. */
  lostId: string;
}

/** Returns the transfer that was made under this key and whose order was lost; null without one. What staff have settled is in the books by their hand. */
export async function lostTransfer(reading: Reading, scope: ReceiverScope, key: string): Promise<LostTransfer | null> {
  const lost = await databaseOf(reading, scope).reconciliationDifference.findFirst({
    where: { subject: 'stray_transfer', resolved_at: null, theirs: { path: ['key'], equals: key } },
    select: { external_id: true },
  });
  return lost && { lostId: lost.external_id };
}

/** Tells whether the bank has debited this customer by a transfer that our books do not know, and that staff have not settled yet. */
export async function hasUnknownDebit(reading: Reading, scope: ReceiverScope): Promise<boolean> {
  const where = { subject: 'stray_transfer', resolved_at: null, theirs: { path: ['direction'], equals: 'debit' } };
  return (await databaseOf(reading, scope).reconciliationDifference.count({ where })) > 0;
}
