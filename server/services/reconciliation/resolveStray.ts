import type { Transaction } from '../../db/database.ts';
import { resolveStrayTransfer } from '../../db/queries/transferSweep.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';
import { resolveDifference } from './differences.ts';

/** Resolves what staff were to settle about a transfer, because its draw or payout was found. */
export async function resolveStray(deps: Deps, transaction: Transaction, scope: ReceiverScope, transferId: string): Promise<void> {
  await resolveDifference(deps, transaction, scope, { provider: 'bank', subject: 'stray_transfer', external_id: transferId });
  await resolveStrayTransfer(transaction, transferId, deps.clock());
}
