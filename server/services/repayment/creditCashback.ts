import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { addLedgerTransfers, ledgerTransferOf } from '../../db/queries/ledger.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { startOfDay } from '../../domain/basics/dates.ts';
import { negate, noMoney } from '../../domain/basics/money.ts';
import { type LedgerTransfer, ledgerBalances, missingTransfers } from '../../domain/ledger/ledger.ts';
import { cashbackDueDate, cashbackSubjectId, cashbackToBook, type EarnedCashback, earnedCashback, explainCashback } from '../../domain/repayment/cashback.ts';
import { cashbackRowName } from '../../domain/table/activity.ts';
import { searchText, tabs } from '../../domain/table/table.ts';
import { type CashbackDeps, readCashbackFacts } from './readCashbackFacts.ts';

export const cashbackKinds = ['cashback', 'cashback_reversal'] as const;

/**
 * Books the cashback of each due date (see `cashbackToBook`): the difference to what was booked, with a row among the repayments. Call it
 * after every change of what is due or paid, and daily, so
 * that the result depends on the present state and not on the order of events. The receiver's row must be held.
 */
export async function creditCashback(deps: CashbackDeps, transaction: Transaction, scope: ReceiverScope, receiver: Receiver): Promise<void> {
  const own = databaseOf(transaction, scope);
  const draws = await own.draw.findMany();
  const made = (await own.ledgerTransfer.findMany({ where: { kind: { in: [...cashbackKinds] } } })).map(ledgerTransferOf);
  // Nothing was ever repaid, so nothing was earned.
  if (draws.length === 0 && made.length === 0) return;
  const as_of = deps.clock();
  const earned = earnedCashback(await readCashbackFacts(deps, transaction, scope, { receiver, draws }));
  for (const one of [...earned, ...withoutDues(earned, made)]) {
    const subject_id = cashbackSubjectId(one.due_date);
    const booked = ledgerBalances(made.filter((transfer) => transfer.subject_id === subject_id)).cashback;
    const subject = { type: 'cashback' as const, subject_id, as_of, amount_cents: cashbackToBook(one, booked) };
    for (const transfer of missingTransfers(subject, made)) await addCashback(transaction, scope, transfer, one);
  }
}

/** Returns the due dates that have been credited and of which all purchases were canceled. */
function withoutDues(earned: readonly EarnedCashback[], made: readonly LedgerTransfer[]): readonly EarnedCashback[] {
  const due = new Set(earned.map(({ due_date }) => due_date));
  const credited = new Set(made.map(({ subject_id }) => cashbackDueDate(subject_id)));
  return [...credited]
    .filter((due_date) => !due.has(due_date))
    .map((due_date) => ({ due_date, paid_in_time_cents: noMoney, cashback_cents: noMoney, isPaid: true, isFinal: true }));
}

/** Books cashback, with the row that shows it. The row has the id of the ledger transfer, so that one booking is never two rows. */
async function addCashback(transaction: Transaction, scope: ReceiverScope, booking: LedgerTransfer, earned: EarnedCashback): Promise<void> {
  await addLedgerTransfers(transaction, scope, [booking]);
  const own = databaseOf(transaction, scope);
  const { subject_id, external_id, at } = booking;
  const { id } = await own.ledgerTransfer.findUniqueOrThrow({
    where: { receiver_id_subject_id_external_id: { subject_id, external_id } },
    select: { id: true },
  });
  const amount_cents = negate(ledgerBalances([booking]).owed);
  const transaction_type = 'statement_credit' as const;
  const shown = { id, name: cashbackRowName(amount_cents), status: 'settled', amount_cents, created_at: at, is_manual: true, transaction_type };
  const origin = { manual_reason: explainCashback(earned, amount_cents), cashback_due_date: startOfDay(earned.due_date) };
  await own.bankTransfer.create({ data: { ...shown, ...origin, settled_at: at, search_text: searchText(tabs.repayments, shown) } });
}
