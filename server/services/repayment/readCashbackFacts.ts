import { storedCents } from '../../db/cents.ts';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { readCardDays } from '../../db/queries/cardDays.ts';
import { ledgerTransferOf } from '../../db/queries/ledger.ts';
import { readRefundedPurchases } from '../../db/queries/refundedPurchases.ts';
import type { Draw, Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { startOfDay, utcDate } from '../../domain/basics/dates.ts';
import { type Cents, negate } from '../../domain/basics/money.ts';
import { isSettledTransfer } from '../../domain/ledger/ledger.ts';
import type { CashbackFacts, DueSince, Receipt } from '../../domain/repayment/cashback.ts';
import { isInFlight, isScheduled } from '../../domain/repayment/draw.ts';
import { canBePaidInTime, plannedDay } from '../../domain/repayment/inTime.ts';
import { duesOf, earliestDueDate } from '../../domain/repayment/purchaseTerms.ts';
import { refundedPurchases } from '../../domain/repayment/refundedPurchases.ts';
import { paymentDeadline } from '../../domain/repayment/schedule.ts';
import type { Deps } from '../deps.ts';
import { dayOfFailure } from '../ledger/account.ts';
import { programDay } from '../receiver/programOf.ts';
import { isDrawnFrom } from './isDrawnFrom.ts';

export type CashbackDeps = Pick<Deps, 'clock' | 'isHoliday' | 'isBankHoliday'>;

interface Known {
  receiver: Receiver;
  draws: readonly Draw[];
}

/** Reads all that the cashback of a receiver depends on. The draws are all of theirs. */
export async function readCashbackFacts(
  deps: CashbackDeps,
  transaction: Transaction,
  scope: ReceiverScope,
  { receiver, draws }: Known,
): Promise<CashbackFacts> {
  const { isHoliday, isBankHoliday } = deps;
  const now = deps.clock();
  const own = databaseOf(transaction, scope);
  const credits = await own.bankTransfer.findMany({ where: { is_manual: true } });
  const payouts = (await own.ledgerTransfer.findMany({ where: { kind: { in: ['credit_payout', 'credit_payout_return'] } } })).map(ledgerTransferOf);
  const movements = await readRefundedPurchases(transaction, scope);
  const refunded = refundedPurchases(movements);
  const purchases = duesOf(await readCardDays(transaction, scope)).filter((due) => due.amount_cents > 0);
  const bought = purchases.map(({ made_on, ...due }) => ({ ...due, since: startOfDay(made_on) }));
  const planned = draws.map((draw) => ({
    ...draw,
    due_date: utcDate(draw.due_date),
    debit_date: utcDate(draw.debit_date),
    failedOn: dayOfFailure(receiver, draw),
  }));
  const open = { draws: planned, today: programDay(receiver, now), isDrawnByItself: await isDrawnFrom(transaction, scope, receiver), isBankHoliday };
  const firstOpen = earliestDueDate(now, receiver, isHoliday);
  return {
    dues: [
      ...bought,
      ...credits.filter((row) => row.amount_cents < 0n).map((row) => takenBack(row.created_at, negate(storedCents(row.amount_cents)), receiver)),
      ...payouts.filter(({ kind }) => kind === 'credit_payout').map(({ at, amount_cents }) => ({ ...takenBack(at, amount_cents, receiver), isPayout: true })),
    ],
    receipts: [
      ...planned.flatMap((draw) => {
        const failedAt = draw.failedOn && draw.finished_at;
        const isSettled = isSettledTransfer(draw.status);
        if (!isSettled && failedAt === null && !isInFlight(draw)) return [];
        const dueDate = isScheduled(draw) ? draw.due_date : null;
        const repayment = { plannedDay: plannedDay(draw, planned, isBankHoliday), dueDate, isSettled, failedAt };
        return [receiptOf(draw.created_at, storedCents(draw.amount_cents), repayment)];
      }),
      ...credits
        .filter((row) => row.amount_cents > 0n)
        .map((row) => ({ ...receiptOf(row.created_at, storedCents(row.amount_cents)), isCashback: row.cashback_due_date !== null })),
      ...movements
        .filter(({ amount_cents }) => amount_cents < 0)
        .map(({ token, created_at, amount_cents }) => ({ ...receiptOf(created_at, negate(amount_cents)), refunded: refunded.get(token) ?? [] })),
      ...payouts.filter(({ kind }) => kind === 'credit_payout_return').map(({ at, amount_cents }) => receiptOf(at, amount_cents)),
    ],
    deadlineOf: (dueDate) => paymentDeadline(dueDate, isBankHoliday),
    isComplete: (dueDate) => dueDate < firstOpen,
    canBePaidInTime: (dueDate) => canBePaidInTime(dueDate, open),
  };
}

function receiptOf(at: Date, amount_cents: Cents, repayment: Receipt['repayment'] = null): Receipt {
  return { at, amount_cents, repayment };
}

/** Returns a credit that was taken back or paid out as what it is: due at once, and earning nothing. */
function takenBack(since: Date, amount_cents: Cents, receiver: Receiver): DueSince {
  return { due_date: programDay(receiver, since), amount_cents, cashback_basis_points: 0, since };
}
