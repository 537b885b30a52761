import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { readAllocation } from '../../db/queries/allocations.ts';
import { addLedgerTransfers, transfersOfSubject } from '../../db/queries/ledger.ts';
import { type IsoDate, startOfDay } from '../../domain/basics/dates.ts';
import { noMoney, subtract } from '../../domain/basics/money.ts';
import { type LedgerTransfer, missingTransfers } from '../../domain/ledger/ledger.ts';
import { beforeFailed } from '../../domain/repayment/allocation.ts';
import { cashbackSubjectId, cashbackToBook, type EarnedCashback, explainCashback, isPaidInTime } from '../../domain/repayment/cashback.ts';
import { isInFlight } from '../../domain/repayment/draw.ts';
import { earliestDueDate } from '../../domain/repayment/purchaseTerms.ts';
import { isFinalDraw } from '../../domain/spendingPower/heldBack.ts';
import { cashbackRowName } from '../../domain/table/activity.ts';
import { searchText, tabs } from '../../domain/table/table.ts';
import type { Deps } from '../deps.ts';
import { programDay } from '../receiver/programOf.ts';
import { type Account, readAccount } from './account.ts';
import { allocate, type Owner, onlyDues } from './allocate.ts';

export type CashbackDeps = Pick<Deps, 'clock' | 'isHoliday' | 'isBankHoliday' | 'queue'>;

/**
 * Books the cashback of each due date (see `cashbackToBook`): the difference to what was booked, with a row among the repayments, and
 * pays the oldest due with it. Call it after every change of what is due or paid, and daily, since money becomes final with the day. The
 * receiver's row must be held. Returns whether something was booked.
 */
export async function creditCashback(deps: CashbackDeps, transaction: Transaction, owner: Owner): Promise<boolean> {
  // Cashback pays dues, and what is taken back of it opens them again: what the next date has earned is known after it.
  for (let isBooked = false; ; isBooked = true) {
    const account = await readAccount(deps, transaction, owner.scope, owner.receiver);
    // Nothing was ever repaid, so nothing was earned.
    if (account.draws.length === 0) return false;
    const [earned] = cashbackToBook(account.cashback, await finality(deps, transaction, owner, account));
    if (earned === undefined) return isBooked;
    await bookCashback(deps, transaction, owner, account, earned);
  }
}

/** Reads what decides whether the cashback of a due date is final. */
async function finality({ clock, isHoliday }: CashbackDeps, transaction: Transaction, { scope, receiver }: Owner, { draws, cashback }: Account) {
  const now = clock();
  const today = programDay(receiver, now);
  const firstOpen = earliestDueDate(now, receiver, isHoliday);
  const open = new Set(draws.filter((draw) => !isFinalDraw(draw, today)).map(({ id }) => id));
  const { parts } = await readAllocation(transaction, scope);
  const inTime = parts.filter((part) => part.source === 'repayment' && open.has(part.entry_id) && isPaidInTime(part, cashback.deadlineOf));
  return {
    isComplete: (dueDate: IsoDate) => dueDate < firstOpen,
    notFinal: new Set(inTime.flatMap(({ due_date }) => due_date ?? [])),
    awaited: draws.filter(isInFlight).map(({ counts_on }) => counts_on),
  };
}

async function bookCashback(deps: CashbackDeps, transaction: Transaction, owner: Owner, { cashback }: Account, earned: EarnedCashback): Promise<void> {
  const { due_date, cashback_cents: amount_cents } = earned;
  const subject = { type: 'cashback' as const, subject_id: cashbackSubjectId(due_date), as_of: deps.clock(), amount_cents };
  const made = await transfersOfSubject(transaction, owner.scope, subject.subject_id);
  const change = subtract(amount_cents, cashback.booked.get(due_date) ?? noMoney);
  const isPaid = cashback.open.every((due) => due.due_date !== due_date);
  const reason = explainCashback(earned, change, isPaid);
  for (const transfer of missingTransfers(subject, made)) {
    await addRow(transaction, owner, transfer, { due_date, amount_cents: change, reason });
  }
  const entry = { entry_id: due_date, source: 'cashback' as const, counts_on: null, amount_cents, order: beforeFailed };
  await allocate(deps, transaction, owner, { ...onlyDues, entry });
}

interface CashbackRow {
  due_date: IsoDate;
  /** Below 0 for what is taken back. */
  amount_cents: ReturnType<typeof subtract>;
  reason: string;
}

/** Books cashback, with the row that shows it. The row has the id of the ledger transfer, so that one booking is never two rows. */
async function addRow(transaction: Transaction, { scope }: Owner, booking: LedgerTransfer, { due_date, amount_cents, reason }: CashbackRow): Promise<void> {
  await addLedgerTransfers(transaction, scope, [booking]);
  const own = databaseOf(transaction, scope);
  const { subject_id, external_id, at } = booking;
  const { id } = await own.ledgerTransfer.findUniqueOrThrow({
    where: { receiver_id_subject_id_external_id: { subject_id, external_id } },
    select: { id: true },
  });
  const transaction_type = 'statement_credit' as const;
  const shown = { id, name: cashbackRowName(amount_cents), status: 'settled', amount_cents, created_at: at, is_manual: true, transaction_type };
  const origin = { manual_reason: reason, cashback_due_date: startOfDay(due_date) };
  await own.bankTransfer.create({ data: { ...shown, ...origin, settled_at: at, search_text: searchText(tabs.repayments, shown) } });
}
