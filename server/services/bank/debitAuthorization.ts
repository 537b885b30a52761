import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { DebitAuthorization } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { type AuthorizationEnd, isDebitAuthorized } from '../../domain/bank/debitAuthorization.ts';
import type { Deps } from '../deps.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';
import { currentBankLink } from './bankLink.ts';

/** Returns the authorization by which the current bank link may be debited now; null when nothing may be debited. */
export async function currentDebitAuthorization(transaction: Transaction, scope: ReceiverScope): Promise<DebitAuthorization | null> {
  const link = await currentBankLink(transaction, scope);
  const authorization = await databaseOf(transaction, scope).debitAuthorization.findFirst({ where: { ended_at: null } });
  return isDebitAuthorized(link, authorization) ? authorization : null;
}

interface Ending {
  reason: AuthorizationEnd;
  /** The bank's return code, when it is the reason. */
  code?: string;
}

/**
 * Ends the open authorization in the caller's transaction, which holds the receiver's row: draws that are only planned are
 * cancelled, those that the bank has go on. Staff read it in the timeline. Does nothing when none is open.
 */
export async function endDebitAuthorization(deps: Deps, transaction: Transaction, scope: ReceiverScope, { reason, code }: Ending): Promise<void> {
  const own = databaseOf(transaction, scope);
  const open = await own.debitAuthorization.findFirst({ where: { ended_at: null } });
  if (!open) return;
  const now = deps.clock();
  await own.debitAuthorization.update({
    where: { receiver_id_id: { id: open.id } },
    data: { ended_at: now, ended_reason: reason, ended_code: code ?? null },
  });
  // The next authorization follows at once.
  if (reason === 'replaced') return;
  await own.draw.updateMany({
    where: { status: 'planned' },
    data: { status: 'cancelled', failure_reason: 'The authorization to debit the account has ended.', finished_at: now },
  });
  await recordTimeline(deps, scope, 'debit_authorization_ended', { reason, ...(code !== undefined && { code }) }, transaction);
  await requestSpendingPower(deps, transaction, scope, 'debit authorization ended');
}
