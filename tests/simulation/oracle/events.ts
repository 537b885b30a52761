import { book, settle } from './allocation.ts';
import { type Day, newYorkDay } from './calendar.ts';
import { bookCashback } from './cashback.ts';
import { claimFor } from './claims.ts';
import { orderedDebit } from './debits.ts';
import { giveBack } from './debts.ts';
import { type Debit, firstDue, type Merchant, madeOn, type Order, type Payout, type Purchase } from './facts.ts';
import { consequenceOf } from './returns.ts';

/** What happens to a merchant. Each is told in the order in which it happened, at an instant in milliseconds that nothing else has. */

export function reportPurchase(merchant: Merchant, reported: Omit<Purchase, 'terms' | 'due'>, at: number): void {
  const { token, settled } = reported;
  const terms = merchant.purchases.get(token)?.terms ?? merchant.terms;
  const purchase = { ...reported, terms, due: firstDue(madeOn(reported), terms) };
  merchant.purchases.set(token, purchase);
  giveBack(merchant, purchase);
  book(merchant, 'refund', token, Math.max(0, -settled), newYorkDay(at));
  bookCashback(merchant, at);
}

/** Staff enter a credit, or below zero take one back. */
export function enterRow(merchant: Merchant, amount: number, at: number): void {
  const today = newYorkDay(at);
  merchant.rows.push({ on: today, amount });
  book(merchant, 'row', merchant.rows.length, Math.max(0, amount), today);
  bookCashback(merchant, at);
}

export function orderDebit(merchant: Merchant, order: Order, plannedFor: Day): Debit {
  const debit = orderedDebit(merchant, order, plannedFor);
  merchant.debits.push(debit);
  return debit;
}

export function settleDebit(merchant: Merchant, debit: Debit, at: number): void {
  debit.state = 'settled';
  debit.settledAt = at;
  book(merchant, 'repayment', debit.id, debit.amount, newYorkDay(at));
  bookCashback(merchant, at);
}

/** A debit failed before it settled, or has come back. */
export function failDebit(merchant: Merchant, debit: Debit, { code, at }: { code: string | null; at: number }): void {
  Object.assign(debit, { state: 'failed', code, failedAt: at });
  claimFor(merchant, debit, newYorkDay(at));
  const consequence = consequenceOf(code);
  // Another account may have been linked since.
  if (consequence === 'ask for another bank' && debit.bank === merchant.bank) merchant.hasBank = false;
  if (consequence === 'stop all debits') merchant.mayBeDebited = false;
  bookCashback(merchant, at);
}

/** The merchant links an account where that is asked for, and authorizes debits. */
export function restoreDebits(merchant: Merchant, isPersonal: boolean, today: Day): void {
  if (merchant.hasBank && merchant.mayBeDebited) return;
  if (!merchant.hasBank) Object.assign(merchant, { bank: merchant.bank + 1, isPersonal });
  Object.assign(merchant, { hasBank: true, mayBeDebited: true, authorizedOn: today });
}

export function payOut(merchant: Merchant, amount: number, at: number): Payout {
  const payout: Payout = { on: newYorkDay(at), at, amount, isReturned: false };
  merchant.payouts.push(payout);
  // Cashback is not paid out while there is other credit.
  const cashbackLast = merchant.entries.toSorted((one, other) => Number(one.kind === 'cashback') - Number(other.kind === 'cashback'));
  settle(merchant, payout.on, [], cashbackLast);
  bookCashback(merchant, at);
  return payout;
}

export function returnPayout(merchant: Merchant, payout: Payout, at: number): void {
  if (payout.isReturned) return;
  payout.isReturned = true;
  settle(merchant, newYorkDay(at));
  bookCashback(merchant, at);
}

export function lock(merchant: Merchant, isLocked: boolean, today: Day): void {
  if (merchant.isLocked && !isLocked) merchant.unlockedOn = today;
  merchant.isLocked = isLocked;
}
