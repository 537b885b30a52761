import { storedCents } from '../../db/cents.ts';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { readCardDays } from '../../db/queries/cardDays.ts';
import { addLedgerTransfers, ledgerTransferOf } from '../../db/queries/ledger.ts';
import type { Draw, Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { startOfDay, utcDate } from '../../domain/basics/dates.ts';
import { type Cents, negate, noMoney } from '../../domain/basics/money.ts';
import { isSettledRepayment, type LedgerTransfer, ledgerBalances, missingTransfers } from '../../domain/ledger/ledger.ts';
import {
  cashbackDueDate,
  cashbackSubjectId,
  type DueSince,
  type EarnedCashback,
  earnedCashback,
  explainCashback,
  type Receipt,
} from '../../domain/repayment/cashback.ts';
import { isFailedDraw, isInFlight } from '../../domain/repayment/draw.ts';
import { canBePaidInTime, plannedDay } from '../../domain/repayment/inTime.ts';
import { duesOf, earliestDueDate } from '../../domain/repayment/purchaseTerms.ts';
import { paymentDeadline } from '../../domain/repayment/schedule.ts';
import { cashbackRowName } from '../../domain/table/activity.ts';
import { searchColumns, tabs } from '../../domain/table/table.ts';
import type { Deps } from '../deps.ts';
import { programDay } from '../program/programOf.ts';
import { isDrawnFrom } from './isDrawnFrom.ts';

export const cashbackKinds = ['cashback', 'cashback_reversal'] as const;

type CashbackDeps = Pick<Deps, 'clock' | 'isHoliday' | 'isBankHoliday'>;

/**
 * Books the cashback of each due date for which it is final (see `server/domain/repayment/cashback.ts`): the difference
 * to what was booked, with a row among the repayments. Call it after every change of what is due or paid, and daily, so
 * that the result depends on the present state and not on the order of events. The receiver's row must be held.
 */
export async function creditCashback(deps: CashbackDeps, transaction: Transaction, scope: ReceiverScope, receiver: Receiver): Promise<void> {
  const own = databaseOf(transaction, scope);
  const draws = await own.draw.findMany();
  const made = (await own.ledgerTransfer.findMany({ where: { kind: { in: [...cashbackKinds] } } })).map(ledgerTransferOf);
  // Nothing was ever repaid, so nothing was earned.
  if (draws.length === 0 && made.length === 0) return;
  const as_of = deps.clock();
  const earned = await readEarned(deps, transaction, scope, { receiver, draws });
  for (const one of [...earned, ...withoutDues(earned, made)].filter(({ isFinal }) => isFinal)) {
    const subject = { type: 'cashback' as const, subject_id: cashbackSubjectId(one.due_date), as_of, amount_cents: one.cashback_cents };
    for (const transfer of missingTransfers(subject, made)) await addCashback(transaction, scope, transfer, one);
  }
}

/** Returns the due dates that have been credited and of which all purchases were cancelled. */
function withoutDues(earned: readonly EarnedCashback[], made: readonly LedgerTransfer[]): readonly EarnedCashback[] {
  const due = new Set(earned.map(({ due_date }) => due_date));
  const credited = new Set(made.map(({ subject_id }) => cashbackDueDate(subject_id)));
  return [...credited]
    .filter((due_date) => !due.has(due_date))
    .map((due_date) => ({ due_date, paid_in_time_cents: noMoney, cashback_cents: noMoney, isPaid: true, isFinal: true }));
}

interface Facts {
  receiver: Receiver;
  draws: readonly Draw[];
}

async function readEarned(deps: CashbackDeps, transaction: Transaction, scope: ReceiverScope, { receiver, draws }: Facts): Promise<readonly EarnedCashback[]> {
  const { isHoliday, isBankHoliday } = deps;
  const now = deps.clock();
  const own = databaseOf(transaction, scope);
  const credits = await own.bankTransfer.findMany({ where: { is_manual: true } });
  const payouts = (await own.ledgerTransfer.findMany({ where: { kind: { in: ['credit_payout', 'credit_payout_return'] } } })).map(ledgerTransferOf);
  const refunds = await own.cardTransaction.findMany({ where: { is_counted: true, is_refund: true }, select: { created_at: true, amount_cents: true } });
  const purchases = duesOf(await readCardDays(transaction, scope)).filter((due) => due.amount_cents > 0);
  const bought = purchases.map(({ made_on, ...due }) => ({ ...due, since: startOfDay(made_on) }));
  const planned = draws.map((draw) => ({
    ...draw,
    due_date: utcDate(draw.due_date),
    debit_date: utcDate(draw.debit_date),
    failedOn: isFailedDraw(draw) && draw.finished_at ? programDay(receiver, draw.finished_at) : null,
  }));
  const open = { draws: planned, today: programDay(receiver, now), isDrawnByItself: await isDrawnFrom(transaction, scope, receiver), isBankHoliday };
  const firstOpen = earliestDueDate(now, receiver, isHoliday);
  return earnedCashback({
    dues: [
      ...bought,
      ...credits.filter((row) => row.amount_cents < 0n).map((row) => takenBack(row.created_at, negate(storedCents(row.amount_cents)), receiver)),
      ...payouts.filter(({ kind }) => kind === 'credit_payout').map(({ at, amount_cents }) => takenBack(at, amount_cents, receiver)),
    ],
    receipts: [
      ...planned.flatMap((draw) => {
        const failedAt = draw.failedOn && draw.finished_at;
        const isSettled = isSettledRepayment(draw.status);
        if (!isSettled && failedAt === null && !isInFlight(draw)) return [];
        const dueDate = draw.kind === 'scheduled' ? draw.due_date : null;
        const repayment = { plannedDay: plannedDay(draw, planned, isBankHoliday), dueDate, isSettled, failedAt };
        return [receiptOf(draw.created_at, storedCents(draw.amount_cents), repayment)];
      }),
      ...credits.filter((row) => row.amount_cents > 0n).map((row) => receiptOf(row.created_at, storedCents(row.amount_cents))),
      ...refunds.map((row) => receiptOf(row.created_at, negate(storedCents(row.amount_cents)))),
      ...payouts.filter(({ kind }) => kind === 'credit_payout_return').map(({ at, amount_cents }) => receiptOf(at, amount_cents)),
    ],
    deadlineOf: (dueDate) => paymentDeadline(dueDate, isBankHoliday),
    isComplete: (dueDate) => dueDate < firstOpen,
    canBePaidInTime: (dueDate) => canBePaidInTime(dueDate, open),
  });
}

function receiptOf(at: Date, amount_cents: Cents, repayment: Receipt['repayment'] = null): Receipt {
  return { at, amount_cents, repayment };
}

/** Returns a credit that was taken back or paid out as what it is: due at once, and earning nothing. */
function takenBack(since: Date, amount_cents: Cents, receiver: Receiver): DueSince {
  return { due_date: programDay(receiver, since), amount_cents, cashback_basis_points: 0, since };
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
  await own.bankTransfer.create({ data: { ...shown, ...origin, settled_at: at, ...searchColumns(tabs.repayments, shown) } });
}
