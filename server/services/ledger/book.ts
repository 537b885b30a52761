import type { Transaction } from '../../db/database.ts';
import { hasUnallocatedCredit, refundablePurchases, storeRefundedPurchases } from '../../db/queries/allocations.ts';
import { addLedgerTransfers, transfersOfSubject } from '../../db/queries/ledger.ts';
import type { Draw } from '../../db/rows.ts';
import { type IsoDate, utcDate } from '../../domain/basics/dates.ts';
import { larger, negate, noMoney } from '../../domain/basics/money.ts';
import { isCounted } from '../../domain/card/card.ts';
import {
  type CardTransactionSubject,
  isFailedPayout,
  isSettledTransfer,
  type LedgerSubject,
  type LedgerTransfer,
  ledgerBalances,
  type ManualSubject,
  missingTransfers,
  outstanding,
  type PayoutSubject,
  type RepaymentSubject,
} from '../../domain/ledger/ledger.ts';
import { oldestFirst, payingOrder } from '../../domain/repayment/allocation.ts';
import { isFailedDraw } from '../../domain/repayment/draw.ts';
import { refundedParts } from '../../domain/repayment/refundedPurchases.ts';
import { type Allocating, allocate, type Owner, onlyDues } from './allocate.ts';
import { type CashbackDeps, creditCashback } from './creditCashback.ts';

/**
 * Updates the books to the present state of one object: books the difference between what its state requires and what was booked for it
 * so far, applies it to the dues, and credits the cashback that follows. The receiver's row must be held. Returns the new bookings; empty
 * when the books were right.
 */
async function book(deps: CashbackDeps, transaction: Transaction, owner: Owner, subject: LedgerSubject, allocating: Allocating) {
  const missing = await bookTransfers(transaction, owner, subject);
  if (missing.length === 0 && allocating.failed === null) return missing;
  await allocate(deps, transaction, owner, allocating);
  await creditCashback(deps, transaction, owner);
  return missing;
}

async function bookTransfers(transaction: Transaction, { scope }: Owner, subject: LedgerSubject): Promise<readonly LedgerTransfer[]> {
  const missing = missingTransfers(subject, await transfersOfSubject(transaction, scope, subject.subject_id));
  await addLedgerTransfers(transaction, scope, missing);
  return missing;
}

/** Books a card transaction in its present state: a purchase is due, or no longer; a refund that has settled pays its own purchase first. */
export async function bookCardTransaction(deps: CashbackDeps, transaction: Transaction, owner: Owner, subject: CardTransactionSubject) {
  const { settled_cents, pending_cents } = subject;
  const isPurchase = settled_cents > 0 || pending_cents > 0;
  if (!isPurchase) return book(deps, transaction, owner, subject, { ...onlyDues, entry: await refundEntry(transaction, owner, subject) });
  const booked = await bookTransfers(transaction, owner, subject);
  const change = outstanding(ledgerBalances(booked));
  // A due that arises, or is only settled, changes nothing that was paid, unless there is a credit that it takes.
  if (change === 0 || (change > 0 && !(await hasUnallocatedCredit(transaction, owner.scope)))) return booked;
  await allocate(deps, transaction, owner, onlyDues);
  await creditCashback(deps, transaction, owner);
  return booked;
}

/** Stores what a refund gives back of which purchases, and returns it as an entry that pays these first. */
async function refundEntry(transaction: Transaction, { scope }: Owner, subject: CardTransactionSubject): Promise<Allocating['entry']> {
  const { subject_id: token } = subject;
  const amount_cents = isCounted(subject) ? larger(noMoney, negate(subject.settled_cents)) : noMoney;
  const parts = amount_cents === 0 ? [] : refundedParts(amount_cents, await refundablePurchases(transaction, scope, token));
  await storeRefundedPurchases(transaction, scope, token, parts);
  return { entry_id: token, source: 'refund', counts_on: null, amount_cents, order: { first: 'dues', dues: parts } };
}

/**
 * Books a debit in its present state. One that failed or came back takes back what it paid, and holds the account until its amount is
 * paid; the debit that repeats a failed amount belongs to the first one.
 */
export function bookRepayment(deps: CashbackDeps, transaction: Transaction, owner: Owner, draw: Draw, subject: RepaymentSubject) {
  const { id, kind, retry_of } = draw;
  const due_date = utcDate(draw.due_date);
  const amount_cents = isSettledTransfer(subject.status) ? subject.amount_cents : noMoney;
  const order = payingOrder({ kind, due_date, retry_of, pays_first: storedDues(draw.pays_first) });
  return book(deps, transaction, owner, subject, {
    entry: { entry_id: id, source: 'repayment', counts_on: utcDate(draw.counts_on ?? draw.debit_date), amount_cents, order },
    failed: isFailedDraw(subject) ? { draw_id: retry_of ?? id, amount_cents: subject.amount_cents, order, dues: null } : null,
    keepsCashback: false,
  });
}

/** The column holds only what was written for a payment. */
const storedDues = (stored: unknown) => stored as readonly { due_date: IsoDate; cashback_basis_points: number }[];

/** Books a row of staff: a credit pays the oldest due, and one that is taken back is due itself. */
export function bookManualRow(deps: CashbackDeps, transaction: Transaction, owner: Owner, subject: ManualSubject) {
  const { subject_id: entry_id, amount_cents } = subject;
  const entry = { entry_id, source: 'credit' as const, counts_on: null, amount_cents: larger(noMoney, amount_cents), order: oldestFirst };
  return book(deps, transaction, owner, subject, { ...onlyDues, entry });
}

/** Books a payout in its present state: its amount is out of the credit, or back in it when the payout failed. Cashback is paid out last. */
export function bookPayout(deps: CashbackDeps, transaction: Transaction, owner: Owner, subject: PayoutSubject) {
  return book(deps, transaction, owner, subject, { ...onlyDues, keepsCashback: !isFailedPayout(subject) });
}
