import { type Day, debitDay, newYorkDay, utcDay } from './calendar.ts';
import { amountOf, dueDay, partsOf, wednesdayAfter } from './debts.ts';
import { type Debit, type Merchant, type Purchase, sumOf } from './facts.ts';

/** Cashback by the agreement: a share of what the merchant repaid in time, one net entry for each due date. */

interface Open {
  due: Day;
  rate: number;
  /** A credit that was paid out: cashback is not paid out. */
  isWithdrawn: boolean;
  /** Its payments, the newest last. */
  entries: Entry[];
  unpaid: number;
  inTime: number;
  onItsWay: number;
}

interface Entry {
  payment: Payment;
  open: Open;
  amount: number;
}

/** The part of one purchase that a refund gives back. */
interface GivenBack {
  purchase: Purchase;
  amount: number;
}

interface Payment {
  at: number;
  amount: number;
  /** Null for a credit, which earns nothing. */
  debit: Debit | null;
  isCashback: boolean;
  givesBack: GivenBack[];
  left: number;
  paid: Entry[];
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

/** Returns what each refund gives back: every card here is one, at one merchant, so the purchases made last before it. */
function givenBackBy(purchases: readonly Purchase[]): Map<Purchase, GivenBack[]> {
  const inOrder = purchases.toSorted(
    (one, other) => one.madeAt - other.madeAt || Number(amountOf(one) < 0) - Number(amountOf(other) < 0) || (one.token < other.token ? -1 : 1),
  );
  const kept: GivenBack[] = [];
  const given = new Map<Purchase, GivenBack[]>();
  for (const one of inOrder) {
    if (amountOf(one) > 0) kept.push({ purchase: one, amount: amountOf(one) });
    let refund = Math.max(0, -amountOf(one));
    while (refund > 0 && kept.length > 0) {
      const last = kept[kept.length - 1] as GivenBack;
      const amount = Math.min(refund, last.amount);
      given.set(one, [...(given.get(one) ?? []), { purchase: last.purchase, amount }]);
      refund -= amount;
      last.amount -= amount;
      if (last.amount === 0) kept.pop();
    }
  }
  return given;
}

function paymentsOf({ purchases, rows, debits, cashback, payouts }: Merchant): Payment[] {
  const payment = (at: number, amount: number, different: Partial<Payment> = {}): Payment => {
    return { at, amount, debit: null, isCashback: false, givesBack: [], left: 0, paid: [], ...different };
  };
  const all = [...purchases.values()];
  const given = givenBackBy(all);
  const payments = [
    ...all.filter((one) => amountOf(one) < 0).map((one) => payment(one.madeAt, -amountOf(one), { givesBack: given.get(one) ?? [] })),
    ...rows.filter(({ amount }) => amount > 0).map(({ at, amount }) => payment(at, amount)),
    ...cashback.filter(({ amount }) => amount > 0).map(({ at, amount }) => payment(at, amount, { isCashback: true })),
    ...payouts.flatMap(({ amount, returnedAt }) => (returnedAt === null ? [] : [payment(returnedAt, amount)])),
    ...debits.filter(({ state }) => state !== 'abandoned').map((debit) => payment(debit.at, debit.amount, { debit })),
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
    if (amount === 0 || (open.isWithdrawn && payment.isCashback)) continue;
    payment.left -= amount;
    open.unpaid -= amount;
    const entry = { payment, open, amount };
    payment.paid.push(entry);
    open.entries.push(entry);
  }
}

/** The days on which a purchase is due, the last first. */
function dueDaysOf({ terms, madeAt, due }: Purchase): Day[] {
  if (terms.plan === 'net_terms') return [due];
  const weeks = Math.max(1, Math.ceil(terms.netTerms / 7));
  const first = wednesdayAfter(utcDay(madeAt));
  return Array.from({ length: weeks }, (_, week) => first + 7 * (weeks - 1 - week));
}

/** A refund ends what was paid of its purchases, and so sets that money free: credits first, then what was paid last. Returns it. */
function giveBack(opens: readonly Open[], refund: Payment, made: ReadonlySet<Payment>): Payment[] {
  const free: Payment[] = [];
  for (const given of refund.givesBack) {
    const rate = given.purchase.isCash ? 0 : given.purchase.terms.cashbackRate;
    for (const due of dueDaysOf(given.purchase)) {
      const entries = opens.filter((open) => open.due === due && open.rate === rate && !open.isWithdrawn).flatMap((open) => open.entries);
      const newestFirst = entries.filter(({ payment }) => payment !== refund && made.has(payment)).reverse();
      const [credits, debits] = [newestFirst.filter(({ payment }) => !payment.debit), newestFirst.filter(({ payment }) => payment.debit)];
      for (const entry of [...credits, ...debits]) {
        const amount = Math.min(entry.amount, given.amount, refund.left);
        if (amount === 0) continue;
        entry.amount -= amount;
        given.amount -= amount;
        refund.left -= amount;
        entry.payment.left += amount;
        free.push(entry.payment);
      }
    }
  }
  return free;
}

function fall(open: Open, amount: number): void {
  open.unpaid += amount;
}

/** Lets everything happen again in order: a payment pays what was unpaid when it was made, and keeps to it. */
function replay(merchant: Merchant): { opens: Open[]; made: ReadonlySet<Payment> } {
  const takenBack = [...merchant.rows, ...merchant.cashback].filter(({ amount }) => amount < 0);
  // A credit that left can no longer pay a purchase.
  const dues = [
    ...partsOf(merchant).map(({ due, rate, amount, madeOn }) => ({ due, rate, amount, at: madeOn * 86_400_000, isWithdrawn: false })),
    ...takenBack.map(({ at, amount }) => ({ due: newYorkDay(at), rate: 0, amount: -amount, at, isWithdrawn: false })),
    ...merchant.payouts.map(({ at, amount }) => ({ due: newYorkDay(at), rate: 0, amount, at, isWithdrawn: true })),
  ].sort((one, other) => one.due - other.due || other.rate - one.rate || Number(one.isWithdrawn) - Number(other.isWithdrawn));
  const opens: Open[] = [];
  const happenings: Happening[] = [];
  for (const { due, rate, amount, at, isWithdrawn } of dues) {
    const last = opens.at(-1);
    const isSame = last?.due === due && last.rate === rate && last.isWithdrawn === isWithdrawn;
    const open: Open = isSame ? last : { due, rate, isWithdrawn, entries: [], unpaid: 0, inTime: 0, onItsWay: 0 };
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
      for (const free of giveBack(opens, payment, made)) unused.add(free);
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
  return { opens, made };
}

/** Returns the cashback that has paid nothing. Taken back, it may have been taken from another credit. */
export function unusedCashback(merchant: Merchant): number {
  const left = sumOf([...replay(merchant).made].map((payment) => (payment.isCashback ? payment.left : 0)));
  return Math.max(0, Math.min(left, sumOf(merchant.cashback.map(({ amount }) => amount))));
}

/** Returns the first day on which anything bought at an instant would be due. */
const firstDueOf = ({ terms }: Merchant, at: number): Day => (terms.plan === 'fixed_pay' ? wednesdayAfter(utcDay(at)) : dueDay(utcDay(at), terms));

/**
 * Enters the cashback of each due date for which it is final: nothing more can be bought that is due then, no payment in
 * time is under way, and all of it is paid or nothing more can be paid in time. Later only what changes is entered. What a payment
 * that came back or a refund takes is entered at once.
 */
export function creditCashback(merchant: Merchant, at: number): void {
  if (merchant.debits.length === 0 && merchant.cashback.length === 0) return;
  const { opens } = replay(merchant);
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
    const earned = own.reduce((sum, { inTime, rate }) => sum + Math.floor((inTime * rate) / 10_000), 0);
    const entered = merchant.cashback.reduce((sum, entry) => (entry.due === due ? sum + entry.amount : sum), 0);
    // Lost cashback goes at once; earned cashback comes once it is final.
    if (isFinal ? earned !== entered : earned < entered) merchant.cashback.push({ at, due, amount: earned - entered });
  }
  merchant.changes += 1;
}
