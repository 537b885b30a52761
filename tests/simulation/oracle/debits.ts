import { slotsOf, withUnderway } from './allocation.ts';
import { countDays, type Day, debitDay, isBankDay, newYorkDay } from './calendar.ts';
import { collectionOf, failedDebits, openAmountOf } from './claims.ts';
import { type Debit, type Merchant, type Order, sumOf, underwayOf } from './facts.ts';
import { outstandingOf, owedBy } from './position.ts';

/** Which debits are made on a day, and by which day each counts. */

/** The most that one debit takes. */
const mostOfOneDebit = 15_000_000;

const isDebitedByPlan = ({ isLocked, isFraud, hasBank, mayBeDebited }: Merchant): boolean => !isLocked && !isFraud && hasBank && mayBeDebited;

const isForDue = ({ kind, collects, state }: Debit): boolean => kind === 'scheduled' && collects === null && state !== 'abandoned';

/**
 * Returns the debits that are ordered today: what collects failed amounts, and one for each due date that has come. It takes what is
 * due then, is settled, is not under way, and did not fail before.
 * @param willSettle whether what is held on the card counts as settled.
 */
export function debitsOf(merchant: Merchant, today: Day, willSettle = false): Order[] {
  if (!isBankDay(today) || !isDebitedByPlan(merchant)) return [];
  const slots = slotsOf(withUnderway(merchant, today));
  const orders: Order[] = [];
  let settled = (willSettle ? outstandingOf(merchant) : owedBy(merchant)) - sumOf(underwayOf(merchant).map(({ amount }) => amount));
  for (const failed of failedDebits(merchant)) {
    const left = openAmountOf(failed.id, slots);
    const collection = left <= settled ? collectionOf(merchant, failed, left, today) : null;
    if (collection) orders.push(collection);
    settled -= left;
  }
  let mayDrawArrears = mayDrawArrearsOn(today, merchant);
  for (const due of new Set(slots.map((slot) => slot.due))) {
    const open = sumOf(slots.map((slot) => (slot.due === due && slot.failed === null ? slot.open : 0)));
    const amount = Math.min(mostOfOneDebit, open, settled);
    // A due date is debited once a day, whatever settles meanwhile.
    const isDebited = merchant.debits.some((debit) => isForDue(debit) && debit.due === due && debit.plannedFor === today);
    const inArrears = isInArrears(due, merchant);
    if (debitDay(due) > today || amount <= 0 || isDebited || (inArrears && !mayDrawArrears)) continue;
    orders.push({ kind: 'scheduled', due, amount, chosen: null, collects: null, isRetry: false });
    settled -= amount;
    if (inArrears) mayDrawArrears = false;
  }
  return orders;
}

/** Due dates that passed while the account was locked are in arrears, until they are debited. */
const isInArrears = (due: Day, { unlockedOn, debits }: Merchant): boolean =>
  unlockedOn !== null && debitDay(due) <= unlockedOn && !debits.some((debit) => isForDue(debit) && debit.due === due);

/** Arrears are announced two banking days ahead like every debit, and collected one due date a day. */
const mayDrawArrearsOn = (today: Day, { unlockedOn, debits }: Merchant): boolean =>
  unlockedOn !== null &&
  countDays(unlockedOn, 2, isBankDay) <= today &&
  !debits.some((debit) => isForDue(debit) && debit.plannedFor === today && debitDay(debit.due) <= unlockedOn);

/** Returns what the merchant pays who pays now: everything settled, or the first that is due; what is under way counts as paid. */
export function payNowAmountOf(merchant: Merchant, pay: 'all' | 'next_due', today: Day): number {
  const payable = Math.min(mostOfOneDebit, Math.max(0, owedBy(merchant) - sumOf(underwayOf(merchant).map(({ amount }) => amount))));
  if (pay === 'all') return payable;
  const open = slotsOf(withUnderway(merchant, today)).filter((slot) => slot.open > 0);
  return Math.min(payable, sumOf(open.map((slot) => (slot.due === open[0]?.due ? slot.open : 0))));
}

/** Tells whether a debit has failed by a day that makes a due date late: one for it, or a payment that was asked for in time. */
export function hasFailedFor(due: Day, { debits }: Merchant): boolean {
  const deadline = debitDay(due);
  return debits.some((debit) => {
    if (debit.failedAt === null || debit.collects !== null) return false;
    return debit.kind === 'scheduled' ? debit.due === due : debit.plannedFor <= deadline && deadline <= newYorkDay(debit.failedAt);
  });
}

/** Returns a debit that is ordered. One for a due date counts by that, however late we send it, unless the merchant is the reason. */
export function orderedDebit(merchant: Merchant, order: Order, plannedFor: Day): Debit {
  const deadline = debitDay(order.due);
  const isOurDelay = order.kind === 'scheduled' && order.collects === null && !hasFailedFor(order.due, merchant) && merchant.authorizedOn <= deadline;
  return {
    ...order,
    id: merchant.debits.length + 1,
    plannedFor,
    countsOn: isOurDelay ? deadline : plannedFor,
    bank: merchant.bank,
    isPersonal: merchant.isPersonal,
    state: 'underway',
    settledAt: null,
    failedAt: null,
    code: null,
    availableOn: null,
    returnableUntil: null,
  };
}
