import { storedCents } from '../../db/cents.ts';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { readAccountRows } from '../../db/queries/accountRows.ts';
import { readAccountRowsAt } from '../../db/queries/accountRowsAt.ts';
import type { Draw, Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { utcDate } from '../../domain/basics/dates.ts';
import { add, type Cents, negate, noMoney, smaller, subtract } from '../../domain/basics/money.ts';
import { isFailedPayout, settledStatuses } from '../../domain/ledger/ledger.ts';
import { isScheduled } from '../../domain/repayment/draw.ts';
import { scheduledCredits, uncollectedAmount } from '../../domain/repayment/failedDebits.ts';
import { meaningOfFailure } from '../../domain/repayment/returnCodes.ts';
import { endDebitAuthorization } from '../bank/debitAuthorization.ts';
import { endBankLink } from '../bank/endBankLink.ts';
import type { Deps } from '../deps.ts';
import { accountOf } from '../ledger/account.ts';
import { addDifference } from '../receiver/differences.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';
import { cashbackKinds } from './creditCashback.ts';

interface FailedDraw {
  scope: ReceiverScope;
  receiver: Receiver;
  drawId: string;
  /** Whether it had settled before, by our books. */
  wasBooked: boolean;
}

/**
 * Does what follows from a draw that has just been marked as failed, in the same transaction, after the books were changed;
 * the receiver's row must be held. Stores what is still owed of it, tells the merchant, and acts by the code: ends the bank
 * link, stops all debits, or tells staff.
 */
export async function followFailedDraw(deps: Deps, transaction: Transaction, { scope, receiver, drawId, wasBooked }: FailedDraw): Promise<void> {
  const own = databaseOf(transaction, scope);
  const draw = await own.draw.findUniqueOrThrow({ where: { receiver_id_id: { id: drawId } } });
  if (isScheduled(draw) || draw.status === 'returned') {
    const hadSettled = wasBooked || (await hasSettled(transaction, scope, draw));
    await storeUncollected(deps, transaction, { scope, receiver, draw, hadSettled });
  }
  await deps.queue.send('send-letter', { receiver_id: scope.receiverId, kind: 'repayment_failed', about: drawId }, { transaction });
  const { status, failure_code: code } = draw;
  await recordTimeline(deps, scope, 'draw_failed', { draw_id: drawId, status, code, amount_cents: Number(draw.amount_cents) }, transaction);
  await act(deps, transaction, scope, draw);
  if (wasBooked) await tellOfPayouts(deps, transaction, scope, draw);
  await tellProvider(deps, transaction, scope, draw);
  await requestSpendingPower(deps, transaction, scope, 'repayment');
}

/** Tells whether the bank has told that a draw had settled: its return may be read without that before. */
async function hasSettled(transaction: Transaction, scope: ReceiverScope, { transfer_id }: Draw): Promise<boolean> {
  const where = { provider_transfer_id: transfer_id ?? '', type: { in: [...settledStatuses] } };
  return (await databaseOf(transaction, scope).bankTransferEvent.count({ where })) > 0;
}

/** Queues the report of a draw that came back, where the bank's provider was asked about its risk. */
async function tellProvider({ queue }: Deps, transaction: Transaction, scope: ReceiverScope, { id, status, provider_key }: Draw): Promise<void> {
  if (status !== 'returned') return;
  const evaluated = await databaseOf(transaction, scope).drawEvaluation.findUnique({ where: { receiver_id_provider_key: { provider_key } } });
  if (evaluated) await queue.send('report-return', { receiver_id: scope.receiverId, draw_id: id }, { transaction });
}

interface Uncollected {
  scope: ReceiverScope;
  receiver: Receiver;
  draw: Draw;
  hadSettled: boolean;
}

/** Stores the figures of the instant at which the draw failed: a refund of the time since then has come afterward, though it may have been learned before. */
async function storeUncollected(deps: Deps, transaction: Transaction, { scope, receiver, draw, hadSettled }: Uncollected): Promise<void> {
  // The bank declines a draw when we order it: nothing has come since, though the issuer's clock may be ahead of ours.
  const failedAt = draw.status === 'declined' ? null : draw.finished_at;
  const rows = failedAt === null ? await readAccountRows(transaction, scope) : await readAccountRowsAt(transaction, scope, failedAt);
  const account = accountOf(deps, rows, receiver);
  const cashbackSince = await cashbackAfter(transaction, scope, draw.created_at);
  const { credits, draws } = account;
  const facts = { ...account, owed: account.balances.owed, cashbackSince, hadSettled, isBankHoliday: deps.isBankHoliday };
  await databaseOf(transaction, scope).draw.update({
    where: { receiver_id_id: { id: draw.id } },
    data: {
      uncollected_cents: uncollectedAmount({ ...draw, amount_cents: storedCents(draw.amount_cents) }, facts),
      credits_cents: isScheduled(draw) ? credits.underway : add(credits.underway, scheduledCredits(draws).underway),
      cashback_cents: subtract(credits.cashback, cashbackSince),
    },
  });
}

/** Returns the cashback that was credited after an instant, less what was taken back. */
async function cashbackAfter(transaction: Transaction, scope: ReceiverScope, instant: Date): Promise<Cents> {
  const booked = await databaseOf(transaction, scope).ledgerTransfer.findMany({
    where: { kind: { in: [...cashbackKinds] }, at: { gt: instant } },
    select: { kind: true, amount_cents: true },
  });
  return add(...booked.map(({ kind, amount_cents }) => (kind === 'cashback' ? storedCents(amount_cents) : negate(storedCents(amount_cents)))));
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
