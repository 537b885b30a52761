import { storedCents } from '../../db/cents.ts';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { readCardDays } from '../../db/queries/cardDays.ts';
import { addLedgerTransfers, ledgerTransferOf } from '../../db/queries/ledger.ts';
import type { BankTransfer, Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { utcDate } from '../../domain/basics/dates.ts';
import { isSettledRepayment, missingTransfers } from '../../domain/ledger/ledger.ts';
import { cashbackSubjectId, earnedCashback, type Receipt } from '../../domain/repayment/cashback.ts';
import { paymentDeadline } from '../../domain/repayment/schedule.ts';
import type { Deps } from '../deps.ts';
import { duesOf } from '../ledger/account.ts';
import { programOf } from '../program/programOf.ts';

/**
 * Books the cashback that a receiver has earned by paying in time: for each due date, the difference to what was
 * booked. A returned repayment takes its cashback back, and so does a purchase that is cancelled after it was paid.
 * Call it after every change of what is due or paid, so that the result depends on the present state and not on the
 * order of events. The receiver's row must be held.
 */
export async function creditCashback(deps: Deps, transaction: Transaction, scope: ReceiverScope, receiver: Receiver): Promise<void> {
  const transfers = await databaseOf(transaction, scope).bankTransfer.findMany();
  // Nothing was ever repaid, so nothing was earned.
  if (transfers.length === 0) return;
  const cardDays = await readCardDays(transaction, scope);
  const counted = transfers.filter((transfer) => transfer.amount_cents > 0n && (transfer.is_manual || isSettledRepayment(transfer.status)));
  const draws = await databaseOf(transaction, scope).draw.findMany({ select: { id: true, debit_date: true } });
  const plannedDays = new Map(draws.map(({ id, debit_date }) => [id, utcDate(debit_date)]));
  // The planned debit day counts: late sending by us, or slow settlement at the bank, is not the receiver's delay.
  const dayOf = ({ draw_id, created_at }: BankTransfer) => plannedDays.get(draw_id ?? '') ?? utcDate(created_at);
  const receipts: Receipt[] = [
    ...counted.map((transfer) => ({ date: dayOf(transfer), amount_cents: storedCents(transfer.amount_cents), isRepayment: !transfer.is_manual })),
    ...cardDays.filter((day) => day.returned_cents > 0).map((day) => ({ date: day.made_on, amount_cents: day.returned_cents, isRepayment: false })),
  ];
  const earned = earnedCashback({
    dues: duesOf(cardDays, receiver).filter((due) => due.amount_cents > 0),
    receipts,
    cashbackBasisPoints: programOf(receiver).rates.cashbackBasisPoints,
    deadlineOf: (dueDate) => paymentDeadline(dueDate, deps.isBankHoliday),
  });
  const made = (await databaseOf(transaction, scope).ledgerTransfer.findMany({ where: { kind: { in: ['cashback', 'cashback_reversal'] } } })).map(
    ledgerTransferOf,
  );
  const as_of = deps.clock();
  const subjects = new Map(made.map(({ subject_id }) => [subject_id, { type: 'cashback' as const, subject_id, as_of, amount_cents: storedCents(0n) }]));
  for (const { due_date, cashback_cents } of earned) {
    const subject_id = cashbackSubjectId(due_date);
    if (cashback_cents > 0 || subjects.has(subject_id)) subjects.set(subject_id, { type: 'cashback', subject_id, as_of, amount_cents: cashback_cents });
  }
  await addLedgerTransfers(
    transaction,
    scope,
    [...subjects.values()].flatMap((subject) => missingTransfers(subject, made)),
  );
}
