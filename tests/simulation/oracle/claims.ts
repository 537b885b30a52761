import { book, inOrder, type Slot, settle, slotsOf } from './allocation.ts';
import { countDays, type Day, isBankDay, newYorkDay } from './calendar.ts';
import { keyOf } from './debts.ts';
import { type Debit, type Merchant, type Order, sumOf } from './facts.ts';
import { consequenceOf } from './returns.ts';

/** Amounts whose debit failed. Such an amount is its own: no other debit carries it. */

/** An amount is presented once more at most, and never more than 180 days after the first time. */
const daysToPresentAgain = 180;

export const openAmountOf = (failed: number, slots: readonly Slot[]): number => sumOf(slots.map((slot) => (slot.failed === failed ? slot.open : 0)));

export const failedDebits = ({ debits }: Merchant): Debit[] => debits.filter(({ state, collects }) => state === 'failed' && collects === null);

/**
 * Takes back what a debit that failed has paid. Its amount is then what is open of that; of one that never paid, of what it would pay now.
 * Cashback pays nothing of it before: its own goes with it.
 */
export function claimFor(merchant: Merchant, debit: Debit, today: Day): void {
  const had = new Set(merchant.parts.filter(({ entry }) => entry.kind === 'repayment' && entry.of === debit.id).map(keyOf));
  book(merchant, 'repayment', debit.id, 0, today, ({ kind }) => kind !== 'cashback');
  const failed = debit.collects ?? debit.id;
  const slots = slotsOf(merchant);
  const meant = had.size > 0 ? slots.filter((slot) => had.has(keyOf(slot))) : inOrder(merchant, { kind: 'repayment', of: debit.id }, slots);
  let left = debit.amount - openAmountOf(failed, slots);
  for (const slot of meant) {
    const cents = slot.failed === null ? Math.max(0, Math.min(left, slot.open)) : 0;
    if (cents === 0) continue;
    slot.open -= cents;
    left -= cents;
    const claim = merchant.claims.find((one) => one.failed === failed && keyOf(one) === keyOf(slot));
    if (claim) claim.cents += cents;
    else merchant.claims.push({ failed, due: slot.due, rate: slot.rate, cents });
  }
  settle(merchant, today);
}

/** Tells whether a debit failed and its amount is unpaid. A payment on its way has not paid yet. */
export const hasUnpaidDebit = (merchant: Merchant): boolean => slotsOf(merchant).some(({ failed, open }) => failed !== null && open > 0);

/**
 * Returns the debit that collects a failed amount today: the same once more, or when a part was paid a new one of what is left. It is
 * announced two days of open banks ahead. While a payment of it is on its way there is none.
 * @param expected what will be left when all that is on its way has arrived.
 */
export function collectionOf(merchant: Merchant, { id, kind, due, plannedFor, amount, code, failedAt }: Debit, expected: number, today: Day): Order | null {
  const isOver = consequenceOf(code) !== 'present again' || today - plannedFor > daysToPresentAgain;
  if (isOver || merchant.debits.some(({ collects, state }) => collects === id && state !== 'abandoned')) return null;
  const left = openAmountOf(id, slotsOf(merchant));
  if (left === 0 || left !== expected) return null;
  const isRetry = left === amount;
  const paidOn = isRetry ? 0 : (merchant.lastPaid.get(id) ?? 0);
  if (countDays(Math.max(newYorkDay(failedAt ?? 0), paidOn), 2, isBankDay) > today) return null;
  return { kind, due, amount: left, chosen: null, collects: id, isRetry };
}
