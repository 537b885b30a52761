import type { IsoDate } from '../basics/dates.ts';
import { add, type Cents, larger, negate, noMoney, smaller, subtract } from '../basics/money.ts';
import { isScheduled } from './draw.ts';
import { compareDues, type RatedDue } from './schedule.ts';

/**
 * Payments are allocated once: what a repayment, refund, credit or cashback pays is decided when it is booked, and stored in parts. What
 * no due takes is a credit, and pays the next due that arises. What comes back, and what a due that shrank no longer needs, is taken back
 * by parts of their own. All other figures (schedule, paid in time, left of a failed amount) are sums of these parts.
 */

export type AllocationSource = 'repayment' | 'refund' | 'credit' | 'cashback' | 'failed';

/** A part of an entry's money. Below 0 it takes an earlier one back. */
export interface AllocationPart {
  /** The draw, card transaction, row of staff or due date of cashback; of the source `failed`, the draw whose amount failed. */
  readonly entry_id: string;
  readonly source: AllocationSource;
  /** Of a repayment: the day that decides whether it is in time. */
  readonly counts_on: IsoDate | null;
  /** The due that it pays; null for a credit. */
  readonly due_date: IsoDate | null;
  readonly cashback_basis_points: number;
  /** The draw whose failed amount it pays a part of. */
  readonly failed_draw_id: string | null;
  readonly amount_cents: Cents;
}

/** What is unpaid of a due. What a debit failed for is apart: see `failedAmounts`. */
export interface OpenDue extends RatedDue {
  readonly failed_draw_id: string | null;
}

export type DueKey = Pick<RatedDue, 'due_date' | 'cashback_basis_points'>;

/**
 * The dues that an entry pays before all others, which it pays the oldest first: a scheduled draw and cashback what no debit failed for,
 * and of that the draw's own date; a draw that collects a failed amount, that; a refund, or a payment for one purchase, named dues.
 */
export type PayingOrder =
  | { readonly first: 'oldest' }
  | { readonly first: 'not_failed'; readonly due_date: IsoDate | null }
  | { readonly first: 'failed'; readonly draw_id: string }
  | { readonly first: 'dues'; readonly dues: readonly DueKey[] };

export const oldestFirst: PayingOrder = { first: 'oldest' };

interface PayingDraw {
  readonly kind: string;
  readonly due_date: IsoDate;
  readonly retry_of: string | null;
  readonly pays_first: readonly DueKey[];
}

/** Returns what a draw pays first: the failed amount that it collects, the due date that it was made for, or what the merchant chose. */
export function payingOrder(draw: PayingDraw): PayingOrder {
  if (draw.retry_of !== null) return { first: 'failed', draw_id: draw.retry_of };
  return isScheduled(draw) ? { first: 'not_failed', due_date: draw.due_date } : { first: 'dues', dues: draw.pays_first };
}

/** Cashback of ours does not break a retry, which has to be of the whole amount. */
export const beforeFailed: PayingOrder = { first: 'not_failed', due_date: null };

const isSameDue = (one: DueKey, other: DueKey): boolean => one.due_date === other.due_date && one.cashback_basis_points === other.cashback_basis_points;

const isOf = ({ due_date, cashback_basis_points }: AllocationPart, due: DueKey): boolean =>
  due_date !== null && isSameDue({ due_date, cashback_basis_points }, due);

function rankOf(due: OpenDue, order: PayingOrder): number {
  switch (order.first) {
    case 'oldest':
      return 0;
    case 'not_failed':
      return due.failed_draw_id !== null ? 2 : due.due_date === order.due_date ? 0 : 1;
    case 'failed':
      return due.failed_draw_id === order.draw_id ? 0 : 1;
    case 'dues': {
      const place = order.dues.findIndex((one) => isSameDue(one, due));
      return place === -1 ? order.dues.length : place;
    }
  }
}

/**
 * Returns the unpaid dues as they are paid when nothing else is chosen: the oldest first, of one day first what debits failed for, and of that
 * and of the rest the highest rate.
 * @param dues everything that was ever due; each above 0.
 * @param parts what was allocated, in any order; several parts of one due may be summed.
 * @param drawIds the draws in the order in which they were made: of several that failed the first one is paid first.
 */
export function openDues(
  dues: readonly RatedDue[],
  parts: readonly Omit<AllocationPart, 'entry_id' | 'source' | 'counts_on'>[],
  drawIds: readonly string[],
): readonly OpenDue[] {
  const open = new Map<string, OpenDue>();
  const put = ({ due_date, cashback_basis_points }: DueKey, failed_draw_id: string | null, amount: Cents) => {
    const key = `${due_date} ${cashback_basis_points} ${failed_draw_id}`;
    open.set(key, { due_date, cashback_basis_points, failed_draw_id, amount_cents: add(open.get(key)?.amount_cents ?? noMoney, amount) });
  };
  for (const due of dues) put(due, null, due.amount_cents);
  for (const { due_date, cashback_basis_points, failed_draw_id, amount_cents } of parts) {
    if (due_date !== null) put({ due_date, cashback_basis_points }, failed_draw_id, negate(amount_cents));
  }
  const placeOf = ({ failed_draw_id: id }: OpenDue) => (id === null ? drawIds.length : drawIds.indexOf(id));
  const unpaid = [...open.values()].filter(({ amount_cents }) => amount_cents !== 0);
  return unpaid.toSorted((one, other) => (one.due_date === other.due_date ? placeOf(one) - placeOf(other) : 0) || compareDues(one, other));
}

/** Returns what an amount pays of unpaid dues, in the order in which it pays them. */
export function paidDues(open: readonly OpenDue[], amount: Cents, order: PayingOrder = oldestFirst): readonly OpenDue[] {
  let left = amount;
  const paid: OpenDue[] = [];
  for (const due of open.toSorted((one, other) => rankOf(one, order) - rankOf(other, order))) {
    const part = smaller(left, larger(noMoney, due.amount_cents));
    if (part === 0) continue;
    left = subtract(left, part);
    paid.push({ ...due, amount_cents: part });
  }
  return paid;
}

/** Returns the unpaid dues that are left once others are paid. */
export function withoutPaid(open: readonly OpenDue[], paid: readonly OpenDue[]): readonly OpenDue[] {
  const paidOf = (due: OpenDue) => paid.find((one) => isSameDue(one, due) && one.failed_draw_id === due.failed_draw_id)?.amount_cents ?? noMoney;
  return open.map((due) => ({ ...due, amount_cents: subtract(due.amount_cents, paidOf(due)) })).filter(({ amount_cents }) => amount_cents > 0);
}

/** What was booked: its money now, and what it pays first. */
export interface AllocatedEntry extends Pick<AllocationPart, 'entry_id' | 'source' | 'counts_on'> {
  /** 0 for one that came back, or no longer counts. */
  readonly amount_cents: Cents;
  readonly order: PayingOrder;
}

/** A draw that has failed now. */
export interface FailedEntry {
  /** The first draw of the amount. */
  readonly draw_id: string;
  readonly amount_cents: Cents;
  readonly order: PayingOrder;
  /** The dues that it can be of; null for those that it had paid, or else would pay. */
  readonly dues: readonly DueKey[] | null;
}

export interface AllocationFacts {
  /** Everything that was ever due; each above 0. */
  readonly dues: readonly RatedDue[];
  /** What was allocated, what was paid last at the end. Parts that were taken back whole may be left out. */
  readonly parts: readonly AllocationPart[];
  /** All draws in the order in which they were made. */
  readonly drawIds: readonly string[];
  /** The entries that have a credit, the first one booked at the front. */
  readonly entryIds: readonly string[];
  /** The entry that changed; null where only dues have. */
  readonly entry: AllocatedEntry | null;
  /** The draw that the account is held for from now on; null for none. */
  readonly failed: FailedEntry | null;
  /** Whether cashback pays last: it is not to be paid out with another credit. */
  readonly keepsCashback: boolean;
}

/** Returns the parts to add so that all money of an account is allocated. */
export function allocationChanges(facts: AllocationFacts): readonly AllocationPart[] {
  const { entry, failed } = facts;
  const book = new AllocationBook(facts);
  const freed = entry === null ? [] : book.setAmount(entry);
  book.shrink();
  if (failed === null) {
    book.payWithCredits();
    if (entry?.source === 'refund') book.replaceCashback(entry);
  } else {
    // What came back takes its cashback with it: until that is known no cashback pays of the failed amount, which is to be whole.
    book.payWithCredits(({ source }) => source !== 'cashback');
    book.claim(failed, failed.dues ?? (freed.length > 0 ? freed : null));
    book.payWithCredits();
  }
  return book.changes();
}

const identityOf = ({ entry_id, source, due_date, cashback_basis_points, failed_draw_id }: AllocationPart): string =>
  [source, entry_id, due_date, cashback_basis_points, failed_draw_id].join(' ');

const sumOf = (parts: readonly { readonly amount_cents: Cents }[]): Cents => add(noMoney, ...parts.map(({ amount_cents }) => amount_cents));

/** Where the money of an entry is that no due takes. */
const credit = { due_date: null, cashback_basis_points: 0, failed_draw_id: null } as const;

const isCredit = ({ due_date }: AllocationPart): boolean => due_date === null;

/** Adds a part to those of its identity. What is paid last is at the end, also of an entry that has paid of the same due before. */
function put(parts: Map<string, AllocationPart>, part: AllocationPart): void {
  const known = parts.get(identityOf(part))?.amount_cents ?? noMoney;
  if (part.amount_cents > 0) parts.delete(identityOf(part));
  parts.set(identityOf(part), { ...part, amount_cents: add(part.amount_cents, known) });
}

/** The parts of an account while something is being allocated. */
class AllocationBook {
  readonly #facts: AllocationFacts;
  /** By identity; what was paid last is at the end. */
  readonly #parts = new Map<string, AllocationPart>();
  readonly #added = new Map<string, AllocationPart>();

  constructor(facts: AllocationFacts) {
    this.#facts = facts;
    for (const part of facts.parts) put(this.#parts, part);
  }

  changes(): readonly AllocationPart[] {
    return [...this.#added.values()].filter(({ amount_cents }) => amount_cents !== 0);
  }

  /** Gives an entry its amount: more is a credit, for less what it paid last is taken back. Returns the dues that it pays no more. */
  setAmount({ entry_id, source, counts_on, amount_cents }: AllocatedEntry): readonly DueKey[] {
    const own = this.#all().filter((part) => part.entry_id === entry_id && part.source === source);
    const missing = subtract(amount_cents, sumOf(own));
    if (missing > 0) this.#move({ entry_id, source, counts_on, ...credit, amount_cents: missing });
    const lastFirst = [...own.filter(isCredit), ...own.filter((part) => !isCredit(part)).toReversed()];
    const taken = this.#takeBack(lastFirst, negate(smaller(missing, noMoney)));
    return taken.flatMap(({ due_date, cashback_basis_points }) => (due_date === null ? [] : [{ due_date, cashback_basis_points }]));
  }

  /** Takes back what was paid of dues that are smaller now: of what failed less is needed, and what was paid last is a credit. */
  shrink(): void {
    for (const due of this.#open().filter(({ amount_cents }) => amount_cents < 0)) {
      const excess = subtract(negate(due.amount_cents), this.#release(due, negate(due.amount_cents)));
      const ofDue = this.#all().filter((part) => part.source !== 'failed' && isOf(part, due));
      for (const part of this.#takeBack(ofDue.toReversed(), excess)) {
        this.#move({ ...part, ...credit });
        if (part.failed_draw_id !== null) this.#release(due, part.amount_cents);
      }
    }
  }

  /** Pays what is unpaid with the credits that may, the first one booked at the front. */
  payWithCredits(mayPay: (part: AllocationPart) => boolean = () => true): void {
    const { entry, entryIds, keepsCashback } = this.#facts;
    const credits = this.#all().filter((part) => isCredit(part) && part.amount_cents > 0 && mayPay(part));
    const placeOf = ({ entry_id, source }: AllocationPart) =>
      (keepsCashback && source === 'cashback' ? entryIds.length + 1 : 0) + (entryIds.includes(entry_id) ? entryIds.indexOf(entry_id) : entryIds.length);
    for (const part of credits.toSorted((one, other) => placeOf(one) - placeOf(other))) {
      const isOfEntry = part.entry_id === entry?.entry_id && part.source === entry.source;
      const order = isOfEntry ? entry.order : part.source === 'cashback' ? beforeFailed : oldestFirst;
      for (const due of paidDues(this.#open(), part.amount_cents, order)) {
        this.#move({ ...part, amount_cents: negate(due.amount_cents) });
        this.#move({ ...part, ...due });
      }
    }
  }

  /**
   * Lets what is left of a refund pay what cashback has paid of its purchases. That is cashback again: it is never paid out, nor by way of a
   * purchase that is refunded.
   */
  replaceCashback({ entry_id, source, counts_on, order }: AllocatedEntry): void {
    if (order.first !== 'dues') return;
    for (const due of order.dues) {
      const left = this.#all().find((part) => part.entry_id === entry_id && part.source === source && isCredit(part))?.amount_cents ?? noMoney;
      const ofCashback = this.#all().filter((part) => part.source === 'cashback' && isOf(part, due));
      for (const part of this.#takeBack(ofCashback.toReversed(), left)) {
        this.#move({ ...part, ...credit });
        this.#move({ entry_id, source, counts_on, ...credit, amount_cents: negate(part.amount_cents) });
        this.#move({ ...part, entry_id, source, counts_on });
      }
    }
  }

  /** Sets apart what is unpaid of the dues of a draw that failed: of those that it had paid, else of those that it would pay. */
  claim({ draw_id, amount_cents, order }: FailedEntry, dues: readonly DueKey[] | null): void {
    const known = sumOf(this.#open().filter(({ failed_draw_id }) => failed_draw_id === draw_id));
    const free = this.#open().filter(({ failed_draw_id }) => failed_draw_id === null);
    const own = free.filter((due) => dues === null || dues.some((one) => isSameDue(one, due)));
    for (const due of paidDues(own, larger(noMoney, subtract(amount_cents, known)), order)) this.#setApart(due, draw_id, due.amount_cents);
  }

  /** Ends what is set apart of a due, at most an amount; of several draws that of the first. Returns how much that was. */
  #release(due: DueKey, amount: Cents): Cents {
    const failed = this.#open().filter((one) => one.failed_draw_id !== null && isSameDue(one, due));
    const released = paidDues(failed, amount);
    for (const { failed_draw_id, amount_cents } of released) this.#setApart(due, failed_draw_id, negate(amount_cents));
    return sumOf(released);
  }

  #setApart({ due_date, cashback_basis_points }: DueKey, draw_id: string | null, amount_cents: Cents): void {
    const part = { entry_id: String(draw_id), source: 'failed' as const, counts_on: null, due_date, cashback_basis_points };
    this.#move({ ...part, failed_draw_id: null, amount_cents });
    this.#move({ ...part, failed_draw_id: draw_id, amount_cents: negate(amount_cents) });
  }

  /** Takes an amount back from parts in their order. Returns what was taken. */
  #takeBack(parts: readonly AllocationPart[], amount: Cents): readonly AllocationPart[] {
    let left = amount;
    return parts.flatMap((part) => {
      const taken = smaller(left, larger(noMoney, part.amount_cents));
      if (taken === 0) return [];
      left = subtract(left, taken);
      this.#move({ ...part, amount_cents: negate(taken) });
      return [{ ...part, amount_cents: taken }];
    });
  }

  #move(part: AllocationPart): void {
    put(this.#parts, part);
    put(this.#added, part);
  }

  #all = (): readonly AllocationPart[] => [...this.#parts.values()];

  #open = (): readonly OpenDue[] => openDues(this.#facts.dues, this.#all(), this.#facts.drawIds);
}
