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

  it('tells what changed it from one day to the next, newest first, and what was bought and credited once for a day of many runs', async () => {
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
      data: [run(9, 100_000, 0), run(4, 100_000, 90_000), run(4, 100_000, 30_000), run(1, 100_000, 30_000), run(0, 110_000, 30_000), run(0, 120_000, 42_000)],
    });
    const changes = (await reasonsOf(merchant)).changes;
    const day = (daysAgo: number) => new Date(now.getTime() - daysAgo * dayMs).toISOString().slice(0, 10);
    expect(changes).toEqual([
      { date: day(0), change_cents: 20_000, text: '+$200.00: Your starting limit rose from $1,000.00 to $1,200.00.' },
      { date: day(0), change_cents: -12_000, text: '−$120.00: Purchases, or a repayment that came back, raised what you owe.' },
      { date: day(4), change_cents: -90_000, text: '−$900.00: Purchases, or a repayment that came back, raised what you owe.' },
      { date: day(4), change_cents: 60_000, text: '+$600.00: Repayments, refunds or credits lowered what you owe.' },
      { date: day(9), change_cents: 100_000, text: '+$1,000.00: Your limit was worked out for the first time.' },
    ]);
  });

  it('tells of a large credit on the first day already', async () => {
    const merchant = await signUp(product);
    const scope = receiverScope(merchant.receiver.id);
    await recomputeSpendingPower(product.deps, scope, 'test');
    const [first] = await product.deps.database.spendingPowerSnapshot.findMany({ where: { receiver_id: merchant.receiver.id } });
    if (!first) throw new Error('the rule has not run');
    const later = (minutes: number) => new Date(first.taken_at.getTime() + minutes);
    const { id: _, inputs, terms, ...run } = first;
    await product.deps.database.spendingPowerSnapshot.createMany({
      data: [
        { ...run, inputs: inputs ?? {}, terms: terms ?? [], outstanding_cents: 45_000n, taken_at: later(1) },
        { ...run, inputs: inputs ?? {}, terms: terms ?? [], outstanding_cents: -455_000n, taken_at: later(2) },
      ],
    });
    const { changes } = await reasonsOf(merchant);
    expect(changes.map(({ change_cents, text }) => [change_cents, text])).toEqual([
      [-45_000, '−$450.00: Purchases, or a repayment that came back, raised what you owe.'],
      [500_000, '+$5,000.00: Repayments, refunds or credits lowered what you owe.'],
      [100_000, '+$1,000.00: Your limit was worked out for the first time.'],
    ]);
  });

  it('moved by days: the last run of each, of the last twelve months', async () => {
    const merchant = await signUp(product);
    const { id } = merchant.receiver;
    const now = product.deps.clock();
    const noon = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - 40, 12));
    const run = (taken_at: Date, total: bigint) => ({
      receiver_id: id,
      total_cents: total,
      outstanding_cents: 0n,
      available_cents: total,
      inputs: {},
      terms: [],
      cause: 'test',
      taken_at,
    });
    const at = (days: number, hours = 0) => new Date(noon.getTime() + days * dayMs + hours * 3_600_000);
    const firstDay = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11, 1));
    await product.deps.database.spendingPowerSnapshot.createMany({
      data: [
        run(new Date(firstDay.getTime() - 1), 1n),
        run(firstDay, 100n),
        run(at(0, -2), 200n),
        run(at(0, 11.9), 300n),
        run(at(1, -12), 400n),
        run(at(3), 400n),
      ],
    });
    const path = `/api/users/${merchant.receiver.token}/limit_history`;
    const answer = await product.call(path, { host: merchant.host, token: merchant.token });
    const day = (instant: Date) => instant.toISOString().slice(0, 10);
    expect(answer.body.days.filter(({ date }: { date: string }) => date <= day(at(3)))).toEqual([
      { date: day(firstDay), total_cents: 100, causes: [] },
      { date: day(at(0)), total_cents: 300, causes: [{ change_cents: 200, text: '+$2.00: Your total limit rose from $1.00 to $3.00.' }] },
      { date: day(at(1)), total_cents: 400, causes: [{ change_cents: 100, text: '+$1.00: Your total limit rose from $3.00 to $4.00.' }] },
      { date: day(at(3)), total_cents: 400, causes: [] },
    ]);
  });
});
