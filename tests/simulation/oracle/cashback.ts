import { book, debitOf, slotsOf } from './allocation.ts';
import { type Day, debitDay, newYorkDay, utcDay } from './calendar.ts';
import { hasFailedFor } from './debits.ts';
import { keptOf, keyOf } from './debts.ts';
import { firstDue, type Merchant, sumOf, underwayOf } from './facts.ts';
import { isFinal } from './position.ts';

/** Cashback by the agreement: a share of what was bought, kept and repaid in time, one entry for each due date. */

/** Returns the cashback of a due date that is booked. */
const bookedFor = (due: Day, { entries }: Merchant): number => entries.find(({ kind, of }) => kind === 'cashback' && of === due)?.amount ?? 0;

/** Returns the cashback that has paid nothing. */
export const unusedCashback = ({ entries }: Merchant): number => sumOf(entries.map(({ kind, credit }) => (kind === 'cashback' ? credit : 0)));

/** Tells whether what is open of a due date can still be paid in time. What we send late costs nothing, nor does a lock. */
const canBeInTime = (due: Day, merchant: Merchant, today: Day): boolean =>
  today <= debitDay(due) || (merchant.hasBank && merchant.mayBeDebited && merchant.authorizedOn <= debitDay(due) && !hasFailedFor(due, merchant));

/** Returns what each due date earns, with what is open of the dues that are meant. */
function earningsOf(merchant: Merchant, isMeant: (due: Day) => boolean): [due: Day, earned: number][] {
  const inTime = new Map<string, { due: Day; rate: number; cents: number }>();
  const add = ({ due, rate }: { due: Day; rate: number }, cents: number) =>
    inTime.set(keyOf({ due, rate }), { due, rate, cents: cents + (inTime.get(keyOf({ due, rate }))?.cents ?? 0) });
  for (const part of merchant.parts) if (part.isInTime) add(part, part.cents);
  for (const slot of slotsOf(merchant)) if (isMeant(slot.due)) add(slot, slot.open);
  const earned = new Map<Day, number>();
  for (const { kind, of } of merchant.entries) if (kind === 'cashback') earned.set(Number(of), 0);
  const kept = keptOf(merchant);
  for (const [key, { due, rate, cents }] of inTime) {
    earned.set(due, (earned.get(due) ?? 0) + Math.floor((Math.max(0, Math.min(cents, kept.get(key) ?? 0)) * rate) / 10_000));
  }
  return [...earned].sort(([one], [other]) => one - other);
}

/** Returns the cashback that paying what is open of each due date in time still adds; none for one that is late. */
export function potentialCashback(merchant: Merchant, today: Day): Map<Day, number> {
  const sofar = new Map(earningsOf(merchant, () => false));
  return new Map(earningsOf(merchant, (due) => canBeInTime(due, merchant, today)).map(([due, earned]) => [due, earned - (sofar.get(due) ?? 0)]));
}

/** Tells whether nothing can change any more what a due date earns but a return or a refund. */
function isComplete(due: Day, merchant: Merchant, at: number): boolean {
  const today = newYorkDay(at);
  if (due >= firstDue(utcDay(at), merchant.terms)) return false;
  const inTime = merchant.parts.filter((part) => part.due === due && part.isInTime);
  if (inTime.some(({ entry }) => !isFinal(debitOf(merchant, entry.of), today))) return false;
  const isPaid = slotsOf(merchant).every((slot) => slot.due !== due || slot.open === 0);
  const isOnItsWay = underwayOf(merchant).some(({ countsOn }) => countsOn <= debitDay(due));
  return isPaid || (!canBeInTime(due, merchant, today) && !isOnItsWay);
}

/** Books the cashback of each due date once that is complete. What a debit that came back or a refund takes is taken back at once. */
export function bookCashback(merchant: Merchant, at: number): void {
  for (const [due, earned] of earningsOf(merchant, () => false)) {
    const booked = bookedFor(due, merchant);
    if (earned === booked || (earned > booked && !isComplete(due, merchant, at))) continue;
    book(merchant, 'cashback', due, earned, newYorkDay(at));
    // What it pays may complete another due date.
    bookCashback(merchant, at);
    return;
  }
}
