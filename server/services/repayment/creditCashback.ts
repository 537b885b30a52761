import { storedCents } from '../../db/cents.ts';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { readCardDays } from '../../db/queries/cardDays.ts';
import { addLedgerTransfers, ledgerTransferOf } from '../../db/queries/ledger.ts';
import type { BankTransfer, Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { type IsoDate, startOfDay, utcDate } from '../../domain/basics/dates.ts';
import { type Cents, negate, noMoney } from '../../domain/basics/money.ts';
import { isSettledRepayment, type LedgerTransfer, ledgerBalances, missingTransfers } from '../../domain/ledger/ledger.ts';
import { cashbackDueDate, cashbackSubjectId, earnedCashback, explainCashback, type Receipt } from '../../domain/repayment/cashback.ts';
import { paymentDeadline } from '../../domain/repayment/schedule.ts';
import { cashbackRowName } from '../../domain/table/activity.ts';
import { searchColumns, tabs } from '../../domain/table/table.ts';
import type { Deps } from '../deps.ts';
import { duesOf } from '../ledger/account.ts';
import { programOf } from '../program/programOf.ts';

const cashbackKinds = ['cashback', 'cashback_reversal'] as const;

/**
 * Books the cashback that a receiver has earned by paying in time: for each due date, the difference to what was
 * booked. A returned repayment takes its cashback back, and so does a purchase that is cancelled after it was paid.
 * Call it after every change of what is due or paid, so that the result depends on the present state and not on the
 * order of events. The receiver's row must be held.
 */
export async function creditCashback(deps: Deps, transaction: Transaction, scope: ReceiverScope, receiver: Receiver): Promise<void> {
  const transfers = await databaseOf(transaction, scope).bankTransfer.findMany({ where: { cashback_due_date: null } });
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
  const made = (await databaseOf(transaction, scope).ledgerTransfer.findMany({ where: { kind: { in: [...cashbackKinds] } } })).map(ledgerTransferOf);
  const as_of = deps.clock();
  const byDueDate = new Map(earned.map((one) => [one.due_date, one]));
  const dueDates = new Set([
    ...earned.filter((one) => one.cashback_cents > 0).map((one) => one.due_date),
    ...made.map((one) => cashbackDueDate(one.subject_id)),
  ]);
  const booked = [...dueDates].flatMap((due_date) => {
    const { paid_in_time_cents = noMoney, cashback_cents = noMoney } = byDueDate.get(due_date) ?? {};
    const subject = { type: 'cashback' as const, subject_id: cashbackSubjectId(due_date), as_of, amount_cents: cashback_cents };
    return missingTransfers(subject, made).map((transfer) => ({ transfer, due_date, paid_in_time_cents, cashback_cents }));
  });
  await addLedgerTransfers(
    transaction,
    scope,
    booked.map(({ transfer }) => transfer),
  );
  for (const { transfer, ...facts } of booked) {
    const change_cents = negate(ledgerBalances([transfer]).owed);
    await addRow(transaction, scope, { transfer, due_date: facts.due_date, change_cents, reason: explainCashback({ ...facts, change_cents }) });
  }
}

interface CashbackRow {
  transfer: LedgerTransfer;
  due_date: IsoDate;
  change_cents: Cents;
  reason: string;
}

/** Adds the row that shows a booking of cashback. It has the id of the ledger transfer, so that one booking is never two rows. */
async function addRow(transaction: Transaction, scope: ReceiverScope, { transfer, due_date, change_cents, reason }: CashbackRow): Promise<void> {
  const own = databaseOf(transaction, scope);
  const { subject_id, external_id, at } = transfer;
  const { id } = await own.ledgerTransfer.findUniqueOrThrow({
    where: { receiver_id_subject_id_external_id: { subject_id, external_id } },
    select: { id: true },
  });
  const transaction_type = 'statement_credit' as const;
  const shown = { id, name: cashbackRowName(change_cents), status: 'settled', amount_cents: change_cents, created_at: at, is_manual: true, transaction_type };
  await own.bankTransfer.create({
    data: { ...shown, manual_reason: reason, cashback_due_date: startOfDay(due_date), settled_at: at, ...searchColumns(tabs.repayments, shown) },
  });
}
