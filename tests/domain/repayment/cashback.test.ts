import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IsoDate, isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import {
  cashbackDueDate,
  cashbackOfPayment,
  cashbackOfSchedule,
  cashbackSubjectId,
  earnedCashback,
  explainCashback,
  type Receipt,
} from '../../../server/domain/repayment/cashback.ts';
import { paymentDeadline } from '../../../server/domain/repayment/schedule.ts';
import { bankHolidays } from '../../../server/holidays.ts';

const isBankHoliday = bankHolidays();

function due(date: string, amount: number, cashback_basis_points = 100, since = '2026-06-04') {
  return { due_date: isoDate(date), amount_cents: cents(amount), cashback_basis_points, since: new Date(since) };
}

function paid(date: string, amount: number, { isSettled = true, failed = '' } = {}): Receipt {
  const failedAt = failed === '' ? null : new Date(`${failed}T14:00:00Z`);
  const repayment = { plannedDay: isoDate(date), dueDate: null, isSettled: isSettled && failedAt === null, failedAt };
  return { at: new Date(`${date}T15:00:00Z`), amount_cents: cents(amount), repayment };
}

/** A draw of a due date, made on a day and planned for the debit day of the due date unless another is named. */
function drawn(
  dueDate: string,
  amount: number,
  { made = dueDate, planned = paymentDeadline(isoDate(dueDate), isBankHoliday) as string, isSettled = true } = {},
): Receipt {
  const repayment = { plannedDay: isoDate(planned), dueDate: isoDate(dueDate), isSettled, failedAt: null };
  return { at: new Date(`${made}T15:00:00Z`), amount_cents: cents(amount), repayment };
}

function credited(date: string, amount: number): Receipt {
  return { at: new Date(`${date}T15:00:00Z`), amount_cents: cents(amount), repayment: null };
}

function factsOf(dues: ReturnType<typeof due>[], receipts: readonly Receipt[], today = '2026-12-31', firstOpen = '2026-12-31') {
  return {
    dues,
    receipts,
    deadlineOf: (date: IsoDate) => paymentDeadline(date, isBankHoliday),
    isComplete: (date: IsoDate) => date < firstOpen,
    canBePaidInTime: (date: IsoDate) => today <= paymentDeadline(date, isBankHoliday),
  };
}

const earned = (...facts: Parameters<typeof factsOf>) => earnedCashback(factsOf(...facts));

/** The preview of a payment that is asked for on a day, after all receipts. */
function preview(dues: ReturnType<typeof due>[], receipts: readonly Receipt[], date: string, amount: number): number {
  const payment = { at: new Date(`${date}T23:00:00Z`), day: isoDate(date), amount_cents: cents(amount) };
  return cashbackOfPayment(factsOf(dues, receipts, date), payment);
}

const cashback = (...facts: Parameters<typeof earned>) => earned(...facts).map((entry) => entry.cashback_cents);
const final = (...facts: Parameters<typeof earned>) => earned(...facts).map((entry) => entry.isFinal);

// Independence Day is a Saturday: the debit runs on Monday, July 6.
const julyDues = [due('2026-07-04', 10_000), due('2026-07-15', 20_000)];

describe('cashback', () => {
  it.each<[string, Receipt[], number[]]>([
    ['nothing before anything is paid', [], [0, 0]],
    ['the rate of what is paid in time', [paid('2026-07-04', 10_000)], [100, 0]],
    ['on the day the debit runs, after a due date on which banks are closed', [paid('2026-07-06', 10_000)], [100, 0]],
    ['nothing a day later', [paid('2026-07-07', 10_000)], [0, 0]],
    ['for a due date that is paid ahead', [paid('2026-06-20', 15_000)], [100, 50]],
    ['nothing for refunds and manual credits', [credited('2026-07-01', 10_000)], [0, 0]],
    ['for the rest that was paid after a refund', [credited('2026-07-01', 4_000), paid('2026-07-02', 6_000)], [60, 0]],
    ['for all that was paid before a refund', [paid('2026-07-01', 10_000), credited('2026-07-02', 4_000)], [100, 0]],
    ['the same in parts as at once', [paid('2026-07-01', 33), paid('2026-07-02', 33), paid('2026-07-03', 34)], [1, 0]],
    ['for what a credit left over', [paid('2026-07-02', 10_000), credited('2026-07-07', 100), paid('2026-07-15', 19_900)], [100, 199]],
    ['in time for the later due date only', [paid('2026-07-10', 12_000)], [0, 20]],
    ['earned by a draw that we make late', [drawn('2026-07-04', 10_000, { made: '2026-07-14' })], [100, 0]],
    ['not earned by the repetition of a failed draw', [drawn('2026-07-04', 10_000, { made: '2026-07-08', planned: '2026-07-08' })], [0, 0]],
    ['earned by a draw for its own due date, though an older one is unpaid', [drawn('2026-07-15', 20_000)], [0, 200]],
    [
      'not earned twice by the late repetition of the older one',
      [drawn('2026-07-15', 20_000), drawn('2026-07-04', 10_000, { made: '2026-07-16', planned: '2026-07-16' })],
      [0, 200],
    ],
    [
      'not lost by what was paid for another due date when a payment comes back',
      [paid('2026-07-01', 10_000, { failed: '2026-07-14' }), paid('2026-07-02', 20_000)],
      [0, 200],
    ],
    ['earned again by what is paid after a payment came back', [paid('2026-06-20', 10_000, { failed: '2026-06-25' }), paid('2026-06-26', 10_000)], [100, 0]],
    ['nothing while it is on its way', [paid('2026-07-01', 10_000, { isSettled: false })], [0, 0]],
  ])('is %s', (_, receipts, expected) => {
    expect(cashback(julyDues, receipts)).toEqual(expected);
  });

  it('pays the last cents of what it is earned on, so that a receiver who pays in full is never late for a remainder', () => {
    const dues = ['2026-07-01', '2026-08-03', '2026-09-01', '2026-10-01'].map((date) => due(date, 100_000));
    const payments = [paid('2026-07-01', 100_000), paid('2026-08-03', 99_000), paid('2026-09-01', 99_010), paid('2026-10-01', 99_010)];
    const credits = [credited('2026-07-07', 1_000), credited('2026-08-06', 990), credited('2026-09-04', 990)];
    expect(earned(dues, [...payments, ...credits]).map((entry) => [entry.paid_in_time_cents, entry.cashback_cents, entry.isPaid])).toEqual([
      [100_000, 1_000, true],
      [99_000, 990, true],
      [99_010, 990, true],
      [99_010, 990, true],
    ]);
  });

  it('is earned by what was paid too much, when more is bought', () => {
    const dues = [due('2026-07-04', 10_000), due('2026-08-14', 20_000, 100, '2026-07-15')];
    expect(earned(dues, [paid('2026-07-01', 15_000), credited('2026-07-20', 15_000)])).toMatchObject([
      { cashback_cents: 100, isPaid: true },
      { cashback_cents: 50, isPaid: true },
    ]);
  });

  it('is not moved by a purchase, or a credit taken back, that comes after a payment and is due before what that paid', () => {
    const dues = [due('2026-07-15', 20_000), due('2026-07-08', 5_000, 200, '2026-07-03'), due('2026-07-03', 100, 0, '2026-07-03')];
    expect(cashback(dues, [paid('2026-07-01', 20_000)])).toEqual([0, 0, 200]);
  });

  it('is earned after a credit that was left over has paid the oldest due of a day, in whatever order the purchases of the day are told', () => {
    const dues = [due('2026-07-15', 20_000, 100, '2026-07-03'), due('2026-07-08', 5_000, 100, '2026-07-03')];
    const receipts = [credited('2026-07-01', 5_000), paid('2026-07-08', 20_000)];
    expect(cashback(dues, receipts)).toEqual([0, 200]);
    expect(cashback(dues.toReversed(), receipts)).toEqual([0, 200]);
  });

  it('is by the rate of each purchase, the highest paid first, and nothing on cash', () => {
    const dues = [due('2026-07-15', 10_000, 0), due('2026-07-15', 10_000, 100), due('2026-07-15', 10_000, 200)];
    expect(cashback(dues, [paid('2026-07-01', 10_000)])).toEqual([200]);
    expect(cashback(dues, [paid('2026-07-01', 15_000)])).toEqual([250]);
    expect(earned(dues, [paid('2026-07-01', 30_000)])).toMatchObject([{ paid_in_time_cents: 20_000, cashback_cents: 300 }]);
  });

  it('is booked under its due date', () => {
    expect(cashbackSubjectId(isoDate('2026-07-04'))).toBe('cashback:2026-07-04');
    expect(cashbackDueDate('cashback:2026-07-04')).toBe('2026-07-04');
  });

  it('does not depend on the order in which purchases and payments are told, and is the rate of what was paid in time, rounded down', () => {
    const day = fc.integer({ min: 1, max: 28 }).map((number) => `2026-07-${String(number).padStart(2, '0')}`);
    const rate = fc.integer({ min: 1, max: 500 });
    const dues = fc.tuple(rate, fc.array(fc.tuple(day, fc.integer({ min: 1, max: 90_000 }), day), { maxLength: 8 })).map(([basisPoints, all]) => ({
      basisPoints,
      all: all.map(([date, amount, since]) => due(date, amount, basisPoints, since)),
    }));
    const receipts = fc.array(
      fc.tuple(day, day, fc.integer({ min: 1, max: 90_000 }), fc.constantFrom('paid', 'drawn', 'credited')).map(([date, dueDate, amount, kind]) => {
        if (kind === 'credited') return credited(date, amount);
        return kind === 'paid' ? paid(date, amount) : drawn(dueDate, amount, { made: date });
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(dues, receipts, fc.func(fc.integer()), ({ basisPoints, all }, allReceipts, order) => {
        const result = earned(all, allReceipts);
        const byOrder = (one: unknown, other: unknown) => order(one) - order(other);
        expect(earned(all.toSorted(byOrder), allReceipts.toSorted(byOrder))).toEqual(result);
        const inTime = result.reduce((sum, entry) => sum + entry.paid_in_time_cents, 0);
        const repaid = allReceipts.reduce((sum, receipt) => sum + (receipt.repayment ? receipt.amount_cents : 0), 0);
        expect(inTime).toBeLessThanOrEqual(repaid);
        for (const entry of result) expect(entry.cashback_cents).toBe(Math.floor((entry.paid_in_time_cents * basisPoints) / 10_000));
      }),
    );
  });
});

describe('the cashback of a due date is final', () => {
  it.each<[string, Receipt[], string, boolean[]]>([
    ['not before anything is paid', [], '2026-07-01', [false, false]],
    ['not while a part is unpaid', [paid('2026-07-01', 9_999)], '2026-07-06', [false, false]],
    ['as soon as all is paid', [paid('2026-07-01', 10_000)], '2026-07-01', [true, false]],
    ['once its debit day has passed', [paid('2026-07-01', 9_999)], '2026-07-07', [true, false]],
    ['not while a payment in time is on its way', [paid('2026-07-01', 10_000, { isSettled: false })], '2026-07-07', [false, false]],
    ['though a late payment is on its way', [paid('2026-07-01', 4_000), paid('2026-07-07', 6_000, { isSettled: false })], '2026-07-08', [true, false]],
    ['once credits paid the rest', [paid('2026-07-01', 4_000), credited('2026-07-02', 6_000)], '2026-07-03', [true, false]],
  ])('%s', (_, receipts, today, expected) => {
    expect(final(julyDues, receipts, today)).toEqual(expected);
  });

  it('not while more can be bought that is due on it', () => {
    expect(final(julyDues, [paid('2026-06-20', 30_000)], '2026-06-23', '2026-07-15')).toEqual([true, false]);
    expect(final(julyDues, [paid('2026-06-20', 30_000)], '2026-06-23', '2026-07-16')).toEqual([true, true]);
  });
});

describe('the preview of the cashback of a payment', () => {
  const dues = [due('2026-06-10', 1_000), due('2026-07-02', 2_000), due('2026-07-15', 4_000)];
  const underway = (amount: number) => paid('2026-07-01', amount, { isSettled: false });

  it.each<[string, Receipt[], number, number]>([
    ['of all counts what is in time', [], 7_000, 60],
    ['of what is late is nothing', [], 1_000, 0],
    ['of a part pays the oldest first', [], 1_250, 2],
    ['of a cent is nothing', [], 1, 0],
    ['of nothing is nothing', [], 0, 0],
    ['skips what is on its way', [underway(1_500)], 1_500, 15],
    ['counts beside what is on its way', [underway(2_800)], 500, 5],
    ['of the last part has the cent that the parts before it left over', [paid('2026-06-20', 1_050), paid('2026-06-21', 1_040)], 910, 10],
    ['of the last part has that cent, too, while the parts before it are on their way', [underway(2_099)], 1, 1],
    ['leaves to a refund what it has paid', [credited('2026-06-20', 1_099)], 1_901, 19],
  ])('%s', (_, receipts, amount, expected) => {
    expect(preview(dues, receipts, '2026-07-02', amount)).toBe(expected);
  });

  it('is to the cent what is credited later, however the debt is paid in parts', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 6 });
    const rate = fc.integer({ min: 0, max: 400 });
    const dates = ['2026-07-04', '2026-07-15', '2026-07-31'];
    const days = ['2026-06-20', '2026-07-03', '2026-07-06', '2026-07-07', '2026-07-15', '2026-07-31', '2026-08-03'];
    const payments = fc.array(fc.record({ day: fc.constantFrom(...days), amount: fc.integer({ min: 1, max: 4_000 }), isCredit: fc.boolean() }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(amounts, rate, payments, fc.boolean(), (owed, basisPoints, steps, isSettled) => {
        const all = owed.map((amount, place) => due(dates[place % 3] ?? '', amount, basisPoints));
        const receipts: Receipt[] = [];
        let previewed = 0;
        for (const { day, amount, isCredit } of steps.toSorted((one, other) => one.day.localeCompare(other.day))) {
          const left = owed.reduce((sum, one) => sum + one, 0) - receipts.reduce((sum, one) => sum + one.amount_cents, 0);
          const pays = Math.min(amount, left);
          if (pays <= 0) break;
          // Each is later than those before it.
          const at = new Date(new Date(`${day}T15:00:00Z`).getTime() + receipts.length);
          if (!isCredit) previewed += cashbackOfPayment(factsOf(all, receipts, day), { at, day: isoDate(day), amount_cents: cents(pays) });
          receipts.push({ ...(isCredit ? credited(day, pays) : paid(day, pays, { isSettled })), at });
        }
        const settled = receipts.map((receipt) => ({ ...receipt, repayment: receipt.repayment && { ...receipt.repayment, isSettled: true } }));
        expect(previewed).toBe(earned(all, settled).reduce((sum, entry) => sum + entry.cashback_cents, 0));
      }),
    );
  });

  it('of a schedule names what each payment adds when it is made in time', () => {
    const schedule = [
      { due_date: isoDate('2026-06-10'), amount_cents: cents(1_000) },
      { due_date: isoDate('2026-07-02'), amount_cents: cents(50) },
      { due_date: isoDate('2026-07-15'), amount_cents: cents(4_000) },
    ];
    // Of the second, $19.50 were paid before as $9.75 twice: they earn 19 cents, and the whole earns 20.
    const own = (amount: number) => drawn('2026-07-02', amount, { made: '2026-06-20' });
    const facts = factsOf(dues, [own(975), own(975), underway(20)], '2026-07-02');
    expect([...cashbackOfSchedule(facts, schedule, new Date('2026-07-02T15:00:00Z'))]).toEqual([
      ['2026-06-10', 0],
      ['2026-07-02', 1],
      ['2026-07-15', 40],
    ]);
  });
});

describe('the words of an entry', () => {
  const july4 = { due_date: isoDate('2026-07-04'), paid_in_time_cents: cents(10_000), cashback_cents: cents(100), isPaid: true };

  it.each<[string, Partial<typeof july4>, number, string]>([
    ['a credit', {}, 100, 'You paid $100.00 of the payment due on Jul 4, 2026 in time, which earns $1.00.'],
    [
      'a repayment that came back',
      { paid_in_time_cents: cents(0), cashback_cents: cents(0), isPaid: false },
      -100,
      'Nothing of the payment due on Jul 4, 2026 now counts as paid in time, because a repayment came back.',
    ],
    [
      'a cancelled purchase',
      { paid_in_time_cents: cents(4_000), cashback_cents: cents(40) },
      -60,
      'Because a purchase was canceled or refunded, $40.00 of the payment due on Jul 4, 2026 still counts as paid in time, which earns $0.40.',
    ],
  ])('tell of %s', (_, different, change, words) => {
    expect(explainCashback({ ...july4, ...different }, cents(change))).toBe(words);
  });
});
