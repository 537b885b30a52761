import { formatShortDate } from '../basics/dateFormats.ts';
import { type IsoDate, isoDate, startOfDay } from '../basics/dates.ts';
import { add, type Cents, compareAmounts, formatUsd, larger, noMoney, share, smaller, subtract } from '../basics/money.ts';
import type { Due } from './schedule.ts';

/** Cashback: a share of the repayments made in time, credited for each due date. */

/** A settled repayment, or a credit that the receiver did not pay, such as a refund. Above 0. */
export interface Receipt {
  /** For a repayment, the planned day of the debit: late sending and the bank's settlement time are not the receiver's delay. */
  readonly date: IsoDate;
  readonly amount_cents: Cents;
  readonly isRepayment: boolean;
}

export interface EarnedCashback {
  readonly due_date: IsoDate;
  readonly paid_in_time_cents: Cents;
  readonly cashback_cents: Cents;
}

interface CashbackFacts {
  /** Purchases, single or summed by due date. */
  readonly dues: readonly Due[];
  readonly receipts: readonly Receipt[];
  readonly cashbackBasisPoints: number;
  /** The last day on which a due date is paid in time. */
  readonly deadlineOf: (dueDate: IsoDate) => IsoDate;
}

interface Account {
  readonly due_date: IsoDate;
  readonly deadline: IsoDate;
  unpaid: Cents;
  paidInTime: Cents;
  cashback: Cents;
}

/**
 * Returns the cashback that each due date has earned so far, oldest first. Receipts pay the oldest dues first, day by
 * day; repayments earn cashback, other credits do not, and cashback itself pays towards the dues as soon as it is earned.
 * The rate applies to the sum paid in time for a due date, so that paying in parts earns the same.
 */
export function earnedCashback({ dues, receipts, cashbackBasisPoints, deadlineOf }: CashbackFacts): readonly EarnedCashback[] {
  const accounts = accountsOf(dues, deadlineOf);
  for (const receipt of inOrder(receipts)) {
    const paid = payOldest(accounts, receipt.amount_cents);
    if (receipt.isRepayment) creditCashback(accounts, paid, receipt.date, cashbackBasisPoints);
  }
  return accounts.map(({ due_date, paidInTime, cashback }) => ({ due_date, paid_in_time_cents: paidInTime, cashback_cents: cashback }));
}

const cashbackSubject = 'cashback:';

/** Returns the ledger's subject id for the cashback of a due date. */
export function cashbackSubjectId(dueDate: IsoDate): string {
  return `${cashbackSubject}${dueDate}`;
}

/** Returns the due date that a ledger's subject id of cashback names. */
export function cashbackDueDate(subjectId: string): IsoDate {
  return isoDate(subjectId.slice(cashbackSubject.length));
}

interface BookedCashback {
  readonly due_date: IsoDate;
  /** The paid in time now, and what it earns, in cents. */
  readonly paid_in_time_cents: Cents;
  readonly cashback_cents: Cents;
  /** The change that is booked: below 0 for a reversal. */
  readonly change_cents: Cents;
}

/** Explains to the merchant how a credit of cashback was computed, or why it is taken back. */
export function explainCashback({ due_date, paid_in_time_cents, cashback_cents, change_cents }: BookedCashback): string {
  const due = `the payment due on ${formatShortDate(startOfDay(due_date), 'UTC')}`;
  if (change_cents > 0) return `You paid ${formatUsd(paid_in_time_cents)} of ${due} in time, which earns ${formatUsd(cashback_cents)}.`;
  if (paid_in_time_cents === 0) return `Nothing of ${due} counts as paid in time any more, because a repayment came back or a purchase was cancelled.`;
  return `Only ${formatUsd(paid_in_time_cents)} of ${due} still counts as paid in time, because a repayment came back or a purchase was cancelled. That earns ${formatUsd(cashback_cents)}.`;
}

function accountsOf(dues: readonly Due[], deadlineOf: (dueDate: IsoDate) => IsoDate): readonly Account[] {
  const accounts = new Map<IsoDate, Account>();
  for (const { due_date, amount_cents } of dues) {
    const account = accounts.get(due_date) ?? { due_date, deadline: deadlineOf(due_date), unpaid: noMoney, paidInTime: noMoney, cashback: noMoney };
    account.unpaid = add(account.unpaid, amount_cents);
    accounts.set(due_date, account);
  }
  return [...accounts.values()].toSorted((one, other) => (one.due_date < other.due_date ? -1 : 1));
}

/** Sorts receipts by day, on one day those that earn nothing first, then by amount, so that the order of arrival does not matter. */
function inOrder(receipts: readonly Receipt[]): readonly Receipt[] {
  return receipts.toSorted((one, other) => {
    if (one.date !== other.date) return one.date < other.date ? -1 : 1;
    return Number(one.isRepayment) - Number(other.isRepayment) || compareAmounts(one.amount_cents, other.amount_cents);
  });
}

type Paid = readonly { readonly account: Account; readonly amount: Cents }[];

function payOldest(accounts: readonly Account[], amount: Cents): Paid {
  let left = amount;
  return accounts.flatMap((account) => {
    const paid = smaller(left, larger(noMoney, account.unpaid));
    left = subtract(left, paid);
    account.unpaid = subtract(account.unpaid, paid);
    return paid > 0 ? [{ account, amount: paid }] : [];
  });
}

function creditCashback(accounts: readonly Account[], paid: Paid, paidOn: IsoDate, cashbackBasisPoints: number): void {
  let earned = noMoney;
  for (const { account, amount } of paid) {
    if (paidOn > account.deadline) continue;
    account.paidInTime = add(account.paidInTime, amount);
    const cashback = share(account.paidInTime, cashbackBasisPoints);
    earned = add(earned, subtract(cashback, account.cashback));
    account.cashback = cashback;
  }
  payOldest(accounts, earned);
}
