import type { Transaction } from '../../db/database.ts';
import { resolveStrayTransfer } from '../../db/queries/transferSweep.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { BankTransfer } from '../../providers/ports/bank.ts';
import type { Deps } from '../deps.ts';
import { resolveDifference } from '../receiver/differences.ts';

/** Returns what staff are told of a transfer that our books do not know, with the key by which a draw or payout finds it. */
export function strayTransfer({ status, direction, amountCents, key }: Pick<BankTransfer, 'status' | 'direction' | 'amountCents' | 'key'>) {
  return { status, direction, amount_cents: Number(amountCents), key };
}

/** Resolves what staff were to settle about a transfer, because its draw or payout was found. */
export async function resolveStray(deps: Deps, transaction: Transaction, scope: ReceiverScope, transferId: string): Promise<void> {
  await resolveDifference(deps, transaction, scope, { provider: 'bank', subject: 'stray_transfer', external_id: transferId });
  await resolveStrayTransfer(transaction, transferId, deps.clock());
}
