import { countDays, type Day, debitDay, isBankDay } from './calendar.ts';
import { reservedOf } from './claims.ts';
import { underway, unpaidUpTo } from './debts.ts';
import { type Debit, type Merchant, sumOf } from './facts.ts';
import { bucketsOn, type Position, positionOf } from './position.ts';

/** Which debits are made on a day. */

/** The most that one debit takes. */
const mostOfOneDebit = 15_000_000;

export interface Order {
  due: Day;
  amount: number;
  /** The failed debit that is presented again. */
  presentsAgain: number | null;
}

const isDebitedByPlan = ({ isLocked, isFraud, hasBank, mayBeDebited }: Merchant): boolean => !isLocked && !isFraud && hasBank && mayBeDebited;

/**
 * Returns the debits that are ordered today: first what is presented again, then one for each due date that has come. It
 * takes what is due by then, is settled, is not under way, and did not fail before.
 * @param position where the merchant stands; of a later day, where it will.
 */
export function debitsOf(merchant: Merchant, today: Day, position: Position = positionOf(merchant)): Order[] {
  if (!isBankDay(today) || !isDebitedByPlan(merchant)) return [];
  const { owed } = position;
  const buckets = bucketsOn(position, today);
  const dues = buckets.map(({ due }) => due).filter((due) => debitDay(due) <= today);
  const reserved = reservedOf(merchant, sumOf(position.cashback.values()));
  const sent = underway(merchant.debits);

  let free = Math.min(unpaidUpTo(buckets, dues.at(-1) ?? 0), owed) - sent - sumOf(reserved.map(({ againOn, amount }) => (againOn === null ? amount : 0)));
  const again = reserved.filter(({ againOn, amount }) => {
    // The same amount or nothing.
    if (againOn === null || againOn > today || amount > free) return false;
    free -= amount;
    return true;
  });
  const orders: Order[] = again.map(({ root, due, amount }) => ({ due, amount, presentsAgain: root.id }));
  let drawable = buckets;
  let mayDrawArrears = mayDrawArrearsOn(today, merchant);
  for (const due of dues) {
    const inArrears = isInArrears(due, merchant);
    if (inArrears && !mayDrawArrears) {
      drawable = drawable.filter((bucket) => bucket.due !== due);
      continue;
    }
    const kept = sumOf(reserved.map((one) => (one.due <= due && !again.includes(one) ? one.amount : 0)));
    const wanted = Math.min(unpaidUpTo(drawable, due), owed) - sent - sumOf(orders.map(({ amount }) => amount)) - kept;
    const amount = Math.min(mostOfOneDebit, wanted);
    if (amount <= 0 || isDebitedOn(today, due, merchant.debits)) continue;
    orders.push({ due, amount, presentsAgain: null });
    if (inArrears) mayDrawArrears = false;
  }
  return orders;
}

/** Due dates that passed while the account was locked are in arrears, until they are debited. */
const isInArrears = (due: Day, { unlockedOn, debits }: Merchant): boolean =>
  unlockedOn !== null && debitDay(due) <= unlockedOn && debits.every((debit) => debit.kind !== 'scheduled' || debit.due !== due || debit.state === 'abandoned');

/** Arrears are announced two banking days ahead like every debit, and collected one due date a day. */
const mayDrawArrearsOn = (today: Day, { unlockedOn, debits }: Merchant): boolean =>
  unlockedOn !== null &&
  countDays(unlockedOn, 2, isBankDay) <= today &&
  !debits.some(({ kind, state, plannedFor, due }) => kind === 'scheduled' && state !== 'abandoned' && plannedFor === today && debitDay(due) <= unlockedOn);

/** A due date is debited once a day, whatever settles meanwhile. */
const isDebitedOn = (day: Day, due: Day, debits: readonly Debit[]): boolean =>
  debits.some(
    (debit) => debit.kind === 'scheduled' && debit.due === due && debit.plannedFor === day && debit.presentsAgain === null && debit.state !== 'abandoned',
  );

/** Returns what the merchant pays who pays now: everything settled, or the first that is due; what is under way counts as paid. */
export function payNowAmountOf(merchant: Merchant, pay: 'all' | 'next_due', today: Day): number {
  const position = positionOf(merchant);
  const { owed } = position;
  const sent = underway(merchant.debits);
  const payable = Math.min(mostOfOneDebit, Math.max(0, owed - sent));
  if (pay === 'all') return payable;
  let covered = sent;
  for (const { amount } of bucketsOn(position, today)) {
    if (amount > covered) return Math.min(payable, amount - covered);
    covered -= amount;
  }
  return 0;
}
