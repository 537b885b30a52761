import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../server/db/database.ts';
import { readSales } from '../../server/db/queries/sales.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { dayMs } from '../../server/domain/basics/dates.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { salesHistory } from '../../server/domain/store/sales.ts';
import { recomputeSpendingPower } from '../../server/services/spendingPower/recomputeSpendingPower.ts';
import { refreshSpendingPower } from '../../server/services/spendingPower/refreshSpendingPower.ts';
import { requestSpendingPower } from '../../server/services/spendingPower/requestSpendingPower.ts';
import { type Cardholder, newCardholder, spend, untilLimited } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { newRun } from '../support/jobRun.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

async function newReceiver(): Promise<string> {
  const id = randomUUID();
  await product.deps.database.receiver.create({ data: { id, token: id, email: `${id}@example.com`, whitelabel: 'headway' } });
  return id;
}

interface Movement {
  order_id: string | null;
  type: string;
  status: string;
  amount: number;
  currency: string;
  created_at: Date;
}

/** All of the window, and the first sale ever, in US dollars. */
function whatTheRuleAsksFor(rows: readonly Movement[], now: Date) {
  const counted = rows.filter((row) => row.currency === 'USD');
  const inWindow = counted.filter((row) => row.created_at.getTime() > now.getTime() - 90 * dayMs);
  const sales = counted.filter((row) => row.type === 'sale' && ['success', 'refunded'].includes(row.status) && row.amount > 0);
  const first = sales.toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime())[0];
  return [...inWindow, ...(first && !inWindow.includes(first) ? [first] : [])].map(({ amount, ...row }) => ({ ...row, amount_cents: cents(amount) }));
}

describe('sales added up by the database', () => {
  const movement = fc.record({
    source: fc.constantFrom('rutter', 'shopify'),
    type: fc.constantFrom('sale', 'refund', 'chargeback', 'payout'),
    status: fc.constantFrom('success', 'failure', 'pending', 'refunded'),
    order: fc.option(fc.integer({ min: 1, max: 6 })),
    amount: fc.integer({ min: 0, max: 9_999_999 }),
    currency: fc.constantFrom('USD', 'USD', 'USD', 'EUR'),
    ageMs: fc.oneof(fc.integer({ min: -dayMs, max: 130 * dayMs }), fc.constantFrom(0, 30 * dayMs, 60 * dayMs, 90 * dayMs, 30 * dayMs - 1, 90 * dayMs - 1)),
  });

  it.each(['2026-11-21T12:00:00Z', '2026-11-21T00:00:00Z', '2026-11-21T23:59:59.999Z'])(
    'make the same history as one by one, whatever the store says, corrects and takes back, and whenever, at %s',
    async (time) => {
      const now = new Date(time);
      await fc.assert(
        fc.asyncProperty(fc.array(movement, { maxLength: 40 }), async (movements) => {
          const receiverId = await newReceiver();
          const rows = movements.map((one, index) => ({
            // Orders of two platforms have different ids.
            order_id: one.order === null ? null : `${one.source}-${one.order}`,
            type: one.type,
            status: one.status,
            created_at: new Date(now.getTime() - one.ageMs),
            amount: one.amount,
            currency: one.currency,
            source: one.source,
            external_id: `${index}`,
          }));
          await product.deps.database.storeTransaction.createMany({
            data: rows.map(({ amount, ...row }) => ({ ...row, receiver_id: receiverId, amount_cents: BigInt(amount), search_text: '', updated_at: now })),
          });
          const expectHistoryOf = async (present: readonly Movement[]) => {
            const added = salesHistory(await readSales(product.deps.database, receiverScope(receiverId), now), now);
            expect(added).toEqual(salesHistory(whatTheRuleAsksFor(present, now), now));
          };
          await expectHistoryOf(rows);
          const ids = (remainder: number) => ({
            receiver_id: receiverId,
            external_id: { in: rows.filter((_, index) => index % 4 === remainder).map((row) => row.external_id) },
          });
          await product.deps.database.storeTransaction.updateMany({ where: ids(0), data: { status: 'refunded', amount_cents: 777n } });
          await product.deps.database.storeTransaction.deleteMany({ where: ids(1) });
          await product.deps.database.storeTransaction.updateMany({ where: ids(2), data: { currency: 'USD' } });
          const changes = [{ status: 'refunded', amount: 777 }, {}, { currency: 'USD' }, {}];
          const changed = rows.map((row, index) => ({ ...row, ...changes[index % 4] }));
          await expectHistoryOf(changed.filter((_, index) => index % 4 !== 1));
        }),
        { numRuns: 60 },
      );
    },
  );
});

describe('a run of spending power', () => {
  const runs = (id: string) =>
    product.deps.database.spendingPowerSnapshot.findMany({ where: { receiver_id: id }, orderBy: [{ taken_at: 'asc' }, { id: 'asc' }] });

  it('keeps inputs, terms, result and cause, so that it can be explained later', async () => {
    const id = await newReceiver();
    const now = product.deps.clock();
    // $9,000 in each of three months, of which $450 went back in one: 5 % of the last month, under the 5 % of the whole that are ordinary.
    await product.deps.database.storeTransaction.createMany({
      data: [...[10, 40, 70].map((age) => ({ type: 'sale', amount_cents: 900_000n, age })), { type: 'refund', amount_cents: 45_000n, age: 5 }].map(
        ({ age, ...row }) => ({
          ...row,
          receiver_id: id,
          source: 'rutter',
          external_id: randomUUID(),
          status: 'success',
          search_text: '',
          created_at: new Date(now.getTime() - age * dayMs + 60_000),
          updated_at: now,
        }),
      ),
    });
    await product.deps.database.commerceLink.create({
      data: { receiver_id: id, source: 'shopify', handle: `h_${id.replaceAll('-', '').slice(0, 24)}`, connection_id: 'c', platform: 'SHOPIFY', fresh_at: now },
    });
    await recomputeSpendingPower(product.deps, receiverScope(id), 'sales');
    // 70 days of history: (2,700,000 − 45,000) × 30 / 70 = 1,137,857.14; × 80 % = 910,285.7; down to whole dollars.
    const [run] = await runs(id);
    expect(run).toMatchObject({ total_cents: 910_200n, outstanding_cents: 0n, available_cents: 910_200n, cause: 'sales' });
    expect(run?.inputs).toMatchObject({ gross_sales_cents: 2_700_000, returned_cents: 45_000, history_days: 70, advance_rate_basis_points: 8_000, blocks: [] });
    const terms = (run?.terms ?? []) as { key: string; subtotal_cents: number }[];
    expect(terms.map((term) => [term.key, term.subtotal_cents])).toEqual([
      ['sales', 2_700_000],
      ['returns', 2_655_000],
      ['month', 1_137_857],
      ['advance_rate', 910_285],
      ['whole_dollars', 910_200],
    ]);
  });

  it('is the newest, although the clock was set back since the run before', async () => {
    const id = await newReceiver();
    const ahead = { ...product.deps, clock: () => new Date(product.deps.clock().getTime() + 240_000) };
    for (const [deps, cause] of [
      [ahead, 'before'],
      [product.deps, 'set back'],
    ] as const)
      await recomputeSpendingPower(deps, receiverScope(id), cause);
    expect((await runs(id)).map((run) => run.cause)).toEqual(['before', 'set back']);
  });

  it('is made once for many changes that come together', async () => {
    const id = await newReceiver();
    await inTransaction(product.deps.database, async (transaction) => {
      for (let change = 0; change < 20; change += 1) await requestSpendingPower(product.deps, transaction, receiverScope(id), `change ${change}`);
    });
    await eventually('the run', async () => (await runs(id)).length > 0);
    const waiting = () => product.deps.database.$queryRaw<unknown[]>`
      SELECT 1 FROM pgboss.job WHERE name = 'recompute-spending-power' AND state < 'completed' AND data ->> 'receiver_id' = ${id}`;
    // The run is stored a moment before its job is done.
    await eventually('the end of its job, with no other behind it', async () => (await waiting()).length === 0);
    expect((await runs(id)).map((run) => run.cause)).toEqual(['change 0']);
  });

  it('is made anew when the day has come, where the program is, from which a repayment cannot come back', async () => {
    const id = await newReceiver();
    const day = new Date('2026-07-08');
    const repaid = { due_date: day, debit_date: day, amount_cents: 100n, status: 'funds_available', transfer_id: id, final_on: new Date('2026-07-15') };
    await product.deps.database.draw.create({ data: { receiver_id: id, ...repaid, business_key: `draw:${id}`, provider_key: randomUUID() } });
    await product.deps.database.spendingPowerSnapshot.create({
      data: {
        receiver_id: id,
        taken_at: new Date('2026-07-15T03:00:00Z'),
        ...{ total_cents: 100n, outstanding_cents: 0n, available_cents: 100n, inputs: {}, terms: [], cause: 'sales' },
      },
    });
    const isRefreshedAt = async (now: string): Promise<boolean> => {
      const queued: object[] = [];
      const sendMany = async (_name: string, jobs: readonly { data: object }[]) => void queued.push(...jobs.map(({ data }) => data));
      await refreshSpendingPower({ ...product.deps, clock: () => new Date(now), queue: { ...product.deps.queue, sendMany } }, newRun());
      return queued.some((data) => 'receiver_id' in data && data.receiver_id === id);
    };
    // In New York 15 July begins at 4:00.
    expect(await isRefreshedAt('2026-07-15T03:55:00Z')).toBe(false);
    expect(await isRefreshedAt('2026-07-15T04:05:00Z')).toBe(true);
    await product.deps.database.spendingPowerSnapshot.updateMany({ where: { receiver_id: id }, data: { taken_at: new Date('2026-07-15T04:06:00Z') } });
    expect(await isRefreshedAt('2026-07-15T23:00:00Z')).toBe(false);
  });

  it('keeps the day of the next payment in the record, from which no weekday of weekly parts follows', async () => {
    // 2026-12-03 is a Thursday, and weekly parts fall due on Wednesdays.
    const thursday = { next_payment_at: new Date('2026-12-03T00:00:00Z') };
    const merchant = await newCardholder(product, { ...thursday, payment_plan: 'fixed_pay', net_terms: 7 });
    await untilLimited(product, merchant);
    const next = async () => (await product.deps.database.receiver.findUniqueOrThrow({ where: { id: merchant.receiver.id } })).next_payment_at;
    await recomputeSpendingPower(product.deps, merchant.scope, 'nothing is due');
    expect(await next()).toBeNull();
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: thursday });
    await spend(product, merchant, 10_000, { settle: true });
    await eventually('the debt', () =>
      product.deps.database.ledgerBalance.findFirst({ where: { receiver_id: merchant.receiver.id, account: 'owed', balance_cents: 10_000n } }),
    );
    await recomputeSpendingPower(product.deps, merchant.scope, 'a purchase');
    const day = await next();
    expect(day?.getUTCDay()).toBe(3);
    expect(day?.getTime()).toBeGreaterThan(product.deps.clock().getTime() - dayMs);
    expect(day?.getTime()).toBeLessThanOrEqual(product.deps.clock().getTime() + 7 * dayMs);
  });

  it('is not made for a change that is rolled back', async () => {
    const id = await newReceiver();
    const cutOff = inTransaction(product.deps.database, async (transaction) => {
      await requestSpendingPower(product.deps, transaction, receiverScope(id), 'nothing');
      throw new Error('cut off');
    });
    await expect(cutOff).rejects.toThrow('cut off');
    const waiting = await product.deps.database.$queryRaw<
      unknown[]
    >`SELECT 1 FROM pgboss.job WHERE name = 'recompute-spending-power' AND data ->> 'receiver_id' = ${id}`;
    expect(waiting).toEqual([]);
  });
});

describe('the limit at the issuer', () => {
  let merchant: Cardholder;
  const card = () => product.deps.database.card.findFirstOrThrow({ where: { receiver_id: merchant.receiver.id } });
  const limitAtIssuer = async () => Number((await product.deps.providers.cardIssuer.getCard(merchant.cardToken)).spendLimitCents);
  const change = async (data: object) => {
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data });
    await inTransaction(product.deps.database, (transaction) => requestSpendingPower(product.deps, transaction, merchant.scope, 'staff'));
  };
  const limitIs = (limit: number) => eventually(`a limit of ${limit}`, async () => (await limitAtIssuer()) === limit);

  beforeAll(async () => {
    merchant = await newCardholder(product);
    await limitIs(100_000);
  });

  it('follows what staff decide, and is two cents where there is no power any more: none would be no limit, and one the limit of a card that never had any', async () => {
    await change({ override_spend_limit: 250_000n });
    await limitIs(250_000);
    await change({ override_spend_limit: 0n });
    await limitIs(2);
    await change({ override_spend_limit: null });
    await limitIs(100_000);
  });

  it('is over the card’s life: what was spent and what is left', async () => {
    await spend(product, merchant, 30_000, { settle: true });
    await eventually('the debt', () =>
      product.deps.database.ledgerBalance.findFirst({ where: { receiver_id: merchant.receiver.id, account: 'owed', balance_cents: 30_000n } }),
    );
    await eventually('the run', () =>
      product.deps.database.spendingPowerSnapshot.findFirst({ where: { receiver_id: merchant.receiver.id, available_cents: 70_000n } }),
    );
    await limitIs(100_000);
    await change({ override_spend_limit: 40_000n });
    await limitIs(40_000);
    // Less than is owed already: what was spent stays allowed, and nothing more.
    await change({ override_spend_limit: 20_000n });
    await limitIs(30_000);
    await change({ override_spend_limit: null });
    await limitIs(100_000);
  });

  it('follows the account: a lock pauses the card and takes all power, its end gives both back', async () => {
    await change({ is_locked: true });
    await limitIs(30_000);
    await eventually('a paused card', async () => (await product.deps.providers.cardIssuer.getCard(merchant.cardToken)).state === 'PAUSED');
    await change({ is_locked: false });
    await limitIs(100_000);
    await eventually('an open card', async () => (await product.deps.providers.cardIssuer.getCard(merchant.cardToken)).state === 'OPEN');
  });

  it('follows an EIN that backs another account too: the card is paused, and cannot be reopened, until staff allow it', async () => {
    const stateIs = (state: string) =>
      eventually(`a card that is ${state}`, async () => (await product.deps.providers.cardIssuer.getCard(merchant.cardToken)).state === state);
    const own = { receiver_id: merchant.receiver.id };
    const identity_encrypted = product.deps.secrets.encrypt('identity', { table: 'identity_claim', column: 'identity_encrypted', owner: merchant.receiver.id });
    const hash = product.deps.secrets.fingerprints(randomUUID())[0];
    await product.deps.database.identityClaim.create({
      data: { ...own, kind: 'ein', hash, identity_encrypted, state: 'flagged', claimed_at: product.deps.clock() },
    });
    await change({});
    await stateIs('PAUSED');
    const reopened = await product.call('/api/lithic_card', { method: 'PATCH', token: merchant.token, body: { token: merchant.cardToken, state: 'OPEN' } });
    expect([reopened.status, reopened.body.detail]).toEqual([
      403,
      'Another account uses your EIN or store, so our team checks yours first. The card stays paused meanwhile.',
    ]);
    await product.deps.database.identityClaim.updateMany({ where: own, data: { state: 'cleared' } });
    await change({});
    await stateIs('OPEN');
    await limitIs(100_000);
  });

  it('does not reopen a card that the issuer paused by itself', async () => {
    await product.deps.providers.cardIssuer.setCardState(merchant.cardToken, 'PAUSED');
    await eventually('the webhook', async () => (await card()).state === 'PAUSED');
    await change({ override_spend_limit: 90_000n });
    await limitIs(90_000);
    expect((await product.deps.providers.cardIssuer.getCard(merchant.cardToken)).state).toBe('PAUSED');
    await product.deps.providers.cardIssuer.setCardState(merchant.cardToken, 'OPEN');
    await change({ override_spend_limit: null });
    await limitIs(100_000);
  });

  it('gets there after the issuer was away for a while', async () => {
    await fetch(`${product.sandboxUrl}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ stand_in: 'lithic', kind: 'error_500', remaining: 4, path: 'PATCH' }),
    });
    await change({ override_spend_limit: 55_000n });
    await limitIs(55_000);
    await eventually('that it is known here', async () => (await card()).spend_limit === 55_000n);
  });

  it('ends at the latest of many changes that overtake one another', async () => {
    for (const limit of [61_000n, 62_000n, 63_000n, 64_000n, 65_000n]) await change({ override_spend_limit: limit });
    await limitIs(65_000);
    await eventually('that it is known here', async () => (await card()).spend_limit === 65_000n);
  });
});
