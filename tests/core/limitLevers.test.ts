import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LimitHistoryAnswer, LimitLeversAnswer, LimitWhatIfAnswer } from '../../server/contract/spendingPower.ts';
import { readSalesMovements } from '../../server/db/queries/salesMovements.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { addCalendarDays, dayMs, startOfDay, utcDate } from '../../server/domain/basics/dates.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { salesHistory } from '../../server/domain/store/sales.ts';
import { planDueDraws } from '../../server/services/repayment/planDraws.ts';
import { sendOpenDraws } from '../../server/services/repayment/sendDraw.ts';
import { recomputeSpendingPower } from '../../server/services/spendingPower/recomputeSpendingPower.ts';
import { advanceBankingDays, untilDebited, untilFinal } from '../support/bankingDays.ts';
import { type Cardholder, linkBank, newCardholder, spend } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let merchant: Person;
beforeAll(async () => {
  product = await testProduct();
  await product.press('lithic', 'clearing_days', { days: 0 });
  await advanceBankingDays(product, 1);
});
afterAll(() => product.stop());

const own = () => ({ receiver_id: merchant.receiver.id });
const scope = () => receiverScope(merchant.receiver.id);

async function ask<Answer>(call: string): Promise<Answer> {
  const answer = await product.call(`/api/users/${merchant.receiver.token}/${call}`, { token: merchant.token, host: merchant.host });
  expect(answer.status).toBe(200);
  return answer.body;
}
const levers = () => ask<LimitLeversAnswer>('limit_levers');
const leverOf = async (key: string) => {
  const found = (await levers()).levers.find((lever) => lever.key === key);
  if (!found) throw new Error(`there is no lever ${key}`);
  return found;
};

/** Movements of a store, each some days before now, in cents. */
async function trade(movements: readonly { daysAgo: number; amount: bigint; type?: string }[], source = 'shopify') {
  const now = product.deps.clock();
  await product.deps.database.storeTransaction.createMany({
    data: movements.map(({ daysAgo, amount, type = 'sale' }, place) => ({
      ...own(),
      source,
      external_id: `movement ${place}`,
      type,
      status: 'success',
      amount_cents: amount,
      search_text: '',
      created_at: new Date(now.getTime() - daysAgo * dayMs),
      updated_at: now,
    })),
  });
}

async function connect(freshDaysAgo: number, source = 'shopify') {
  const now = product.deps.clock().getTime();
  const fresh_at = new Date(now - freshDaysAgo * dayMs);
  const read = { linked_at: fresh_at, fresh_at, last_synced_at: fresh_at, counted_at: fresh_at };
  await product.deps.database.commerceLink.create({
    data: {
      ...own(),
      source,
      handle: `h_${randomUUID().replaceAll('-', '').slice(0, 24)}`,
      connection_id: `${source} ${merchant.receiver.id}`,
      platform: 'SHOPIFY',
      ...read,
    },
  });
}

/** The limit of a new run of the rule. */
async function limitNow(): Promise<number> {
  await recomputeSpendingPower(product.deps, scope(), 'test');
  const newest = await product.deps.database.spendingPowerSnapshot.findFirstOrThrow({ where: own(), orderBy: [{ taken_at: 'desc' }, { id: 'desc' }] });
  return Number(newest.total_cents);
}

/** $9,000 in each of three months. */
const evenSales = [5, 35, 65].map((daysAgo) => ({ daysAgo, amount: 900_000n }));
/** An old sale, with which the months are averaged over 90 days. */
const longAgo = { daysAgo: 120, amount: 100n };

describe('what raises a limit', () => {
  beforeEach(async () => {
    merchant = await signUp(product);
  });

  it('is what the rule gives once the store has been read again', async () => {
    await trade([longAgo, ...evenSales]);
    await connect(10);
    const answer = await levers();
    // 9,000 × 80%, of which old data counts half.
    expect(answer).toMatchObject({
      total_cents: 360_000,
      available_cents: 360_000,
      is_being_read: false,
      second_store: 'window',
      monthly_sales_cents: 900_000,
    });
    const promised = await leverOf('freshness');
    expect(promised).toMatchObject({ total_change_cents: 360_000, total_after_cents: 720_000, place: 'stores' });
    expect(answer.holds).toMatchObject([{ key: 'freshness', cost_cents: 360_000 }]);
    expect(await limitNow()).toBe(answer.total_cents);
    await product.deps.database.commerceLink.updateMany({ where: own(), data: { fresh_at: product.deps.clock() } });
    expect(await limitNow()).toBe(promised.total_after_cents);
    expect((await levers()).levers.map(({ key }) => key)).toEqual(['second_store', 'more_sales']);
  });

  it('is what the rule gives once the store that was read longest ago has been read again', async () => {
    await trade([longAgo, ...evenSales]);
    await connect(0);
    await connect(10, 'bigcommerce');
    // 9,000 × 80%, of which old data counts half.
    expect(await limitNow()).toBe(360_000);
    const promised = await leverOf('freshness');
    await product.deps.database.commerceLink.updateMany({ where: own(), data: { fresh_at: product.deps.clock() } });
    expect(await limitNow()).toBe(promised.total_after_cents);
  });

  it('is told of the limit that is in force, though a sale has left the 90 days since', async () => {
    // An hour ago the oldest sale still counted.
    await trade([longAgo, ...evenSales, { daysAgo: 90 + 1 / 48, amount: 900_000n }]);
    await connect(10);
    const before = new Date(product.deps.clock().getTime() - 3_600_000);
    await recomputeSpendingPower({ ...product.deps, clock: () => before }, scope(), 'test');
    // 36,000 ÷ 3 × 80%, of which old data counts half.
    const { total_cents } = await ask<{ total_cents: number }>('spending_power');
    expect(total_cents).toBe(480_000);
    expect(await levers()).toMatchObject({ total_cents, monthly_sales_cents: 1_200_000 });
    expect(await leverOf('freshness')).toMatchObject({ total_after_cents: 960_000 });
  });

  it('is what the rule gives once a second store is connected that sold as much as was said', async () => {
    await trade([longAgo, ...evenSales]);
    await connect(0);
    const promised = await leverOf('second_store');
    // $1,000 a month × 80%.
    expect(promised).toMatchObject({ total_change_cents: 80_000, place: 'stores' });
    const imagined = await ask<LimitWhatIfAnswer>('limit_what_if?monthly_sales_cents=900000&returned_basis_points=0&second_store_cents=100000');
    expect(imagined).toEqual({ total_cents: 800_000, available_cents: 800_000, total_change_cents: 80_000, ceiling: null });
    await trade(
      [5, 35, 65].map((daysAgo) => ({ daysAgo, amount: 100_000n })),
      'bigcommerce',
    );
    await connect(0, 'bigcommerce');
    expect(await limitNow()).toBe(promised.total_after_cents);
  });

  it('is a store where staff waived it: what it gives then is what was promised', async () => {
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { rutter_access_token: 'BLANK' } });
    const promised = await leverOf('first_store');
    expect(promised).toMatchObject({ title: 'Connect your store: this is for $10,000.00 that it sells in a month.', place: 'stores' });
    await trade([longAgo, ...[5, 35, 65].map((daysAgo) => ({ daysAgo, amount: 1_000_000n }))]);
    await connect(0);
    expect(await limitNow()).toBe(promised.total_after_cents);
    expect((await levers()).levers.map(({ key }) => key)).toEqual(['second_store', 'more_sales']);
  });

  it('is fewer refunds, and until when there are too many follows from their days', async () => {
    // $2,400 of $27,000 went back, 8.89%: 24,600 / 3 × 76.11% = 6,241.02. At 5% 25,650 / 3 × 80% = 6,840.
    await trade([longAgo, ...evenSales, { daysAgo: 80, amount: 200_000n, type: 'refund' }, { daysAgo: 2, amount: 40_000n, type: 'refund' }]);
    await connect(0);
    const answer = await levers();
    expect(answer.total_cents).toBe(624_100);
    const promised = await leverOf('returns');
    expect(promised).toMatchObject({ total_change_cents: 59_900, total_after_cents: 684_000 });
    // At noon of its day 80 days ago the larger one is 90 days old 10 days later, so gone with the next midnight.
    const day = new Date(product.deps.clock().getTime() - 80 * dayMs);
    day.setUTCHours(0, 0, 0, 0);
    expect(promised.by_itself_on).toBe(new Date(day.getTime() + 91 * dayMs).toISOString().slice(0, 10));
    await product.deps.database.storeTransaction.updateMany({ where: { ...own(), type: 'refund', amount_cents: 200_000n }, data: { amount_cents: 95_000n } });
    expect(await limitNow()).toBe(promised.total_after_cents);
  });

  it('looks ahead by sums of days that come to what each order comes to', async () => {
    const { database, clock } = product.deps;
    const noonOf = (daysAgo: number) => new Date(startOfDay(utcDate(clock())).getTime() + dayMs / 2 - daysAgo * dayMs);
    const movement = (place: number, daysAgo: number, more: { type: string; status: string }) => ({
      amount_cents: cents(1_000 + 37 * place),
      order_id: place % 11 === 0 ? null : `order ${place % 40}`,
      created_at: noonOf(daysAgo),
      ...more,
    });
    const sales = Array.from({ length: 160 }, (_, place) =>
      movement(place, 1 + ((place * 17) % 95), { type: 'sale', status: place % 3 === 0 ? 'refunded' : 'success' }),
    );
    const refunds = Array.from({ length: 120 }, (_, place) =>
      movement(place, (place * 7) % 88, { type: 'refund', status: place % 5 === 0 ? 'pending' : 'success' }),
    );
    const each = [...sales, ...refunds];
    await database.storeTransaction.createMany({
      data: each.map((one, place) => ({ ...own(), ...one, source: 'shopify', external_id: `movement ${place}`, search_text: '', updated_at: clock() })),
    });
    const summed = await readSalesMovements(database, scope(), clock());
    expect(summed.length).toBeLessThan(each.length);
    for (let days = 1; days <= 90; days += 1) {
      const day = startOfDay(addCalendarDays(utcDate(clock()), days));
      expect(salesHistory(summed, day)).toEqual(
        salesHistory(
          each.filter(({ created_at }) => created_at >= noonOf(90)),
          day,
        ),
      );
    }
  });

  it('is the same as now while no sales are changed', async () => {
    await trade([longAgo, { daysAgo: 40, amount: 1_234_567n }, { daysAgo: 5, amount: 345_679n }, { daysAgo: 3, amount: 100_003n, type: 'refund' }]);
    await connect(0);
    const total_cents = await limitNow();
    expect(await ask('limit_what_if?second_store_cents=0')).toMatchObject({ total_cents, total_change_cents: 0 });
  });

  it('is asked and imagined without a thing being stored', async () => {
    await trade([longAgo, { daysAgo: 5, amount: 900_000n }, { daysAgo: 3, amount: 300_000n, type: 'refund' }]);
    await connect(10);
    await limitNow();
    const before = await contents();
    await levers();
    await ask('limit_what_if?monthly_sales_cents=5000000&returned_basis_points=250&second_store_cents=0');
    await ask('limit_history');
    expect(await contents()).toEqual(before);
    expect(before.size).toBeGreaterThan(10);
  });

  it('refuses what cannot be imagined', async () => {
    const path = (query: string) => `/api/users/${merchant.receiver.token}/limit_what_if?${query}`;
    const { token, host } = merchant;
    for (const query of [
      '',
      'monthly_sales_cents=-1&returned_basis_points=0&second_store_cents=0',
      'monthly_sales_cents=1&returned_basis_points=10001&second_store_cents=0',
    ])
      expect((await product.call(path(query), { token, host })).status).toBe(400);
  });
});

/** A digest of this receiver's rows in each table that has a column for it. */
async function contents(): Promise<ReadonlyMap<string, string>> {
  const { database } = product.deps;
  const tables = await database.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'receiver_id' AND udt_name = 'uuid' ORDER BY 1`;
  const digests = new Map<string, string>();
  for (const { name } of tables) {
    const [found] = await database.$queryRawUnsafe<{ digest: string | null }[]>(
      `SELECT count(*) || coalesce(md5(string_agg(one::text, ' ' ORDER BY one::text)), '') AS digest FROM "${name}" one WHERE receiver_id = $1::uuid`,
      merchant.receiver.id,
    );
    digests.set(name, found?.digest ?? '');
  }
  return digests;
}

describe('a payment as a lever', () => {
  let holder: Cardholder;
  beforeEach(async () => {
    holder = await newCardholder(product);
    merchant = holder;
    await eventually('the first limit', async () => (await product.deps.database.card.findFirstOrThrow({ where: own() })).spend_limit === 100_000n);
    await untilDebited(product);
  });

  async function buy(amount: number): Promise<void> {
    const { token } = await spend(product, holder, amount, { settle: true });
    await eventually('the settled purchase', () => product.deps.database.cardTransaction.findFirst({ where: { token, status: 'SETTLED' } }));
  }

  const drawIs = (status: string, kind = 'scheduled') =>
    eventually(`a draw that is ${status}`, () => product.deps.database.draw.findFirst({ where: { ...own(), status, kind } }));

  async function payNow(amount_cents: number): Promise<void> {
    const answer = await product.call(`/api/users/${merchant.receiver.token}/pay_now`, {
      method: 'POST',
      token: merchant.token,
      headers: { 'idempotency-key': randomUUID() },
      body: { pay: 'amount', amount_cents },
    });
    expect(answer.status).toBe(202);
    await drawIs('pending', 'pay_now');
  }

  it('frees what was promised once it has settled, and is named while it is on its way', async () => {
    await buy(62_000);
    const promised = await leverOf('repayment');
    // Of $1,000 $380 are left.
    expect(promised).toMatchObject({ title: 'Repay $620.00 today.', total_change_cents: 0, available_change_cents: 62_000, available_after_cents: 100_000 });
    await payNow(62_000);
    const waiting = await levers();
    expect(waiting.available_cents).toBe(38_000);
    expect(waiting.levers.map(({ key }) => key)).not.toContain('repayment');
    expect(await leverOf('underway')).toMatchObject({ available_change_cents: 62_000, available_after_cents: 100_000, doer: 'time' });
    await advanceBankingDays(product, 3);
    await drawIs('funds_available', 'pay_now');
    expect((await levers()).available_cents).toBe(38_000);
    await untilFinal(product);
    await eventually('what was promised', async () => (await levers()).available_cents >= promised.available_after_cents);
    const cashback = await product.deps.database.ledgerBalance.findUnique({ where: { receiver_id_account: { ...own(), account: 'cashback' } } });
    expect((await levers()).outstanding_cents + Number(cashback?.balance_cents ?? 0)).toBe(0);
  });

  it('of a failed repayment lifts the hold, by the smallest amount that does', async () => {
    await buy(20_000);
    await planDueDraws(product.deps, holder.scope);
    await sendOpenDraws(product.deps, holder.scope);
    const { transfer_id } = await drawIs('pending');
    await advanceBankingDays(product, 1);
    await product.press('plaid', 'fail_repayment', { transfer_id: transfer_id ?? '', code: 'R02' });
    await drawIs('returned');
    await eventually('the hold', async () => (await levers()).total_cents === 0);
    const held = await levers();
    expect(held).toMatchObject({ available_cents: 0, ceiling: 'While your account is held, nothing else raises your limit.', outstanding_cents: 20_000 });
    expect(held.holds).toMatchObject([{ key: 'blocks', cost_cents: 100_000, until: expect.stringContaining('Until it is paid.'), places: ['payments'] }]);
    const account = async () => (await product.call('/api/receiver', { token: merchant.token })).body;
    expect(await account()).toMatchObject({ blocks: ['unpaid_draw'], payable: { ends_hold_cents: 20_000 } });
    // The account's lack of money ended the bank's link.
    const lifted = { total_change_cents: 100_000, total_after_cents: 100_000, available_after_cents: 100_000 };
    expect(await leverOf('unpaid_draw')).toMatchObject({ ...lifted, place: 'bank', text: expect.stringContaining('Link your bank account first.') });
    await linkBank(product, merchant.receiver.id);
    const promised = await leverOf('unpaid_draw');
    expect(promised).toMatchObject({ ...lifted, place: 'payments', title: 'Pay $200.00 so that no repayment that failed is still owed.' });
    await payNow(20_000);
    await advanceBankingDays(product, 3);
    await eventually('the limit back', async () => (await levers()).total_cents === promised.total_after_cents);
    expect(await account()).toMatchObject({ blocks: [], payable: { ends_hold_cents: null } });
    await untilFinal(product);
    expect((await levers()).available_cents).toBe(promised.available_after_cents);
  });
});

describe('the limit over a year', () => {
  it('is read with the cause of each step, of four hundred days', async () => {
    merchant = await signUp(product);
    await limitNow();
    const [first] = await product.deps.database.spendingPowerSnapshot.findMany({ where: own() });
    if (!first) throw new Error('the rule has not run');
    const inputs = first.inputs as Record<string, unknown>;
    const now = product.deps.clock();
    const noon = new Date(now);
    noon.setUTCHours(12, 0, 0, 0);
    await product.deps.database.spendingPowerSnapshot.deleteMany({ where: own() });
    // A starting limit of $1,000 and a dollar more each day.
    await product.deps.database.spendingPowerSnapshot.createMany({
      data: Array.from({ length: 400 }, (_, place) => {
        const total = 100_000 + 100 * place;
        return {
          ...own(),
          total_cents: BigInt(total),
          outstanding_cents: 0n,
          available_cents: BigInt(total),
          inputs: { ...inputs, initial_spend_limit_cents: total },
          terms: [],
          cause: 'test',
          taken_at: new Date(noon.getTime() - (400 - place) * dayMs),
        };
      }),
    });
    const { days } = await ask<LimitHistoryAnswer>('limit_history');
    expect(days.length).toBeGreaterThan(330);
    const [oldest, second] = days;
    expect(oldest?.causes).toEqual([]);
    const usd = (amount: number) => `$${(amount / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
    const before = oldest?.total_cents ?? 0;
    expect(second?.causes).toEqual([{ change_cents: 100, text: `+$1.00: Your starting limit rose from ${usd(before)} to ${usd(before + 100)}.` }]);
    expect(days.slice(1).every(({ causes }) => causes.length === 1)).toBe(true);
  });
});
