import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CashFlowAnswer } from '../../server/contract/cashFlow.ts';
import { Prisma } from '../../server/db/client.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { receivable } from '../support/activity.ts';
import { addReceivableRows } from '../support/activityRows.ts';
import type { Answer } from '../support/ask.ts';
import { type Cardholder, newCardholder, spend } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

/*
 * The run begins on Monday, November 16, 2026. Purchases are due after ten calendar days: on Thanksgiving, so that the draw is on the
 * Friday after it. A Shopify store pays out two banking days after a sale, less 3 %.
 */
let product: TestProduct;
let merchant: Cardholder;
beforeAll(async () => {
  product = await testProduct();
  await product.press('lithic', 'clearing_days', { days: 0 });
});
afterAll(() => product.stop());

/** Makes a merchant whose bank reports $5,000.00. */
async function merchantWithBalance(): Promise<Cardholder> {
  const made = await newCardholder(product, { net_terms: 10 });
  await product.deps.database.bankLink.updateMany({
    where: { receiver_id: made.receiver.id },
    data: { balance_available_cents: 500_000n, balance_current_cents: 510_000n, balance_at: product.deps.clock() },
  });
  return made;
}

/** Connects a store that sold $100.00 on each of the days before today. */
async function sellDaily({ receiver }: Cardholder, days: number): Promise<void> {
  const { database, clock } = product.deps;
  const commerce = { source: 'shopify', handle: `h_${receiver.id}`, connection_id: receiver.id, platform: 'SHOPIFY', sync_state: 'done' };
  await database.commerceLink.create({ data: { receiver_id: receiver.id, ...commerce, counted_at: clock(), last_synced_at: clock() } });
  const dayAgo = (ago: number) => new Date(Date.parse('2026-11-16T12:00:00Z') - ago * 86_400_000);
  const sales = Array.from({ length: days }, (_, place) => receivable({ id: `rutter:${place}`, amount_cents: cents(10_000), created_at: dayAgo(place + 1) }));
  await addReceivableRows(database, receiver.id, sales);
}

const ask = ({ token, receiver }: Pick<Cardholder, 'token' | 'receiver'>, query = ''): Promise<Answer> =>
  product.call(`/api/users/${receiver.token}/cash_flow${query}`, { token });

async function cashFlow(of: Cardholder, query = ''): Promise<CashFlowAnswer> {
  const answer = await ask(of, query);
  expect(answer.status).toBe(200);
  return answer.body;
}

const dayOf = ({ days }: CashFlowAnswer, date: string) => days.find((day) => day.date === date);

describe('the cash of a merchant whose sales are known for twelve days', () => {
  beforeAll(async () => {
    merchant = await merchantWithBalance();
    await sellDaily(merchant, 12);
    const own = { receiver_id: merchant.receiver.id };
    await eventually('the first limit', async () => (await product.deps.database.card.findFirstOrThrow({ where: own })).spend_limit === 100_000n);
    const { token } = await spend(product, merchant, 90_000, { settle: true });
    await eventually('the settled purchase', () => product.deps.database.cardTransaction.findFirst({ where: { token, status: 'SETTLED' } }));
    // Ninety percent of the limit are used now, which a letter tells: what is stored about it is not of the asking.
    const warning = { ...own, kind: 'spending_power_warning', sent_at: { not: null } };
    await eventually('the warning', () => product.deps.database.emailSent.findFirst({ where: warning }));
  });

  it('is only what is known: the payout of the weekend and the draw, and says so', async () => {
    const answer = await cashFlow(merchant);
    expect(answer).toMatchObject({ today: '2026-11-16', history_days: 12, is_expected: false, has_store: true, balance: { cents: 500_000 }, what_if: null });
    // Friday, Saturday and Sunday arrive on Tuesday; Thursday's sales have arrived today.
    expect(answer.flows).toEqual([
      { date: '2026-11-17', kind: 'payout', label: 'Payout of the sales of Nov 13 to Nov 15', amount_cents: 29_100, is_known: true },
      { date: '2026-11-27', kind: 'draw', label: 'Draw of what is due', amount_cents: -90_000, is_known: true },
    ]);
    expect(answer.days).toHaveLength(90);
    expect(
      answer.days.every(({ is_known, low_cents, expected_cents, high_cents }) => is_known && low_cents === expected_cents && high_cents === low_cents),
    ).toBe(true);
    expect([dayOf(answer, '2026-11-16'), dayOf(answer, '2026-11-17'), dayOf(answer, '2026-11-26'), dayOf(answer, '2026-11-27')]).toMatchObject([
      { expected_cents: 500_000 },
      { expected_cents: 529_100 },
      { expected_cents: 529_100 },
      { expected_cents: 439_100 },
    ]);
    expect(answer.sentences.join(' ')).toContain('Only what is known is shown: payouts on their way and draws.');
    expect(answer.sentences.join(' ')).toContain('yours are known for 12 days');
  });

  it('tells what a purchase would do to power, due date and lowest point', async () => {
    const { what_if, lowest, flows, days } = await cashFlow(merchant, '?spend_cents=6050&spend_on=2026-11-20');
    // $1,000.00 less $900.00, of which nothing is repaid by then.
    expect(what_if?.spend).toEqual({
      amount_cents: 6_050,
      on: '2026-11-20',
      due_date: '2026-11-30',
      debit_date: '2026-11-30',
      power_before_cents: 10_000,
      power_after_cents: 3_950,
    });
    expect(what_if?.lowest_before).toMatchObject({ date: '2026-11-27', cents: 439_100 });
    expect(lowest).toEqual({ date: '2026-11-30', cents: 433_050, words: 'Nov 30: $4,330 left after the draw' });
    expect(flows.at(-1)).toEqual({ date: '2026-11-30', kind: 'what_if', label: 'Draw of the purchase you ask about', amount_cents: -6_050, is_known: true });
    expect(days.at(-1)).toMatchObject({ date: '2027-02-13', expected_cents: 433_050 });
    expect(what_if?.sentences).toEqual([
      'After $60.50 on Nov 20, 2026 we expect $39.50 left to spend.',
      'It would be due on Nov 30, 2026.',
      'The lowest point would be Nov 30: $4,330 left after the draw. Without it: Nov 27: $4,391 left after the draw.',
      'Nothing is bought or paid by asking.',
    ]);
  });

  it('tells that a purchase above the power would be declined', async () => {
    const { what_if } = await cashFlow(merchant, '?spend_cents=15000&spend_on=2026-11-16');
    expect(what_if?.spend).toMatchObject({ power_before_cents: 10_000, power_after_cents: -5_000, due_date: '2026-11-26', debit_date: '2026-11-27' });
    expect(what_if?.sentences.slice(0, 2)).toEqual([
      '$150.00 today is $50.00 more than the $100.00 that we expect you can spend then, so it would be declined.',
      'It would be due on Nov 26, 2026 and drawn on Nov 27, 2026.',
    ]);
  });

  it('tells what paying now would do: the draw shrinks, the power comes back', async () => {
    const { what_if, flows } = await cashFlow(merchant, '?pay_cents=40000');
    // Settled two banking days after Monday, it can come back for three more: that is November 23.
    expect(what_if?.pay).toEqual({
      amount_cents: 40_000,
      frees_cents: 0,
      available_after_cents: 10_000,
      frees_later_cents: 40_000,
      settles_on: '2026-11-18',
      final_on: '2026-11-24',
    });
    expect(what_if?.sentences[0]).toBe(
      'After paying $400.00 now we expect that you can spend $500.00 from Nov 24, 2026 on, when the bank can no longer take it back.',
    );
    expect(flows.map(({ date, kind, amount_cents }) => [date, kind, amount_cents])).toEqual([
      ['2026-11-16', 'what_if', -40_000],
      ['2026-11-17', 'payout', 29_100],
      ['2026-11-27', 'draw', -50_000],
    ]);
    expect(what_if?.sentences).toContain('The lowest point stays as it is. Nov 27: $4,391 left after the draw.');
  });

  it('changes nothing by asking', async () => {
    const { database } = product.deps;
    const tables = await database.$queryRaw<{ name: string }[]>`
      SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'receiver_id' AND table_name <> 'sign_in' ORDER BY 1`;
    const contents = async () => {
      const sums = tables.map(
        ({ name }) => Prisma.sql`SELECT ${name} AS name, md5(coalesce(string_agg(row::text, '|' ORDER BY row::text), '')) AS sum
          FROM ${Prisma.raw(`"${name}"`)} row WHERE receiver_id = ${merchant.receiver.id}::uuid`,
      );
      return database.$queryRaw`${Prisma.join(sums, ' UNION ALL ')}`;
    };
    expect(tables.length).toBeGreaterThan(20);
    // Asking would change something each time, while work in the background comes to an end.
    await eventually('a time at which nothing changes but by asking, and asking changes nothing', async () => {
      const before = await contents();
      await cashFlow(merchant, '?spend_cents=5000&spend_on=2026-11-20&pay_cents=40000');
      return isDeepStrictEqual(await contents(), before);
    });
  });

  it.each([
    ['?spend_cents=5000', 'query.spend_on', 'The day of the purchase is missing.'],
    ['?spend_on=2026-11-20', 'query.spend_cents', 'The amount of the purchase is missing.'],
    ['?spend_cents=0&spend_on=2026-11-20', 'query.spend_cents', 'This is less than is needed.'],
    ['?spend_cents=5000&spend_on=2026-11-15', 'query.spend_on', 'Choose a day from today to 89 days from now.'],
    ['?spend_cents=5000&spend_on=2027-02-14', 'query.spend_on', 'Choose a day from today to 89 days from now.'],
    ['?pay_cents=1.5', 'query.pay_cents', expect.any(String)],
  ])('refuses %s and names the field', async (query, path, message) => {
    const { status, body } = await ask(merchant, query);
    expect([status, body.errors]).toEqual([400, [{ path, message, fix: expect.any(String) }]]);
  });

  it('refuses to foresee a payment of more than can be paid', async () => {
    const { status, body } = await ask(merchant, '?pay_cents=90001');
    expect([status, body.detail]).toEqual([409, 'You can pay at most $900.00 now. Enter that or less.']);
  });
});

describe('the cash of other merchants', () => {
  it('has sales to come in it from thirty days of sales on', async () => {
    const seller = await merchantWithBalance();
    await sellDaily(seller, 60);
    const answer = await cashFlow(seller);
    expect(answer).toMatchObject({ history_days: 60, is_expected: true });
    // Today's sales are only expected; they arrive on Wednesday. Every day sold the same, so that the range is nothing.
    expect(answer.days.slice(0, 4)).toEqual([
      { date: '2026-11-16', low_cents: 500_000, expected_cents: 500_000, high_cents: 500_000, is_known: true },
      { date: '2026-11-17', low_cents: 529_100, expected_cents: 529_100, high_cents: 529_100, is_known: true },
      { date: '2026-11-18', low_cents: 538_800, expected_cents: 538_800, high_cents: 538_800, is_known: false },
      { date: '2026-11-19', low_cents: 548_500, expected_cents: 548_500, high_cents: 548_500, is_known: false },
    ]);
    expect(answer.sentences).toContain('An estimate, not a promise: what we expect if your sales go as they did on the same weekdays of the last four weeks.');
  });

  it('is no line without a balance, and asks the bank again for one that is older than a day', async () => {
    const stranger = await signUp(product);
    expect(await cashFlow(stranger as Cardholder)).toMatchObject({ balance: null, days: [], lowest: null, has_store: false, history_days: 0, flows: [] });

    const old = await merchantWithBalance();
    const where = { receiver_id: old.receiver.id };
    await product.deps.database.bankLink.updateMany({ where, data: { balance_at: new Date('2026-11-14T15:00:00Z') } });
    expect((await cashFlow(old)).balance).toEqual({ cents: 500_000, at: '2026-11-14T15:00:00.000Z' });
    await eventually('the balance read again', () =>
      product.deps.database.bankLink.findFirst({ where: { ...where, balance_at: { gt: new Date('2026-11-16') } } }),
    );
  });
});
