import { storedCents } from '../../db/cents.ts';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { Draw } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { utcDate } from '../../domain/basics/dates.ts';
import { add, noMoney, smaller } from '../../domain/basics/money.ts';
import { isFailedPayout } from '../../domain/ledger/ledger.ts';
import { meaningOfFailure } from '../../domain/repayment/returnCodes.ts';
import { endDebitAuthorization } from '../bank/debitAuthorization.ts';
import { endBankLink } from '../bank/endBankLink.ts';
import type { Deps } from '../deps.ts';
import { addDifference } from '../receiver/differences.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';

/**
 * Does what follows from a draw that has just been marked as failed, in the same transaction, after the books were changed;
 * the receiver's row must be held. Tells the merchant, and acts by the code: ends the bank link, stops all debits, or tells staff.
 */
export async function followFailedDraw(deps: Deps, transaction: Transaction, scope: ReceiverScope, drawId: string): Promise<void> {
  const draw = await databaseOf(transaction, scope).draw.findUniqueOrThrow({ where: { receiver_id_id: { id: drawId } } });
  await deps.queue.send('send-letter', { receiver_id: scope.receiverId, kind: 'repayment_failed', about: drawId }, { transaction });
  const { status, failure_code: code } = draw;
  await recordTimeline(deps, scope, 'draw_failed', { draw_id: drawId, status, code, amount_cents: Number(draw.amount_cents) }, transaction);
  await act(deps, transaction, scope, draw);
  if (status === 'returned') await tellOfPayouts(deps, transaction, scope, draw);
  await tellProvider(deps, transaction, scope, draw);
  await requestSpendingPower(deps, transaction, scope, 'repayment');
}

/** Queues the report of a draw that came back, where the bank's provider was asked about its risk. */
async function tellProvider({ queue }: Deps, transaction: Transaction, scope: ReceiverScope, { id, status, provider_key }: Draw): Promise<void> {
  if (status !== 'returned') return;
  const evaluated = await databaseOf(transaction, scope).drawEvaluation.findUnique({ where: { receiver_id_provider_key: { provider_key } } });
  if (evaluated) await queue.send('report-return', { receiver_id: scope.receiverId, draw_id: id }, { transaction });
}

/** Acts on the bank's code. Only the account that was debited is given up: another one may have been linked since. */
async function act(deps: Deps, transaction: Transaction, scope: ReceiverScope, draw: Draw): Promise<void> {
  const { action, mark } = meaningOfFailure(draw.failure_code);
  const code = draw.failure_code ?? draw.status;
  if (action === 'relink') await endBankLink(deps, transaction, scope, { linkId: draw.bank_link_id, accountId: draw.bank_account_id, code });
  if (action === 'stop') await endDebitAuthorization(deps, transaction, scope, { reason: 'returned', code });
  if (action !== 'stop' && action !== 'staff') return;
  await addDifference(deps, transaction, scope, {
    provider: 'bank',
    subject: 'failed_debit',
    external_id: draw.id,
    ours: { amount_cents: Number(draw.amount_cents), due_date: utcDate(draw.due_date) },
    theirs: { status: draw.status, code, mark, action },
  });
}

/** Tells staff of a draw that came back after its money may have been paid out: the merchant may owe it for good. */
async function tellOfPayouts(
  deps: Deps,
  transaction: Transaction,
  scope: ReceiverScope,
  { id, amount_cents, due_date, created_at, status, failure_code }: Draw,
) {
  const payouts = await databaseOf(transaction, scope).creditPayout.findMany({ where: { created_at: { gte: created_at } } });
  const paidOut = add(noMoney, ...payouts.filter((payout) => !isFailedPayout(payout)).map((payout) => storedCents(payout.amount_cents)));
  if (paidOut === 0) return;
  await addDifference(deps, transaction, scope, {
    provider: 'bank',
    subject: 'returned_after_payout',
    external_id: id,
    ours: { amount_cents: smaller(storedCents(amount_cents), paidOut), due_date: utcDate(due_date) },
    theirs: { status, code: failure_code ?? status },
  });
}
