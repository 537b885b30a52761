import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import {
  type AllocatedEntry,
  type AllocationFacts,
  type AllocationPart,
  allocationChanges,
  beforeFailed,
  type FailedEntry,
  oldestFirst,
  openDues,
  type PayingOrder,
  paidDues,
  payingOrder,
  withoutPaid,
} from '../../../server/domain/repayment/allocation.ts';

const dayOf = (day: number) => isoDate(`2026-06-${String(day).padStart(2, '0')}`);
const keyOf = (day: number, rate = 100) => ({ due_date: dayOf(day), cashback_basis_points: rate });
const due = (day: number, amount: number, rate = 100) => ({ ...keyOf(day, rate), amount_cents: cents(amount) });
const scheduled = (day: number) => payingOrder({ kind: 'scheduled', due_date: dayOf(day), retry_of: null, pays_first: [] });
const payNow = (...pays_first: ReturnType<typeof keyOf>[]) => payingOrder({ kind: 'pay_now', due_date: dayOf(1), retry_of: null, pays_first });
const retryOf = (retry_of: string) => payingOrder({ kind: 'scheduled', due_date: dayOf(1), retry_of, pays_first: [] });

describe('what is unpaid', () => {
  // Of June 10, `two` failed before `one`, which was made first.
  const open = openDues(
    [due(15, 70), due(10, 90), due(10, 60, 200), due(10, 30, 200), due(5, 30)],
    [
      { ...due(5, -10), failed_draw_id: 'one' },
      { ...due(10, -40, 200), failed_draw_id: 'two' },
      { ...due(10, -30), failed_draw_id: 'one' },
      { ...due(5, 10), failed_draw_id: null },
      { ...due(10, 40, 200), failed_draw_id: null },
      { ...due(10, 30), failed_draw_id: null },
    ],
    ['one', 'two'],
  );
  const names = new Map([...'abcdefg'].map((name, place) => [open[place], name]));
  const namesIn = (order: PayingOrder, amount: number) =>
    paidDues(open, cents(amount), order).map((paid) => {
      const name = open.find(
        (one) => one.due_date === paid.due_date && one.cashback_basis_points === paid.cashback_basis_points && one.failed_draw_id === paid.failed_draw_id,
      );
      return `${names.get(name)}${paid.amount_cents}`;
    });

  it('is the oldest first, of one day what failed before the rest, and of both the highest rate', () => {
    const told = open.map(({ due_date, cashback_basis_points, failed_draw_id, amount_cents }) => [
      Number(due_date.slice(-2)),
      cashback_basis_points,
      failed_draw_id,
      amount_cents,
    ]);
    expect(told).toEqual([
      [5, 100, 'one', 10],
      [5, 100, null, 20],
      [10, 100, 'one', 30],
      [10, 200, 'two', 40],
      [10, 200, null, 50],
      [10, 100, null, 60],
      [15, 100, null, 70],
    ]);
  });

  it.each<[string, PayingOrder, string]>([
    ['a row of staff: as it stands', oldestFirst, 'a10 b20 c30 d40 e50 f60 g70'],
    ['a payment by the merchant: as it stands', payNow(), 'a10 b20 c30 d40 e50 f60 g70'],
    ['a payment for a purchase: its dues before', payNow(keyOf(15), keyOf(10)), 'g70 c30 f60 a10 b20 d40 e50'],
    ['a draw: what did not fail, of its own date before', scheduled(10), 'e50 f60 b20 g70 a10 c30 d40'],
    ['a draw of a failed amount: that before', retryOf('two'), 'd40 a10 b20 c30 e50 f60 g70'],
    ['cashback: what did not fail before', beforeFailed, 'b20 e50 f60 g70 a10 c30 d40'],
  ])('is paid by %s', (_, order, all) => {
    expect(namesIn(order, 280).join(' ')).toBe(all);
    const half = paidDues(open, cents(115), order);
    const sumOf = (dues: typeof open) => dues.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    expect([sumOf(half), sumOf(withoutPaid(open, half)), sumOf(paidDues(open, cents(999), order))]).toEqual([115, 165, 280]);
  });
});

/** The parts of an account, kept as the database keeps them. */
class Account {
  dues = [due(5, 100), due(10, 50)];
  parts: AllocationPart[] = [];
  readonly drawIds = ['F', 'G', 'again', 'pay'];
  readonly entryIds: string[] = [];

  /** Books an entry; all that is due when it has no name. */
  book(entry_id = '', amount = 0, { source = 'repayment', order = oldestFirst, failed = null, keepsCashback = false }: Partial<Booked> = {}): this {
    const entry = entry_id === '' ? null : { entry_id, source, counts_on: null, amount_cents: cents(amount), order };
    if (entry && !this.entryIds.includes(entry_id)) this.entryIds.push(entry_id);
    const facts = { dues: this.dues, parts: this.parts, drawIds: this.drawIds, entryIds: this.entryIds, entry, failed, keepsCashback };
    for (const change of allocationChanges(facts)) this.#add(change);
    return this;
  }

  /** Books a draw that failed. @param of the first draw of its amount. */
  fail(id: string, amount: number, { of = id, order = scheduled(5), dues = null as FailedEntry['dues'] } = {}): this {
    return this.book(id, 0, { order, failed: { draw_id: of, amount_cents: cents(amount), order, dues } });
  }

  with(...dues: ReturnType<typeof due>[]): this {
    this.dues = dues;
    return this.book();
  }

  #add(change: AllocationPart): void {
    const isSame = (one: AllocationPart) =>
      (['entry_id', 'source', 'due_date', 'cashback_basis_points', 'failed_draw_id'] as const).every((name) => one[name] === change[name]);
    const place = this.parts.findIndex(isSame);
    const amount_cents = cents((this.parts[place]?.amount_cents ?? 0) + change.amount_cents);
    if (place === -1) this.parts.push(change);
    else if (change.amount_cents < 0) this.parts[place] = { ...change, amount_cents };
    else this.parts = [...this.parts.toSpliced(place, 1), { ...change, amount_cents }];
    this.parts = this.parts.filter((part) => part.amount_cents !== 0);
  }

  /** What each entry pays of which day, and what is unpaid, with the draw that failed for it. */
  told(): string[] {
    const of = ({ due_date, failed_draw_id }: Pick<AllocationPart, 'due_date' | 'failed_draw_id'>) =>
      due_date === null ? 'credit' : `${failed_draw_id ?? ''}${Number(due_date.slice(-2))}`;
    const paid = this.parts.filter(({ source }) => source !== 'failed').map((part) => `${part.entry_id} ${part.amount_cents} ${of(part)}`);
    return [...paid, ...openDues(this.dues, this.parts, this.drawIds).map((one) => `unpaid ${one.amount_cents} ${of(one)}`)];
  }
}

type Booked = Pick<AllocatedEntry, 'source' | 'order'> & Pick<AllocationFacts, 'failed' | 'keepsCashback'>;
const row: Partial<Booked> = { source: 'credit' };
const cashback: Partial<Booked> = { source: 'cashback', order: beforeFailed };
const payout = [due(5, 100), due(10, 50), due(12, 50, 0)];

describe('money that is booked', () => {
  it.each<[string, (account: Account) => Account, string[]]>([
    ['pays what is due', (account) => account.book('pay', 120), ['pay 100 5', 'pay 20 10', 'unpaid 30 10']],
    ['is a credit beyond that', (account) => account.book('pay', 180), ['pay 100 5', 'pay 50 10', 'pay 30 credit']],
    [
      'pays what is due later with the credit',
      (account) => account.book('pay', 180).with(due(5, 100), due(10, 50), due(20, 40)),
      ['pay 100 5', 'pay 50 10', 'pay 30 20', 'unpaid 10 20'],
    ],
    [
      'pays with the credit of the oldest entry first',
      (account) => account.book('pay', 170).book('row', 30, row).with(due(5, 100), due(10, 50), due(20, 40)),
      ['pay 100 5', 'pay 50 10', 'pay 20 20', 'row 20 20', 'row 10 credit'],
    ],
    [
      'pays a payout with cashback last',
      (account) => {
        account.book('pay', 150).book('earned', 40, cashback).book('row', 30, row).dues = payout;
        return account.book('', 0, { keepsCashback: true });
      },
      ['pay 100 5', 'pay 50 10', 'row 30 12', 'earned 20 12', 'earned 20 credit'],
    ],
    [
      'pays anything else with cashback in its turn',
      (account) =>
        account
          .book('pay', 150)
          .book('earned', 40, cashback)
          .book('row', 30, row)
          .with(...payout),
      ['pay 100 5', 'pay 50 10', 'earned 40 12', 'row 10 12', 'row 20 credit'],
    ],
    ['is told twice without an effect', (account) => account.book('pay', 120).book('pay', 120), ['pay 100 5', 'pay 20 10', 'unpaid 30 10']],
    ['loses credit first', (account) => account.book('pay', 180).book('pay', 150), ['pay 100 5', 'pay 50 10']],
    ['loses then what it paid last', (account) => account.book('pay', 180).book('pay', 90), ['pay 90 5', 'unpaid 10 5', 'unpaid 50 10']],
    ['leaves what it paid to a credit', (account) => account.book('pay', 180).book('row', 30, row).book('pay', 0), ['row 30 5', 'unpaid 70 5', 'unpaid 50 10']],
    [
      'leaves a due that shrinks, what was paid last first, and pays what else is due',
      (account) => account.book('row', 60, row).book('pay', 60).with(due(5, 70), due(10, 50)),
      ['row 60 5', 'pay 10 5', 'pay 50 10'],
    ],
    ['leaves a due that is gone, and is a credit', (account) => account.book('pay', 150).with(due(10, 50)), ['pay 50 10', 'pay 100 credit']],
  ])('%s', (_, live, told) => {
    expect(live(new Account()).told().toSorted()).toEqual(told.toSorted());
  });
});

describe('an amount whose debit failed', () => {
  const settled = (account: Account) => account.book('F', 100, { order: scheduled(5) });

  it.each<[string, (account: Account) => Account, string[]]>([
    ['is what the debit had paid', (account) => settled(account).fail('F', 100), ['unpaid 100 F5', 'unpaid 50 10']],
    ['is what it would have paid', (account) => account.fail('F', 120, { order: scheduled(10) }), ['unpaid 70 F5', 'unpaid 30 5', 'unpaid 50 F10']],
    [
      'is no due that it had not paid',
      (account) => settled(account).with(due(1, 30), due(5, 100)).fail('F', 100, { order: payNow() }),
      ['unpaid 30 1', 'unpaid 100 F5'],
    ],
    ['is what a credit leaves of it', (account) => settled(account).book('row', 80, row).fail('F', 100), ['row 50 10', 'row 30 5', 'unpaid 70 F5']],
    ['is never what failed before', (account) => account.fail('F', 100).fail('G', 120, { order: payNow() }), ['unpaid 100 F5', 'unpaid 50 G10']],
    ['is of the dues that are named', (account) => account.fail('F', 100, { dues: [keyOf(10)] }), ['unpaid 100 5', 'unpaid 50 F10']],
    [
      'is no more when its retry fails',
      (account) => account.fail('F', 80).fail('again', 80, { of: 'F', order: retryOf('F') }),
      ['unpaid 80 F5', 'unpaid 20 5', 'unpaid 50 10'],
    ],
    ['is paid by its retry', (account) => account.fail('F', 80).book('again', 80, { order: retryOf('F') }), ['again 80 F5', 'unpaid 20 5', 'unpaid 50 10']],
    [
      'is open again when that comes back',
      (account) =>
        account
          .fail('F', 80)
          .book('again', 80, { order: retryOf('F') })
          .fail('again', 80, { of: 'F', order: retryOf('F') }),
      ['unpaid 80 F5', 'unpaid 20 5', 'unpaid 50 10'],
    ],
    ['ends first when its due shrinks', (account) => account.book('row', 20, row).fail('F', 80).with(due(5, 60)), ['row 20 5', 'unpaid 40 F5']],
    ['ends first of the first draw', (account) => account.fail('F', 20).fail('G', 40).with(due(5, 35)), ['unpaid 35 G5']],
    [
      'ends with what was paid of it',
      (account) =>
        account
          .fail('F', 100)
          .book('again', 100, { order: retryOf('F') })
          .with(due(5, 60)),
      ['again 60 F5', 'again 40 credit'],
    ],
  ])('%s', (_, live, told) => {
    expect(live(new Account()).told().toSorted()).toEqual(told.toSorted());
  });
});
