import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SpendingPowerAnswer } from '../../server/contract/spendingPower.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { dayMs } from '../../server/domain/basics/dates.ts';
import { addMonths, monthOf } from '../../server/domain/basics/periods.ts';
import { recomputeSpendingPower } from '../../server/services/spendingPower/recomputeSpendingPower.ts';
import { type Cardholder, newCardholder, spend } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

const ask = (person: Person, of: Person = person) => product.call(`/api/users/${of.receiver.token}/spending_power`, { host: person.host, token: person.token });
const reasonsOf = async (person: Person): Promise<SpendingPowerAnswer> => (await ask(person)).body;

/** Sales of a store, each on a day before now, in cents. */
async function sell({ receiver }: Cardholder, sales: readonly { daysAgo: number; amount: bigint; type?: string; status?: string }[]) {
  const now = product.deps.clock().getTime();
  await product.deps.database.storeTransaction.createMany({
    data: sales.map(({ daysAgo, amount, type = 'sale', status = 'success' }, place) => ({
      receiver_id: receiver.id,
      source: 'rutter',
      external_id: `sale ${place}`,
      type,
      status,
      amount_cents: amount,
      search_text: '',
      created_at: new Date(now - daysAgo * dayMs),
      updated_at: new Date(now),
    })),
  });
  await product.deps.database.commerceLink.create({
    data: { receiver_id: receiver.id, source: 'shopify', handle: `h_${receiver.id}`, connection_id: receiver.id, platform: 'SHOPIFY', fresh_at: new Date(now) },
  });
}

describe('why spending power is what it is', () => {
  it('is nothing yet before it was found out', async () => {
    const person = await signUp(product);
    const answer = await reasonsOf(person);
    expect(answer).toMatchObject({ taken_at: null, total_cents: null, terms: [], reasons: [], changes: [], expected_sales_cents: null });
    expect(answer.months).toHaveLength(12);
  });

  it('is told step by step to the total, with a year of sales beside spending', async () => {
    const merchant = await newCardholder(product, { net_terms: 30 });
    await sell(merchant, [
      { daysAgo: 1, amount: 300_000n },
      { daysAgo: 40, amount: 300_000n },
      { daysAgo: 79.5, amount: 300_000n },
      { daysAgo: 2, amount: 70_000n, status: 'failure' },
    ]);
    await recomputeSpendingPower(product.deps, merchant.scope, 'store synced');
    await eventually('a limit of all spending power', async () => {
      const card = await product.deps.database.card.findFirstOrThrow({ where: { receiver_id: merchant.receiver.id } });
      return card.spend_limit > 100_000n;
    });
    await spend(product, merchant, 5_000, { settle: true });
    const answer = await eventually('the purchase', async () => {
      const seen = await reasonsOf(merchant);
      return seen.outstanding_cents === 5_000 && seen;
    });

    // 9,000 dollars in 80 days are 3,375 in 30; four fifths of that are 2,700.
    expect(answer.total_cents).toBe(270_000);
    expect(answer.available_cents).toBe(265_000);
    expect(answer.terms.map(({ key, subtotal_cents }) => [key, subtotal_cents])).toEqual([
      ['sales', 900_000],
      ['returns', 900_000],
      ['month', 337_500],
      ['advance_rate', 270_000],
    ]);
    expect(answer.terms.reduce((sum, { change_cents }) => sum + change_cents, 0)).toBe(answer.total_cents);

    const thisMonth = monthOf(product.deps.clock());
    expect(answer.months.map(({ month }) => month)).toEqual(Array.from({ length: 12 }, (_, place) => addMonths(thisMonth, place - 11)));
    expect(answer.months.reduce((sum, { sales_cents }) => sum + sales_cents, 0)).toBe(900_000);
    expect(answer.months.at(-1)?.spent_cents).toBe(5_000);
    expect(answer.expected_sales_cents).toBeGreaterThanOrEqual(answer.months.at(-1)?.sales_cents ?? 0);
  });

  it('tells what changed it from one day to the next, newest first, and once for a day of many runs', async () => {
    // Without a card, no job makes another run meanwhile.
    const merchant = await signUp(product);
    const { id } = merchant.receiver;
    await recomputeSpendingPower(product.deps, receiverScope(id), 'test');
    const latest = await product.deps.database.spendingPowerSnapshot.findFirstOrThrow({ where: { receiver_id: id } });
    const now = product.deps.clock();
    const inputs = latest.inputs as Record<string, unknown>;
    const run = (daysAgo: number, initial: number, outstanding: number) => ({
      receiver_id: id,
      total_cents: BigInt(initial),
      outstanding_cents: BigInt(outstanding),
      available_cents: BigInt(initial - outstanding),
      inputs: { ...inputs, initial_spend_limit_cents: initial },
      terms: [],
      cause: 'test',
      taken_at: new Date(now.getTime() - daysAgo * dayMs),
    });
    await product.deps.database.spendingPowerSnapshot.deleteMany({ where: { receiver_id: id } });
    await product.deps.database.spendingPowerSnapshot.createMany({
      data: [run(9, 100_000, 0), run(4, 100_000, 90_000), run(4, 100_000, 30_000), run(1, 100_000, 30_000), run(0, 120_000, 42_000)],
    });
    const changes = (await reasonsOf(merchant)).changes;
    const day = (daysAgo: number) => new Date(now.getTime() - daysAgo * dayMs).toISOString().slice(0, 10);
    expect(changes).toEqual([
      { date: day(0), change_cents: 20_000, text: '+$200.00: Your starting limit rose from $1,000.00 to $1,200.00.' },
      { date: day(0), change_cents: -12_000, text: '−$120.00: You bought for more than was repaid.' },
      { date: day(4), change_cents: -30_000, text: '−$300.00: You bought for more than was repaid.' },
    ]);
  });

  it('is nobody else’s to know', async () => {
    const merchant = await signUp(product);
    expect((await ask(await signUp(product), merchant)).status).toBe(404);
  });
});
