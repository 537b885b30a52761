import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBookDifferences } from '../../server/db/queries/bookDifferences.ts';
import type { ReceiverScope } from '../../server/db/scope.ts';
import { addCalendarDays, isoDate } from '../../server/domain/basics/dates.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { callerOf } from '../../server/services/access/caller.ts';
import { endBankLink } from '../../server/services/bank/endBankLink.ts';
import { withLockedReceiver } from '../../server/services/ledger/lockedReceiver.ts';
import { calendarEntries } from '../../server/services/repayment/readCalendar.ts';
import { readDifferences } from '../../server/services/staff/differences.ts';
import { listTransactions } from '../../server/services/transactions/listTransactions.ts';
import { presentRepayment } from '../../server/services/transactions/presentRepayment.ts';
import { chanceOf } from '../support/chance.ts';
import { at } from '../support/correspondent.ts';
import { morning, newDebtorOf } from '../support/debtor.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  // Without a worker: each test says what happens, and when.
  product = await testProduct({ ROLE: 'sandbox' });
});
afterAll(() => product.stop());

const newDebtor = (record: Parameters<typeof newDebtorOf>[1] = {}) => newDebtorOf(product, record);

/** Returns the cents of cashback in the ledger and in the rows, which must agree; and the differences that reconciliation finds. */
async function booksOf(scope: ReceiverScope) {
  const { database } = product.deps;
  const where = { receiver_id: scope.receiverId };
  const account = await database.ledgerBalance.findUnique({ where: { receiver_id_account: { ...where, account: 'cashback' } } });
  const { _sum } = await database.bankTransfer.aggregate({ where: { ...where, cashback_due_date: { not: null } }, _sum: { amount_cents: true } });
  return { ledger: Number(account?.balance_cents ?? 0), rows: Number(_sum.amount_cents ?? 0), differences: await findBookDifferences(database, scope) };
}

describe('cashback', () => {
  // Jul 3, 2026 is a Friday on which banks are open.
  it('is one row for a due date, however it is paid, and one reversal when a payment of it comes back', async () => {
    const debtor = await newDebtor();
    const large = await debtor.buys(10_000, morning('2026-06-03'));
    await debtor.buys(5_000, morning('2026-06-03'));
    await debtor.paysNow(morning('2026-06-10'), { pay: 'purchase', transaction_token: large });
    await debtor.bankSays('posted', morning('2026-06-11'));
    await debtor.bankSays('settled', morning('2026-06-15'));
    expect(await debtor.rows()).toEqual([]);
    await debtor.plans(morning('2026-07-03'));
    await debtor.bankSays('settled', morning('2026-07-08'));
    for (const day of ['2026-07-09', '2026-07-13', '2026-07-14']) {
      expect(await debtor.rows()).toEqual([]);
      await debtor.bankSays('settled', morning(day));
      await debtor.bankSays('pending', morning(day));
      await debtor.plans(morning(day));
    }
    // Until July 13, the third banking day after its settlement, the last payment could come back.
    expect(await debtor.rows()).toEqual([[150, '2026-07-03', '2026-07-14']]);

    await debtor.bankSays('returned', morning('2026-07-20'));
    await debtor.bankSays('settled', morning('2026-07-21'));
    await debtor.bankSays('returned', morning('2026-07-21'));
    // The repetition is late.
    await debtor.plans(morning('2026-07-22'));
    await debtor.bankSays('settled', morning('2026-07-27'));
    await debtor.plans(morning('2026-07-31'));
    expect(await debtor.rows()).toEqual([
      [150, '2026-07-03', '2026-07-14'],
      [-50, '2026-07-03', '2026-07-20'],
    ]);
    expect(await booksOf(debtor.scope)).toEqual({ ledger: 100, rows: 100, differences: [] });
  });

  it('moves nothing between due dates when payments settle in another order than they were made', async () => {
    const debtor = await newDebtor();
    const [first, second] = [await debtor.buys(10_000, morning('2026-06-03')), await debtor.buys(20_000, morning('2026-06-08'))];
    await debtor.paysNow(morning('2026-06-15'), { pay: 'purchase', transaction_token: first });
    await debtor.paysNow(morning('2026-06-16'), { pay: 'purchase', transaction_token: second });
    await debtor.bankSays('settled', morning('2026-06-17'), 1);
    await debtor.bankSays('settled', morning('2026-06-22'), 0);
    // June 19 is a holiday.
    for (const day of ['2026-06-23', '2026-06-24', '2026-06-25', '2026-06-26']) await debtor.plans(morning(day));
    expect(await debtor.rows()).toEqual([
      [200, '2026-07-08', '2026-06-24'],
      [100, '2026-07-03', '2026-06-26'],
    ]);
  });

  it('of a due date stays as it is when a draw of an older one comes back', async () => {
    const debtor = await newDebtor();
    await debtor.buys(10_000, morning('2026-06-03'));
    await debtor.buys(20_000, morning('2026-06-08'));
    await debtor.plans(morning('2026-07-03'));
    await debtor.bankSays('settled', morning('2026-07-08'));
    await debtor.plans(morning('2026-07-08'));
    await debtor.bankSays('settled', morning('2026-07-13'));
    for (const day of ['2026-07-14', '2026-07-17']) await debtor.plans(morning(day));
    await debtor.bankSays('returned', morning('2026-07-20'), 0);
    expect(await debtor.rows()).toEqual([
      [100, '2026-07-03', '2026-07-14'],
      [200, '2026-07-08', '2026-07-17'],
      [-100, '2026-07-03', '2026-07-20'],
    ]);
  });

  it('is taken back for a purchase that is cancelled after it was paid', async () => {
    const debtor = await newDebtor();
    const made = morning('2026-06-03');
    const cancelled = await debtor.buys(10_000, made);
    await debtor.buys(30_000, made);
    await debtor.plans(morning('2026-07-03'));
    await debtor.bankSays('settled', morning('2026-07-08'));
    await debtor.plans(morning('2026-07-14'));
    await debtor.buys(10_000, made, { token: cancelled, status: 'VOIDED', changed: morning('2026-07-15') });
    expect(await debtor.rows()).toEqual([
      [400, '2026-07-03', '2026-07-14'],
      [-100, '2026-07-03', '2026-07-15'],
    ]);
  });

  it('is what paying now promised, credited when the payment is final', async () => {
    const debtor = await newDebtor();
    await debtor.buys(10_099, morning('2026-06-03'));
    await debtor.buys(20_000, morning('2026-06-04'));
    const { cashback_cents } = await debtor.paysNow(morning('2026-06-10'));
    await debtor.bankSays('settled', morning('2026-06-15'));
    for (const day of ['2026-06-18', '2026-06-19']) await debtor.plans(morning(day));
    expect(cashback_cents).toBe(300);
    expect(await debtor.rows()).toEqual([
      [100, '2026-07-03', '2026-06-19'],
      [200, '2026-07-04', '2026-06-19'],
    ]);
  });

  it('becomes final with the day, though nothing is owed any more', async () => {
    const debtor = await newDebtor({ net_terms: 3 });
    await debtor.buys(10_000, morning('2026-06-03'));
    await debtor.paysNow(morning('2026-06-03'));
    await debtor.bankSays('settled', '2026-06-03T20:00:00Z');
    // June 8 is the last day on which it can come back: a minute of it is left in New York.
    await debtor.plans('2026-06-09T03:59:00Z');
    expect(await debtor.rows()).toEqual([]);
    await debtor.plans('2026-06-09T04:00:00Z');
    expect(await debtor.rows()).toEqual([[100, '2026-06-06', '2026-06-09']]);
  });

  it('stands in the table with its own type, is found by it, and says how it was computed and why it is taken back', async () => {
    const debtor = await newDebtor();
    await debtor.buys(10_000, morning('2026-06-03'));
    await debtor.plans(morning('2026-07-03'));
    await debtor.bankSays('settled', morning('2026-07-08'));
    await debtor.plans(morning('2026-07-14'));
    await debtor.bankSays('returned', morning('2026-07-20'));
    const asked = { tab: 'repayments', dir: 'asc', page: 1 } as const;
    const table = async (q: string) => {
      const found = await listTransactions(product.deps, { scope: debtor.scope, receiver: await debtor.receiver() }, { ...asked, q, sort: 'type' });
      return found.rows.map((row) => ('name' in row ? [row.name, row.amount_cents, row.created_at] : []));
    };
    const [credit, reversal] = [
      ['Cashback', 100, '2026-07-14T14:00:00.000Z'],
      ['Cashback reversal', -100, '2026-07-20T14:00:00.000Z'],
    ];
    expect(await table('')).toEqual([credit, reversal, ['Repayment', 10_000, '2026-07-20T14:00:00.000Z']]);
    expect(await table('CASHBACK')).toEqual([credit, reversal]);
    expect(await table('reversal')).toEqual([reversal]);

    const stored = await product.deps.database.bankTransfer.findMany({ where: { receiver_id: debtor.id, is_manual: true }, orderBy: { created_at: 'asc' } });
    const details = await Promise.all(
      stored.map(async (row) => presentRepayment(product.deps, { scope: debtor.scope, receiver: await debtor.receiver(), isOwn: true }, row.id)),
    );
    expect(details).toMatchObject([
      {
        row: { name: 'Cashback', is_manual: true, transaction_type: 'statement_credit', status: 'settled' },
        manual_reason: 'You paid $100.00 of the payment due on Jul 3, 2026 in time, which earns $1.00.',
        receipt: null,
      },
      { manual_reason: 'Nothing of the payment due on Jul 3, 2026 now counts as paid in time, because a repayment came back.' },
    ]);
    for (const data of [{ amount_cents: 200n }, { created_at: new Date() }, { status: 'posted' }]) {
      await expect(product.deps.database.bankTransfer.updateMany({ where: { receiver_id: debtor.id, is_manual: true }, data })).rejects.toThrow('append-only');
    }
    await expect(product.deps.database.bankTransfer.deleteMany({ where: { receiver_id: debtor.id, is_manual: true } })).rejects.toThrow('append-only');
  });

  it('is earned by the rate that held when the purchase was made, whatever the program becomes', async () => {
    // 1.5 %, then 2 %.
    const debtor = await newDebtor({ whitelabel: 'boost' });
    await debtor.buys(10_000, morning('2026-06-03'));
    await debtor.buys(20_000, morning('2026-06-08'));
    await debtor.plans(morning('2026-07-06'));
    await debtor.bankSays('settled', morning('2026-07-08'));
    await debtor.change({ whitelabel: 'card' });
    await debtor.buys(30_000, morning('2026-07-09'));
    expect(await debtor.schedule(morning('2026-07-09'))).toEqual([
      ['2026-07-08', 20_000, 300],
      ['2026-08-08', 30_000, 600],
    ]);
    await debtor.plans(morning('2026-07-09'));
    await debtor.bankSays('settled', morning('2026-07-14'));
    await debtor.plans(morning('2026-07-18'));
    expect(await debtor.rows()).toEqual([
      [150, '2026-07-03', '2026-07-14'],
      [300, '2026-07-08', '2026-07-18'],
    ]);
    // The cashback paid the first $4.50.
    expect(await debtor.schedule(morning('2026-07-18'))).toEqual([['2026-08-08', 29_550, 591]]);
  });

  it('and due dates stay as they are when the merchant changes to another plan', async () => {
    const debtor = await newDebtor();
    await debtor.buys(10_000, morning('2026-06-03'));
    await debtor.buys(20_000, morning('2026-06-15'));
    await debtor.plans(morning('2026-07-03'));
    await debtor.bankSays('settled', morning('2026-07-08'));
    await debtor.plans(morning('2026-07-14'));
    const before = [await debtor.rows(), await debtor.schedule(morning('2026-07-14'))];
    expect(before).toEqual([[[100, '2026-07-03', '2026-07-14']], [['2026-07-15', 19_900, 199]]]);
    await debtor.change({ payment_plan: 'fixed_pay', net_terms: 14 });
    await debtor.plans(morning('2026-07-14'));
    expect([await debtor.rows(), await debtor.schedule(morning('2026-07-14'))]).toEqual(before);

    // Tuesday; the draws are on Wednesdays.
    await debtor.buys(4_001, morning('2026-07-14'));
    const weekly = [
      ['2026-07-15', 21_901, 219],
      ['2026-07-22', 2_000, 20],
    ];
    expect(await debtor.schedule(morning('2026-07-14'))).toEqual(weekly);
    await debtor.change({ payment_plan: 'net_terms', net_terms: 60 });
    expect(await debtor.schedule(morning('2026-07-14'))).toEqual(weekly);
    expect(await debtor.rows()).toEqual(before[0]);
  });

  it('of a weekly due date is one row, though more is bought after all of it was paid', async () => {
    const debtor = await newDebtor({ payment_plan: 'fixed_pay', net_terms: 7 });
    // Thursday to Wednesday.
    await debtor.buys(10_000, morning('2026-07-09'));
    await debtor.paysNow(morning('2026-07-09'));
    await debtor.bankSays('settled', morning('2026-07-13'));
    await debtor.buys(20_000, morning('2026-07-14'));
    await debtor.plans(morning('2026-07-15'));
    await debtor.bankSays('settled', morning('2026-07-20'));
    await debtor.buys(5_000, morning('2026-07-22'));
    await debtor.paysNow(morning('2026-07-22'));
    await debtor.bankSays('settled', morning('2026-07-22'));
    for (const day of ['2026-07-23', '2026-07-24']) await debtor.plans(morning(day));
    expect(await debtor.rows()).toEqual([[300, '2026-07-15', '2026-07-24']]);

    // The payment is final, but more may be bought that is due on the same day.
    await debtor.plans(morning('2026-07-28'));
    expect(await debtor.rows()).toHaveLength(1);
    await debtor.plans(morning('2026-07-29'));
    expect((await debtor.rows())[1]).toEqual([50, '2026-07-29', '2026-07-29']);
  });

  it('is earned by what is repaid after a credit was paid out, and not by what the credit pays when its payout comes back', async () => {
    const debtor = await newDebtor();
    await debtor.buys(10_000, morning('2026-06-03'));
    await debtor.paysNow(morning('2026-06-10'));
    await debtor.bankSays('funds_available', morning('2026-06-15'));
    await debtor.plans(morning('2026-06-19'));
    await debtor.buys(-4_000, morning('2026-06-22'));
    // The cashback of $0.60 that is left stays.
    await debtor.paysOut(4_000, morning('2026-06-22'));
    await debtor.buys(10_000, morning('2026-06-23'));
    await debtor.plans(morning('2026-07-23'));
    await debtor.bankSays('settled', morning('2026-07-27'));
    await debtor.plans(morning('2026-07-31'));
    expect(await debtor.rows()).toEqual([
      [100, '2026-07-03', '2026-06-19'],
      [-40, '2026-07-03', '2026-06-22'],
      // $99.40 were drawn.
      [99, '2026-07-23', '2026-07-31'],
    ]);

    await debtor.bankSaysOfPayout('returned', morning('2026-08-03'));
    await debtor.buys(10_000, morning('2026-08-03'));
    await debtor.plans(morning('2026-09-02'));
    await debtor.bankSays('settled', morning('2026-09-04'));
    // September 7 is a holiday.
    await debtor.plans(morning('2026-09-11'));
    // The credit of $40.00 and the cashback of $0.99 pay the rest: $59.01 are drawn.
    expect((await debtor.rows()).slice(3)).toEqual([[59, '2026-09-02', '2026-09-11']]);
  });

  // June 19, 2026 is a holiday.
  it('is not credited on a purchase that was refunded before', async () => {
    const debtor = await newDebtor();
    await debtor.buys(90_000, morning('2026-06-03'));
    await debtor.paysNow(morning('2026-06-10'));
    await debtor.buys(-90_000, morning('2026-06-11'));
    await debtor.bankSays('settled', morning('2026-06-12'));
    for (const day of ['2026-06-13', '2026-06-18', '2026-07-06']) await debtor.plans(morning(day));
    expect(await debtor.rows()).toEqual([]);
  });

  it('is taken back by its part on the day of a refund that comes later, and again where more is refunded', async () => {
    const debtor = await newDebtor();
    await debtor.buys(90_000, morning('2026-06-03'));
    await debtor.paysNow(morning('2026-06-10'));
    await debtor.bankSays('settled', morning('2026-06-12'));
    await debtor.plans(morning('2026-06-18'));
    await debtor.buys(-30_050, morning('2026-06-20'));
    await debtor.buys(-59_950, morning('2026-06-22'));
    expect(await debtor.rows()).toEqual([
      [900, '2026-07-03', '2026-06-18'],
      // 1 % of $599.50 is kept.
      [-301, '2026-07-03', '2026-06-20'],
      [-599, '2026-07-03', '2026-06-22'],
    ]);
    expect(await booksOf(debtor.scope)).toEqual({ ledger: 0, rows: 0, differences: [] });
  });

  it('of a purchase that is refunded goes, and none comes of the one that the refund pays instead', async () => {
    const debtor = await newDebtor();
    await debtor.buys(90_000, morning('2026-06-03'));
    await debtor.paysNow(morning('2026-06-10'));
    await debtor.bankSays('settled', morning('2026-06-12'));
    await debtor.buys(50_000, morning('2026-06-15'), { from: 'HARBOR FREIGHT' });
    await debtor.plans(morning('2026-06-18'));
    await debtor.buys(-90_000, morning('2026-06-20'));
    for (const day of ['2026-06-22', '2026-07-16']) await debtor.plans(morning(day));
    expect(await debtor.rows()).toEqual([
      [900, '2026-07-03', '2026-06-18'],
      [-900, '2026-07-03', '2026-06-20'],
    ]);
    expect(await debtor.schedule(morning('2026-07-16'))).toEqual([]);
  });

  it('is taken back for the newest purchase at the merchant of the refund, and for the newest of all beyond it', async () => {
    const debtor = await newDebtor();
    await debtor.buys(10_000, morning('2026-06-03'));
    await debtor.buys(20_000, morning('2026-06-08'), { from: 'HARBOR FREIGHT' });
    await debtor.paysNow(morning('2026-06-10'));
    await debtor.bankSays('settled', morning('2026-06-12'));
    await debtor.plans(morning('2026-06-18'));
    await debtor.buys(-9_000, morning('2026-06-20'));
    await debtor.buys(-5_000, morning('2026-06-22'), { from: 'NIMBUS' });
    await debtor.buys(-16_000, morning('2026-06-23'), { from: 'HARBOR FREIGHT' });
    expect(await debtor.rows()).toEqual([
      [100, '2026-07-03', '2026-06-18'],
      [200, '2026-07-08', '2026-06-18'],
      [-90, '2026-07-03', '2026-06-20'],
      [-50, '2026-07-08', '2026-06-22'],
      [-10, '2026-07-03', '2026-06-23'],
      [-150, '2026-07-08', '2026-06-23'],
    ]);
  });

  it('is credited once for a purchase whose payment came back and was made again in time', async () => {
    const debtor = await newDebtor();
    await debtor.buys(90_000, morning('2026-06-03'));
    await debtor.paysNow(morning('2026-06-10'));
    await debtor.bankSays('settled', morning('2026-06-12'));
    await debtor.bankSays('returned', morning('2026-06-16'));
    await debtor.paysNow(morning('2026-06-17'));
    await debtor.bankSays('settled', morning('2026-06-22'));
    await debtor.plans(morning('2026-06-26'));
    await debtor.buys(-90_000, morning('2026-06-29'));
    await debtor.bankSays('settled', morning('2026-06-30'));
    expect(await debtor.rows()).toEqual([
      [900, '2026-07-03', '2026-06-26'],
      [-900, '2026-07-03', '2026-06-29'],
    ]);
  });

  it('is not given on cash', async () => {
    const debtor = await newDebtor();
    await debtor.buys(10_000, morning('2026-06-03'));
    await debtor.buys(40_000, morning('2026-06-03'), { mcc: '6011' });
    expect(await debtor.schedule(morning('2026-06-03'))).toEqual([['2026-07-03', 50_000, 100]]);
    await debtor.plans(morning('2026-07-03'));
    await debtor.bankSays('settled', morning('2026-07-08'));
    await debtor.plans(morning('2026-07-14'));
    expect(await debtor.rows()).toEqual([[100, '2026-07-03', '2026-07-14']]);
  });

  it('is not promised for what is past due once no bank is linked: nothing is drawn late by us any more', async () => {
    const debtor = await newDebtor();
    await debtor.buys(10_000, morning('2026-06-03'));
    expect(await debtor.schedule(morning('2026-07-08'))).toEqual([['2026-07-03', 10_000, 100]]);
    const { id: linkId, account_id: accountId } = await product.deps.database.bankLink.findFirstOrThrow({ where: { receiver_id: debtor.id } });
    const deps = at(product.deps, morning('2026-07-08'));
    await withLockedReceiver(deps, debtor.scope, (transaction) => endBankLink(deps, transaction, debtor.scope, { linkId, accountId, code: 'R02' }));
    expect(await debtor.schedule(morning('2026-07-08'))).toEqual([['2026-07-03', 10_000, 0]]);
    expect(await calendarEntries(deps, { scope: debtor.scope, receiver: await debtor.receiver() })).toMatchObject([
      { amount_cents: 10_000, cashback_cents: 0 },
    ]);
  });

  it('is kept when we draw late', async () => {
    const debtor = await newDebtor();
    await debtor.buys(10_000, morning('2026-06-03'));
    expect(await debtor.schedule(morning('2026-07-08'))).toEqual([['2026-07-03', 10_000, 100]]);
    await debtor.plans(morning('2026-07-09'));
    expect(await debtor.schedule(morning('2026-07-13'))).toEqual([['2026-07-03', 10_000, 100]]);
    await debtor.bankSays('settled', morning('2026-07-14'));
    await debtor.plans(morning('2026-07-18'));
    expect(await debtor.rows()).toEqual([[100, '2026-07-03', '2026-07-18']]);
  });

  it.each([
    ['at half past eleven in the evening of the last day, in New York', '2026-07-04T03:30:00Z', 100],
    ['half an hour later', '2026-07-04T04:00:00Z', 0],
  ])('is promised and earned by what is paid %s', async (_, instant, expected) => {
    const debtor = await newDebtor();
    await debtor.buys(10_000, morning('2026-06-03'));
    expect(await debtor.paysNow(instant)).toMatchObject({ amount_cents: 10_000, cashback_cents: expected });
    await debtor.bankSays('settled', morning('2026-07-09'));
    await debtor.plans(morning('2026-07-15'));
    expect(await debtor.rows()).toEqual(expected === 0 ? [] : [[expected, '2026-07-03', '2026-07-15']]);
  });

  it.each([1, 2, 3, 4])(
    'in rows is to the cent what the ledger has, after random history %i, credited once for a due date and taken back when something came back',
    async (seed) => {
      const chance = chanceOf(`cashback ${seed}`);
      const debtor = await newDebtor(chance.is(0.5) ? { net_terms: chance.below(9) } : { payment_plan: 'fixed_pay', net_terms: 14 });
      const fates: [number, string[]][] = [];
      for (let day = isoDate('2026-06-01'); day <= '2026-07-24'; day = addCalendarDays(day, 1)) {
        const now = morning(day);
        if (day <= '2026-06-30' && chance.is(0.6)) await debtor.buys(chance.between(1, 90_000), now, chance.is(0.1) ? { mcc: '6011' } : {});
        if (chance.is(0.1)) await debtor.paysNow(now, { pay: chance.pick(['all', 'next_due']) });
        await debtor.plans(now);
        for (let place = fates.length; place < (await debtor.draws()).length; place += 1) {
          fates.push([place, chance.is(0.25) ? ['pending', 'posted', 'settled', 'returned'] : ['pending', 'posted', 'settled', 'funds_available']]);
        }
        for (const [place, states] of fates) {
          const next = states.shift();
          if (next !== undefined) await debtor.bankSays(next, now, place);
        }
      }
      const { ledger, rows, differences } = await booksOf(debtor.scope);
      expect(ledger).toBeGreaterThan(0);
      expect([rows, differences]).toEqual([ledger, []]);
      const all = await debtor.rows();
      for (const ofDue of Map.groupBy(all, ([, due]) => due).values()) {
        // Credited once, and again only after something was taken back.
        const isCredit = ofDue.map(([amount]) => Number(amount) > 0);
        expect(isCredit.some((is, place) => is && isCredit[place - 1] === true)).toBe(false);
      }
      const takenBack = Map.groupBy(
        all.filter(([amount]) => Number(amount) < 0),
        ([, due]) => due,
      );
      const returned = (await debtor.draws()).filter(({ status }) => status === 'returned').length;
      for (const rows of takenBack.values()) expect(rows.length).toBeLessThanOrEqual(returned);
    },
  );
});

describe('what is paid out of a credit', () => {
  it('is nothing of a payment that can still come back', async () => {
    const debtor = await newDebtor();
    await debtor.buys(90_895, morning('2026-06-03'));
    await debtor.paysNow(morning('2026-06-10'));
    await debtor.bankSays('settled', '2026-06-12T14:00:00Z');
    await debtor.buys(-90_895, '2026-06-12T14:00:00Z');
    await expect(debtor.paysOut(90_895, '2026-06-12T14:00:01Z')).rejects.toMatchObject({ code: 'nothing_to_pay_out' });
    expect(await debtor.credit(morning('2026-06-12'))).toEqual([0, 90_895, '2026-06-18', 0]);
    await debtor.bankSays('funds_available', morning('2026-06-15'));
    expect(await debtor.credit(morning('2026-06-17'))).toEqual([0, 90_895, '2026-06-18', 0]);
    await expect(debtor.paysOut(90_895, morning('2026-06-17'))).rejects.toMatchObject({ code: 'nothing_to_pay_out' });
    await debtor.paysOut(90_895, morning('2026-06-18'));
    expect(await debtor.credit(morning('2026-06-18'))).toEqual([0, 0, null, 0]);
  });

  it('is the rest of a credit beside such a payment', async () => {
    const debtor = await newDebtor();
    await debtor.buys(30_000, morning('2026-06-03'));
    await debtor.paysNow(morning('2026-06-04'));
    await debtor.bankSays('funds_available', morning('2026-06-08'));
    await debtor.buys(-30_000, morning('2026-06-09'));
    await debtor.buys(50_000, morning('2026-06-15'));
    await debtor.paysNow(morning('2026-06-15'));
    await debtor.bankSays('settled', morning('2026-06-17'));
    await debtor.buys(-50_000, morning('2026-06-17'));
    expect(await debtor.credit(morning('2026-06-17'))).toEqual([30_000, 20_000, '2026-06-24', 0]);
  });

  it('takes sixty-one banking days for a payment from a person’s account', async () => {
    const debtor = await newDebtor();
    await debtor.buys(30_000, morning('2026-06-03'));
    await debtor.paysNow(morning('2026-06-04'));
    await product.deps.database.bankLink.updateMany({ where: { receiver_id: debtor.id }, data: { holder_category: 'personal' } });
    await debtor.bankSays('funds_available', morning('2026-06-08'));
    await debtor.buys(-30_000, morning('2026-06-09'));
    // Beside the weekends, banks are closed on June 19; on July 3 they are open.
    expect(await debtor.credit(morning('2026-07-08'))).toEqual([0, 30_000, '2026-09-02', 0]);
    expect(await debtor.credit(morning('2026-09-02'))).toEqual([30_000, 0, null, 0]);
  });

  it('is no cashback, also where it has paid a purchase that was refunded', async () => {
    const debtor = await newDebtor();
    await debtor.buys(90_000, morning('2026-06-03'));
    await debtor.paysNow(morning('2026-06-03'));
    await debtor.bankSays('funds_available', morning('2026-06-08'));
    await debtor.plans(morning('2026-06-12'));
    expect(await debtor.credit(morning('2026-06-22'))).toEqual([0, 0, null, 900]);
    await expect(debtor.paysOut(900, morning('2026-06-22'))).rejects.toMatchObject({ code: 'nothing_to_pay_out' });
    await debtor.buys(40_000, morning('2026-06-22'));
    await debtor.paysNow(morning('2026-06-22'));
    await debtor.bankSays('funds_available', morning('2026-06-24'));
    await debtor.plans(morning('2026-06-30'));
    // $391.00 were paid in time, and the cashback of $9.00 paid the rest.
    expect((await debtor.rows()).at(-1)).toEqual([391, '2026-07-22', '2026-06-30']);
    expect(await debtor.credit(morning('2026-07-01'))).toEqual([0, 0, null, 391]);
    await debtor.buys(-40_000, morning('2026-07-01'));
    expect((await debtor.rows()).at(-1)).toEqual([-391, '2026-07-22', '2026-07-01']);
    expect(await debtor.credit(morning('2026-07-01'))).toEqual([39_100, 0, null, 900]);
    await debtor.paysOut(39_100, morning('2026-07-01'));
    expect(await debtor.credit(morning('2026-07-01'))).toEqual([0, 0, null, 900]);
    // Nor do staff pay it, when nobody has claimed it for sixty days.
    const { differences } = await readDifferences(at(product.deps, morning('2026-09-15')), callerOf(await debtor.receiver()));
    expect(differences.filter(({ customer }) => customer?.token === debtor.id)).toEqual([]);
    // At the closing it is paid out too.
    await debtor.change({ closing_requested_at: new Date(morning('2026-07-02')) });
    expect(await debtor.credit(morning('2026-07-02'))).toEqual([900, 0, null, 0]);
  });
});

describe('a debit that came back holds the account until its amount is paid', () => {
  it('though the merchant had paid ahead of any due date', async () => {
    const debtor = await newDebtor();
    await debtor.buys(90_000, morning('2026-06-03'));
    await debtor.paysNow(morning('2026-06-10'));
    await debtor.bankSays('settled', morning('2026-06-12'));
    await debtor.bankSays('returned', morning('2026-06-15'));
    expect(await debtor.isHeld(morning('2026-06-15'))).toBe(true);
    await debtor.paysNow(morning('2026-06-16'), { pay: 'amount', amount_cents: cents(89_999) });
    await debtor.bankSays('settled', morning('2026-06-18'));
    expect(await debtor.isHeld(morning('2026-06-18'))).toBe(true);
    await debtor.paysNow(morning('2026-06-22'));
    await debtor.bankSays('settled', morning('2026-06-24'));
    await debtor.buys(5_000, morning('2026-06-25'));
    expect(await debtor.isHeld(morning('2026-06-25'))).toBe(false);
  });

  it('once its retry has paid it, too, also on the due date', async () => {
    const debtor = await newDebtor();
    await debtor.buys(90_000, morning('2026-06-03'));
    await debtor.paysNow(morning('2026-06-10'));
    await debtor.bankSays('settled', morning('2026-06-12'));
    await debtor.bankSays('returned', morning('2026-06-15'));
    await debtor.plans(morning('2026-07-06'));
    expect(await debtor.isHeld(morning('2026-07-06'))).toBe(true);
    await debtor.bankSays('settled', morning('2026-07-08'));
    await debtor.buys(5_000, morning('2026-07-09'));
    expect(await debtor.isHeld(morning('2026-07-09'))).toBe(false);
  });

  it('though a refund had left a credit that paid what is due later', async () => {
    const debtor = await newDebtor();
    await debtor.buys(90_000, morning('2026-06-03'));
    await debtor.plans(morning('2026-07-06'));
    await debtor.bankSays('settled', morning('2026-07-08'));
    await debtor.buys(-90_000, morning('2026-07-08'));
    await debtor.buys(50_000, morning('2026-07-09'));
    await debtor.bankSays('returned', morning('2026-07-10'));
    expect(await debtor.isHeld(morning('2026-07-10'))).toBe(true);
    await debtor.paysNow(morning('2026-07-13'));
    await debtor.bankSays('settled', morning('2026-07-15'));
    await debtor.buys(5_000, morning('2026-07-16'));
    expect(await debtor.isHeld(morning('2026-07-16'))).toBe(false);
  });

  it('though its amount was paid out, which staff are told of', async () => {
    const debtor = await newDebtor();
    await debtor.buys(90_895, morning('2026-06-03'));
    await debtor.paysNow(morning('2026-06-10'));
    await debtor.bankSays('settled', morning('2026-06-12'));
    await debtor.bankSays('funds_available', morning('2026-06-15'));
    await debtor.buys(-90_895, morning('2026-06-16'));
    await debtor.paysOut(90_895, morning('2026-06-18'));
    await debtor.bankSays('returned', morning('2026-06-19'));
    expect(await debtor.isHeld(morning('2026-06-19'))).toBe(true);
    expect(await product.deps.database.reconciliationDifference.findMany({ where: { receiver_id: debtor.id } })).toMatchObject([
      { subject: 'returned_after_payout', ours: { amount_cents: 90_895 }, theirs: { code: 'R01' }, resolved_at: null },
    ]);
  });

  it('of the second part of a draw, though the first part settled', async () => {
    const debtor = await newDebtor();
    await debtor.buys(90_000, morning('2026-06-03'));
    await debtor.plans(morning('2026-07-06'));
    const [whole] = await debtor.draws();
    await product.deps.database.draw.updateMany({ where: { id: whole?.id ?? '' }, data: { amount_cents: 50_000n } });
    await debtor.bankSays('settled', morning('2026-07-08'));
    await debtor.plans(morning('2026-07-09'));
    await debtor.bankSays('settled', morning('2026-07-13'));
    await debtor.bankSays('returned', morning('2026-07-14'));
    expect((await debtor.draws()).map(({ amount_cents, status }) => [amount_cents, status])).toEqual([
      [50_000n, 'settled'],
      [40_000n, 'returned'],
    ]);
    expect(await debtor.isHeld(morning('2026-07-14'))).toBe(true);
  });
});

it('a failed debit is presented again whole when what paid it came back, though a refund was paid out meanwhile', async () => {
  const debtor = await newDebtor();
  await debtor.buys(10_000, morning('2026-06-03'));
  await debtor.plans(morning('2026-07-03'));
  await debtor.bankSays('returned', morning('2026-07-06'));
  await debtor.paysNow(morning('2026-07-06'));
  await debtor.bankSays('funds_available', morning('2026-07-07'));
  await debtor.buys(-3_000, morning('2026-07-07'));
  await debtor.paysOut(3_000, morning('2026-07-13'));
  await debtor.bankSays('returned', morning('2026-07-14'));
  await debtor.plans(morning('2026-07-15'));
  const [first, paid, ...again] = await debtor.draws();
  expect([first?.amount_cents, paid?.amount_cents]).toEqual([10_000n, 10_000n]);
  expect(again).toMatchObject([{ amount_cents: 10_000n, retry_of: first?.id }]);
});

it('a debit that came back after its money was paid out is presented twice in all, like any other', async () => {
  const debtor = await newDebtor();
  const made = morning('2026-06-03');
  const token = await debtor.buys(10_000, made);
  await debtor.paysNow(morning('2026-06-10'));
  await debtor.bankSays('funds_available', morning('2026-06-15'));
  await debtor.buys(10_000, made, { token, status: 'VOIDED', changed: morning('2026-06-16') });
  await debtor.paysOut(10_000, morning('2026-06-22'));
  await debtor.bankSays('returned', morning('2026-06-23'));
  for (const day of ['2026-06-24', '2026-06-25']) await debtor.plans(morning(day));
  await debtor.bankSays('returned', morning('2026-06-29'));
  for (const day of ['2026-06-30', '2026-07-01', '2026-07-02']) await debtor.plans(morning(day));
  const [first, ...again] = await debtor.draws();
  expect(first).toMatchObject({ kind: 'pay_now', amount_cents: 10_000n });
  expect(again).toMatchObject([{ amount_cents: 10_000n, retry_of: first?.id, debit_date: new Date('2026-06-25') }]);
});

it.each([
  ['the cashback of another one', true],
  ['that it failed', false],
])('a failed debit is presented again whole, though cashback came while it was under way: %s is read first', async (_, isCashbackFirst) => {
  const debtor = await newDebtor({ net_terms: 5 });
  await debtor.buys(10_000, morning('2026-06-03'));
  await debtor.buys(5_000, morning('2026-06-04'));
  for (const day of ['2026-06-08', '2026-06-09']) await debtor.plans(morning(day));
  await debtor.bankSays('settled', morning('2026-06-11'), 0);
  await debtor.buys(3_000, morning('2026-06-16'));
  // On June 17 the first debit is final.
  if (isCashbackFirst) await debtor.plans(morning('2026-06-17'));
  await debtor.bankSays('returned', morning('2026-06-17'), 1);
  for (const day of ['2026-06-18', '2026-06-22']) await debtor.plans(morning(day));
  const today = (await debtor.draws()).slice(2);
  // The cashback of $1.00 pays a part of what is due next.
  expect(new Map(today.map(({ amount_cents, retry_of }) => [Number(amount_cents), retry_of !== null]))).toEqual(
    new Map([
      [5_000, true],
      [2_900, false],
    ]),
  );
});
