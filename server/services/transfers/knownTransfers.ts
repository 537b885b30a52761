import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { streamPosition } from '../../db/queries/transferEvents.ts';
import { findStrayByKey } from '../../db/queries/transferSweep.ts';
import type { JsonObject } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { knownTransfersMs } from '../../domain/ledger/sweepDepth.ts';
import { isStoppedTransfer } from '../../domain/repayment/draw.ts';
import type { Deps } from '../deps.ts';
import { sweepTransfers, transferStream } from './sweepTransfers.ts';

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
  /** Whether staff have settled it: it is in the books by their hand, and its key is spent. */
  isSettled: boolean;
}

/** Returns the transfer that was made under this key and whose order was lost; null without one. */
export async function lostTransfer(transaction: Transaction, scope: ReceiverScope, key: string): Promise<LostTransfer | null> {
  const own = await databaseOf(transaction, scope).reconciliationDifference.findFirst({
    where: { subject: 'stray_transfer', theirs: { path: ['key'], equals: key } },
    select: { external_id: true, resolved_at: true },
  });
  if (own) return { lostId: own.external_id, isSettled: own.resolved_at !== null };
  // The account may have been linked after the restored moment, so that nobody is known to have it.
  const stray = await findStrayByKey(transaction, key);
  return stray && { lostId: stray.transfer_id, isSettled: stray.resolved_at !== null };
}

/**
 * Tells whether the bank has debited this customer by a transfer that our books do not know, and that staff have not settled yet. One
 * that was found stopped took nothing.
 */
export async function hasUnknownDebit(transaction: Transaction, scope: ReceiverScope): Promise<boolean> {
  const own = databaseOf(transaction, scope);
  const open = await own.reconciliationDifference.findMany({ where: { subject: 'stray_transfer', resolved_at: null } });
  const debits = open.filter(({ theirs }) => isTakenDebit(theirs as JsonObject | null)).map(({ external_id }) => external_id);
  if (debits.length === 0) return false;
  // One may have been taken over while it was being stored as unknown.
  return (await own.bankTransfer.count({ where: { provider_transfer_id: { in: debits } } })) < debits.length;
}

const isTakenDebit = (transfer: JsonObject | null): boolean => transfer?.direction === 'debit' && !isStoppedTransfer(String(transfer.status));
