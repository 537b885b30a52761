import { afterAll, beforeAll, expect, it } from 'vitest';
import { cents } from '../../server/domain/basics/money.ts';
import { syncCard } from '../../server/services/card/syncCard.ts';
import { closeMonths } from '../../server/services/reports/closeMonths.ts';
import { createHistory, hasHistory } from '../../server/start/demo/history.ts';
import { type Cardholder, newCardholder } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

const purchases = 20;
let product: TestProduct;
let merchant: Cardholder;

beforeAll(async () => {
  product = await testProduct();
  merchant = await newCardholder(product, { net_terms: 30 });
});
afterAll(() => product.stop());

/** Tells to stop at the so-manieth purchase. */
function stopAt(purchase: number): AbortSignal {
  let place = 0;
  return Object.assign(new AbortController().signal, {
    throwIfAborted() {
      place += 1;
      if (place >= purchase) throw new DOMException('the product stops', 'AbortError');
    },
  });
}

const give = async (stopping: AbortSignal) => {
  const receiver = await product.deps.database.receiver.findUniqueOrThrow({ where: { id: merchant.receiver.id } });
  return createHistory(product.deps, { scope: merchant.scope, receiver, purchases, stopping });
};

async function counts() {
  const { database } = product.deps;
  const where = { receiver_id: merchant.receiver.id };
  const [atBank] = await database.$queryRaw<{ transfers: number }[]>`
    SELECT count(*)::int AS transfers FROM sandbox.object WHERE stand_in = 'plaid' AND kind = 'transfer'`;
  return { purchases: await database.cardTransaction.count({ where }), draws: await database.draw.count({ where }), transfers: atBank?.transfers };
}

it('goes on at the next start with the year of a demo merchant that a stop cut off, and makes nothing of it twice', async () => {
  await expect(give(stopAt(6))).rejects.toThrow('the product stops');
  // Terms of 30 days: of five purchases, one about every eighteen days, the first two were due before the fifth.
  expect(await counts()).toEqual({ purchases: 5, draws: 2, transfers: 2 });
  // A floor that staff set is no sign of it.
  await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { spending_power_override_min: 5n } });
  expect(await hasHistory(product.deps, merchant.scope)).toBe(false);

  await give(new AbortController().signal);
  const whole = await counts();
  expect(whole).toEqual({ purchases, draws: whole.transfers, transfers: whole.transfers });
  expect(whole.draws).toBeGreaterThan(5);
  expect(await hasHistory(product.deps, merchant.scope)).toBe(true);

  await give(new AbortController().signal);
  expect(await counts()).toEqual(whole);
});

it('leaves a line in the audit log of the floor that a demo merchant has, and one alone', async () => {
  await give(new AbortController().signal);
  const where = { receiver_id: merchant.receiver.id, action: 'set spending power override' };
  const rows = await product.deps.database.auditLog.findMany({ where });
  expect(rows.map(({ actor_role, outcome, details }) => [actor_role, outcome, details])).toEqual([['system', 'done', { floor_cents: 3_000_000 }]]);
});

it('has a statement of each month of that year, with what happened in it', async () => {
  await give(new AbortController().signal);
  await closeMonths(product.deps, merchant.scope);
  const statements = await product.deps.database.accountStatement.findMany({ where: { receiver_id: merchant.receiver.id }, orderBy: { number: 'asc' } });
  expect(statements.map(({ number }) => number)).toEqual(statements.map((_, place) => place + 1));
  expect(statements.filter(({ card_count }) => card_count > 0).length).toBeGreaterThan(6);
  expect(statements.filter(({ debited_cents }) => debited_cents > 0n).length).toBeGreaterThan(4);
});

it('is lived through in order: its cashback is credited once for each due date and never taken back', async () => {
  const another = await newCardholder(product, { net_terms: 30 });
  const { database } = product.deps;
  await createHistory(product.deps, { scope: another.scope, receiver: another.receiver, purchases: 50, stopping: new AbortController().signal });
  const where = { receiver_id: another.receiver.id };
  const booked = await database.ledgerTransfer.findMany({ where: { ...where, kind: { in: ['cashback', 'cashback_reversal'] } } });
  expect(booked.length).toBeGreaterThan(25);
  expect(booked.map(({ external_id }) => external_id.split('#')[1]).filter((number) => number !== '0')).toEqual([]);
  const draws = await database.draw.findMany({ where });
  expect(draws.map(({ debit_date }) => debit_date)).toEqual(draws.map(({ created_at }) => new Date(created_at.toISOString().slice(0, 10))));
});

it('books what was bought with further cards in its own time, among the purchases of the year', async () => {
  const several = await newCardholder(product, { net_terms: 30 });
  const { database, providers, clock } = product.deps;
  const { accountToken } = await providers.cardIssuer.getCard(several.cardToken);
  const key = several.receiver.id;
  const { token } = await providers.cardIssuer.issueCard({ accountToken, kind: 'VIRTUAL', memo: 'Software', spendLimitCents: cents(1), key });
  await syncCard(product.deps, several.scope, token);
  const daysAgo = (count: number) => new Date(clock().getTime() - count * 86_400_000);
  const past = [90, 60, 1.5, 0.5].map((count) => `${daysAgo(count).toISOString()}=12900=NIMBUS HOSTING`).join(',');
  await product.press('lithic', 'past_purchases', { card_token: token, purchases: past });

  const run = { scope: several.scope, receiver: several.receiver, purchases, stopping: new AbortController().signal };
  await createHistory(product.deps, run);
  await createHistory(product.deps, run);
  const rows = await database.cardTransaction.findMany({ where: { card_token: token }, orderBy: { created_at: 'asc' } });
  // Each settled a day later; the last one has not yet.
  expect(rows.map((row) => [row.status, Number(row.settled_cents), Number(row.pending_cents), row.merchant_category_code])).toEqual([
    ['SETTLED', 12_900, 0, '4816'],
    ['SETTLED', 12_900, 0, '4816'],
    ['SETTLED', 12_900, 0, '4816'],
    ['PENDING', 0, 12_900, '4816'],
  ]);
  expect(await database.cardTransaction.count({ where: { receiver_id: several.receiver.id } })).toBe(24);
  // The first was due after thirty days, long ago: a draw of that day took it.
  const due = rows[0]?.repayment_date as Date;
  expect(await database.draw.findMany({ where: { receiver_id: several.receiver.id, due_date: due } })).toMatchObject([{ status: 'funds_available' }]);
});

it('has a limit that grows with the terms, so that what is unpaid at once, while it is made too, does not nearly use it', async () => {
  const { database, queue } = product.deps;
  const slow = await newCardholder(product, { net_terms: 45 });
  await createHistory(product.deps, { scope: slow.scope, receiver: slow.receiver, purchases: 10, stopping: new AbortController().signal });
  await queue.send('recompute-spending-power', { receiver_id: slow.receiver.id, cause: 'test' });
  // $15,000 a month, twice over for a month and a half.
  const limit = () => database.spendingPowerSnapshot.findFirst({ where: { receiver_id: slow.receiver.id, total_cents: 4_500_000n } });
  expect(await eventually('the limit', limit)).toBeTruthy();
});

it.each(['2026-01-31T15:00:00Z=0=NIMBUS HOSTING', '2126-01-31T15:00:00Z=100=NIMBUS HOSTING', 'yesterday=100=NIMBUS HOSTING', ''])(
  'cannot be given a purchase such as "%s"',
  async (entry) => {
    const asked = product.press('lithic', 'past_purchases', { card_token: merchant.cardToken, purchases: entry });
    await expect(asked).rejects.toThrow('not a purchase of the past');
  },
);
