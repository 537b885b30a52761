import { type Day, debitDay } from './calendar.ts';
import { type Due, duesOf, duesOfRefund, keyOf } from './debts.ts';
import { type Debit, type Entry, type Merchant, type Part, underwayOf } from './facts.ts';

/** What pays what: whatever pays is divided among the dues when it is booked, once, and keeps to them. */

/** What can be paid of the dues of a day with a rate: the amount of a failed debit, or what belongs to none. */
export interface Slot {
  due: Day;
  rate: number;
  failed: number | null;
  open: number;
}

export const debitOf = ({ debits }: Pick<Merchant, 'debits'>, id: Entry['of']): Debit => debits[Number(id) - 1] as Debit;

/** Returns everything that is due, the oldest first; of a day what failed, that of the first debit first, and then the highest rate. */
export function slotsOf(merchant: Merchant): Slot[] {
  const slots = new Map<string, Slot>();
  const add = ({ due, rate }: Pick<Due, 'due' | 'rate'>, failed: number | null, cents: number): void => {
    const name = `${due} ${rate} ${failed}`;
    const slot = slots.get(name);
    if (slot) slot.open += cents;
    else slots.set(name, { due, rate, failed, open: cents });
  };
  for (const due of duesOf(merchant)) add(due, null, due.amount);
  for (const claim of merchant.claims) {
    add(claim, null, -claim.cents);
    add(claim, claim.failed, claim.cents);
  }
  for (const part of merchant.parts) add(part, part.failed, -part.cents);
  return [...slots.values()].sort((one, other) => {
    if (one.due !== other.due) return one.due - other.due;
    if (one.failed !== other.failed) return (one.failed ?? Number.POSITIVE_INFINITY) - (other.failed ?? Number.POSITIVE_INFINITY);
    return other.rate - one.rate;
  });
}

/** Returns the slots in the order in which an entry pays them. One that is named twice is paid when it comes first. */
export function inOrder(merchant: Merchant, { kind, of }: Pick<Entry, 'kind' | 'of'>, slots: readonly Slot[]): readonly Slot[] {
  if (kind === 'row') return slots;
  if (kind === 'refund') return [...duesOfRefund(merchant, String(of)).flatMap((key) => slots.filter((slot) => keyOf(slot) === key)), ...slots];
  const failed = slots.filter((slot) => slot.failed !== null);
  const free = slots.filter((slot) => slot.failed === null);
  if (kind === 'cashback') return [...free, ...failed];
  const debit = debitOf(merchant, of);
  if (debit.collects !== null) return [...failed.filter((slot) => slot.failed === debit.collects), ...slots];
  // Of what the merchant chose, the dues with the highest rate first.
  const chosen = slots.filter((slot) => slot.due === debit.chosen).sort((one, other) => other.rate - one.rate);
  if (debit.kind === 'pay_now') return [...chosen, ...slots];
  return [...free.filter((slot) => slot.due === debit.due), ...free, ...failed];
}

/** Takes cents back of the newest parts that are meant; they are credit of their entries again. */
function takeBack(merchant: Merchant, amount: number, isMeant: (part: Part) => boolean): void {
  let left = amount;
  for (const part of merchant.parts.filter(isMeant).reverse()) {
    const cents = Math.min(left, part.cents);
    left -= cents;
    part.cents -= cents;
    part.entry.credit += cents;
  }
  merchant.parts = merchant.parts.filter(({ cents }) => cents > 0);
}

/** Ends the claims of failed debits on a due, up to an amount and what of them is open. */
function endClaims(merchant: Merchant, key: string, amount: number): void {
  let left = amount;
  for (const { due, rate, failed, open } of slotsOf(merchant)) {
    const claim = merchant.claims.find((one) => one.failed === failed && keyOf(one) === key);
    if (!claim || keyOf({ due, rate }) !== key) continue;
    const cents = Math.min(left, open);
    left -= cents;
    claim.cents -= cents;
  }
  merchant.claims = merchant.claims.filter(({ cents }) => cents > 0);
}

/** Where less is due than was paid and claimed, claims end first, and then what was paid is taken back. */
function shrink(merchant: Merchant): void {
  for (const { due, rate, open } of slotsOf(merchant)) {
    if (open >= 0) continue;
    const key = keyOf({ due, rate });
    endClaims(merchant, key, -open);
    const excess = -Math.min(0, slotsOf(merchant).find((slot) => slot.failed === null && keyOf(slot) === key)?.open ?? 0);
    takeBack(merchant, excess, (part) => keyOf(part) === key);
    // What was paid of a claim and is due no more.
    if (excess > 0) endClaims(merchant, key, excess);
  }
}

/** Records that an entry pays a slot, from its credit. */
function pay(merchant: Merchant, entry: Entry, { due, rate, failed }: Slot, cents: number, today: Day): void {
  entry.credit -= cents;
  const isInTime = entry.kind === 'repayment' && debitOf(merchant, entry.of).countsOn <= debitDay(due);
  // What an entry pays of a due counts from its last payment.
  const before = merchant.parts.find((part) => part.entry === entry && part.failed === failed && keyOf(part) === keyOf({ due, rate }));
  merchant.parts = merchant.parts.filter((part) => part !== before);
  merchant.parts.push({ entry, due, rate, cents: cents + (before?.cents ?? 0), isInTime, failed });
  if (failed !== null) merchant.lastPaid.set(failed, today);
}

/** What is left of a refund pays instead of cashback what that had paid of its purchases, so that no cashback is paid out. */
function payInsteadOfCashback(merchant: Merchant, refund: Entry, today: Day): void {
  for (const key of duesOfRefund(merchant, String(refund.of))) {
    for (const part of merchant.parts.filter(({ entry, ...paid }) => entry.kind === 'cashback' && keyOf(paid) === key).reverse()) {
      const cents = Math.min(refund.credit, part.cents);
      if (cents === 0) continue;
      part.cents -= cents;
      part.entry.credit += cents;
      pay(merchant, refund, { ...part, open: cents }, cents, today);
    }
    merchant.parts = merchant.parts.filter(({ cents }) => cents > 0);
  }
}

/** Lets credit pay what is open, that of the oldest entry first. What is not booked now pays the oldest due, and cashback what is free. */
export function settle(merchant: Merchant, today: Day, paying: readonly Entry[] = [], entries: readonly Entry[] = merchant.entries): void {
  shrink(merchant);
  const slots = slotsOf(merchant);
  for (const entry of entries) {
    if (entry.credit === 0) continue;
    for (const slot of paying.includes(entry) || entry.kind === 'cashback' ? inOrder(merchant, entry, slots) : slots) {
      const cents = Math.min(slot.open, entry.credit);
      if (cents === 0) continue;
      slot.open -= cents;
      pay(merchant, entry, slot, cents, today);
    }
  }
}

/** Books the whole amount of an entry. What it loses is credit first, then its newest parts. */
export function book(merchant: Merchant, kind: Entry['kind'], of: Entry['of'], amount: number, today: Day, mayPay = (_: Entry) => true): void {
  const known = merchant.entries.find((entry) => entry.kind === kind && entry.of === of);
  const entry = known ?? { kind, of, amount: 0, credit: 0 };
  if (!known && amount > 0) merchant.entries.push(entry);
  takeBack(merchant, Math.max(0, entry.amount - amount - entry.credit), (part) => part.entry === entry);
  const grown = amount - entry.amount;
  entry.credit += grown;
  entry.amount = amount;
  settle(merchant, today, [entry], merchant.entries.filter(mayPay));
  if (kind === 'refund' && grown !== 0) payInsteadOfCashback(merchant, entry, today);
}

/** Returns the merchant as if all debits under way had settled. */
export function withUnderway(merchant: Merchant, today: Day): Merchant {
  const after = { ...merchant, parts: [...merchant.parts], lastPaid: new Map<number, Day>() };
  const entries = underwayOf(merchant).map(({ id, amount }): Entry => ({ kind: 'repayment', of: id, amount, credit: amount }));
  settle(after, today, entries, entries);
  return after;
}
