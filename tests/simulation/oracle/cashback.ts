import { type Day, debitDay, newYorkDay, utcDay } from './calendar.ts';
import { dueDay, partsOf, wednesdayAfter } from './debts.ts';
import type { Debit, Merchant } from './facts.ts';

/** Cashback by the agreement: a share of what the merchant repaid in time, one net entry for each due date. */

interface Open {
  due: Day;
  rate: number;
  unpaid: number;
  inTime: number;
  onItsWay: number;
}

interface Payment {
  at: number;
  amount: number;
  /** Null for a credit, which earns nothing. */
  debit: Debit | null;
  left: number;
  paid: { open: Open; amount: number }[];
}

interface Happening {
  at: number;
  /** Of one instant: what becomes due, then what fails, then what is paid. */
  order: number;
  happen: () => void;
}

/** Returns the days on which debits failed that made a due date late. */
function failuresFor(due: Day, debits: readonly Debit[]): Day[] {
  const deadline = debitDay(due);
  return debits.flatMap(({ kind, due: own, plannedFor, failedOn }) => {
    if (failedOn === null) return [];
    const isForIt = kind === 'scheduled' ? own === due : plannedFor <= deadline && deadline <= failedOn;
    return isForIt ? [failedOn] : [];
  });
}

/** A scheduled debit counts by the day it was planned for, however late we send it; what is presented after a failure is late. */
function countedDay({ kind, due, plannedFor }: Debit, debits: readonly Debit[]): Day {
  const isLate = failuresFor(due, debits).some((day) => day <= plannedFor);
  return kind === 'pay_now' || isLate ? plannedFor : debitDay(due);
}

function paymentsOf({ purchases, rows, debits, cashback, payouts }: Merchant): Payment[] {
  const credit = (at: number, amount: number): Payment => ({ at, amount, debit: null, left: 0, paid: [] });
  const refunds = [...purchases.values()].filter(({ held, settled }) => held + settled < 0);
  const payments = [
    ...refunds.map(({ madeAt, held, settled }) => credit(madeAt, -held - settled)),
    ...[...rows, ...cashback].filter(({ amount }) => amount > 0).map(({ at, amount }) => credit(at, amount)),
    ...payouts.flatMap(({ amount, returnedAt }) => (returnedAt === null ? [] : [credit(returnedAt, amount)])),
    ...debits.filter(({ state }) => state !== 'abandoned').map((debit): Payment => ({ at: debit.at, amount: debit.amount, debit, left: 0, paid: [] })),
  ];
  const dueOf = ({ debit }: Payment) => (debit?.kind === 'scheduled' ? debit.due : Number.NEGATIVE_INFINITY);
  return payments.sort((one, other) => {
    if (one.at !== other.at) return one.at - other.at;
    if ((one.debit === null) !== (other.debit === null)) return one.debit === null ? -1 : 1;
    if (dueOf(one) !== dueOf(other)) return dueOf(one) - dueOf(other);
    return one.amount - other.amount;
  });
}

/** Pays the due date that a scheduled debit is for, then the oldest. */
function pay(opens: readonly Open[], payment: Payment): void {
  const own = payment.debit?.kind === 'scheduled' ? payment.debit.due : null;
  for (const open of [...(own === null ? [] : opens.filter(({ due }) => due === own)), ...opens]) {
    if (payment.left === 0) return;
    const amount = Math.min(payment.left, open.unpaid);
    if (amount === 0) continue;
    payment.left -= amount;
    open.unpaid -= amount;
    payment.paid.push({ open, amount });
  }
}

function fall(open: Open, amount: number): void {
  open.unpaid += amount;
}

/** Lets everything happen again in order: a payment pays what was unpaid when it was made, and keeps to it. */
function replay(merchant: Merchant): Open[] {
  const takenBack = [...merchant.rows, ...merchant.cashback].filter(({ amount }) => amount < 0);
  // A credit that left can no longer pay a purchase.
  const left = [...takenBack.map(({ at, amount }) => ({ at, amount: -amount })), ...merchant.payouts];
  const dues = [
    ...partsOf(merchant).map(({ due, rate, amount, madeOn }) => ({ due, rate, amount, at: madeOn * 86_400_000 })),
    ...left.map(({ at, amount }) => ({ due: newYorkDay(at), rate: 0, amount, at })),
  ].sort((one, other) => one.due - other.due || other.rate - one.rate);
  const opens: Open[] = [];
  const happenings: Happening[] = [];
  for (const { due, rate, amount, at } of dues) {
    const last = opens.at(-1);
    const open = last?.due === due && last.rate === rate ? last : { due, rate, unpaid: 0, inTime: 0, onItsWay: 0 };
    if (open !== last) opens.push(open);
    happenings.push({ at, order: 0, happen: () => fall(open, amount) });
  }
  const made = new Set<Payment>();
  const unused = new Set<Payment>();
  for (const payment of paymentsOf(merchant)) {
    const { at, amount, debit } = payment;
    const make = () => {
      payment.left = amount;
      made.add(payment);
      unused.add(payment);
    };
    happenings.push({ at, order: 2, happen: make });
    const failedAt = debit?.state === 'failed' ? debit.failedAt : null;
    if (failedAt === null) continue;
    const putBack = () => {
      made.delete(payment);
      unused.delete(payment);
      for (const { open, amount: back } of payment.paid) open.unpaid += back;
    };
    happenings.push({ at: failedAt, order: failedAt > at ? 1 : 3, happen: putBack });
  }
  for (const { happen } of happenings.sort((one, other) => one.at - other.at || one.order - other.order)) {
    happen();
    for (const payment of unused) {
      pay(opens, payment);
      if (payment.left === 0) unused.delete(payment);
    }
  }
  for (const { debit, paid } of made) {
    for (const { open, amount } of paid) {
      if (debit === null || countedDay(debit, merchant.debits) > debitDay(open.due)) continue;
      if (debit.state === 'settled') open.inTime += amount;
      else open.onItsWay += amount;
    }
  }
  return opens;
}

/** Returns the first day on which anything bought at an instant would be due. */
const firstDueOf = ({ terms }: Merchant, at: number): Day => (terms.plan === 'fixed_pay' ? wednesdayAfter(utcDay(at)) : dueDay(utcDay(at), terms));

/**
 * Enters the cashback of each due date for which it is final: nothing more can be bought that is due then, no payment in
 * time is under way, and all of it is paid or nothing more can be paid in time. Later only what changes is entered.
 */
export function creditCashback(merchant: Merchant, at: number): void {
  if (merchant.debits.length === 0 && merchant.cashback.length === 0) return;
  const opens = replay(merchant);
  const today = newYorkDay(at);
  const isDrawn = !merchant.isLocked && !merchant.isFraud && merchant.hasBank && merchant.mayBeDebited;
  const firstDue = firstDueOf(merchant, at);
  const canBeInTime = (due: Day) => today <= debitDay(due) || (isDrawn && failuresFor(due, merchant.debits).length === 0);
  const dueDays = new Set(opens.map(({ due }) => due));
  const gone = merchant.cashback.map(({ due }) => due).filter((due) => !dueDays.has(due));
  for (const due of new Set([...dueDays, ...gone])) {
    const own = opens.filter((open) => open.due === due);
    const isPaid = own.every(({ unpaid }) => unpaid === 0);
    const isFinal = own.length === 0 || (due < firstDue && own.every(({ onItsWay }) => onItsWay === 0) && (isPaid || !canBeInTime(due)));
    if (!isFinal) continue;
    const earned = own.reduce((sum, { inTime, rate }) => sum + Math.floor((inTime * rate) / 10_000), 0);
    const entered = merchant.cashback.reduce((sum, entry) => (entry.due === due ? sum + entry.amount : sum), 0);
    if (earned !== entered) merchant.cashback.push({ at, due, amount: earned - entered });
  }
  merchant.changes += 1;
}
