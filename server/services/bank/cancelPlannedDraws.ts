import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';

interface Cancellation {
  kinds: readonly ('scheduled' | 'pay_now')[];
  /** For staff and for the merchant. */
  reason: string;
}

/** Cancels the draws that nobody has begun to send; the receiver's row must be held. Their amounts stay owed. */
export async function cancelPlannedDraws({ clock }: Deps, transaction: Transaction, scope: ReceiverScope, { kinds, reason }: Cancellation): Promise<void> {
  await databaseOf(transaction, scope).draw.updateMany({
    where: { status: 'planned', kind: { in: [...kinds] } },
    data: { status: 'cancelled', failure_reason: reason, finished_at: clock() },
  });
}
