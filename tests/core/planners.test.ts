import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PrismaDatabase } from '../../server/db/client.ts';
import { inTransaction } from '../../server/db/database.ts';
import { planLetters } from '../../server/services/mail/planLetters.ts';
import { compareSoon, planComparisons } from '../../server/services/reconciliation/planComparisons.ts';
import { planChangedDraws, planDraws } from '../../server/services/repayment/planDraws.ts';
import { acceptedAuthorization } from '../support/debitAuthorization.ts';
import { newRun } from '../support/jobRun.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

/** A product without a worker: what is planned waits. */
let product: TestProduct;
let database: PrismaDatabase;
beforeAll(async () => {
  product = await testProduct({ ROLE: 'web' });
  database = product.deps.database;
});
afterAll(() => product.stop());

/** More than two pages of a thousand. */
const debtors = 2_300;

beforeEach(async () => {
  await database.$executeRaw`DELETE FROM pgboss.job`;
  await database.$executeRaw`DELETE FROM planner_run`;
});

/** Returns how many jobs of a name wait for how many receivers. */
async function waiting(name: string): Promise<{ jobs: number; receivers: number }> {
  const [row] = await database.$queryRaw<{ jobs: number; receivers: number }[]>`
    SELECT count(*)::int AS jobs, count(DISTINCT data ->> 'receiver_id')::int AS receivers FROM pgboss.job WHERE name = ${name}`;
  return row ?? { jobs: 0, receivers: 0 };
}

/** Makes receivers of a program who have a card and owe a dollar. */
async function addDebtors(whitelabel: string, count: number): Promise<void> {
  await database.$executeRaw`
    WITH made AS (
      INSERT INTO receiver (id, token, email, whitelabel)
      SELECT id, id::text, id || '@example.com', ${whitelabel} FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, ${count}::int)) ids
      RETURNING id
    ), issued AS (
      INSERT INTO card (receiver_id, token, account_token, type, state, spend_limit, name_on_card, last_four, created_at)
      SELECT id, 'card ' || id, 'account ' || id, 'VIRTUAL', 'OPEN', 0, 'Corner Bakery', '4242', headway_now() FROM made
    )
    INSERT INTO ledger_balance (receiver_id, account, balance_cents) SELECT id, 'owed', 100 FROM made`;
}

const place = (owner: string) => ({ table: 'bank_link', column: 'access_token', owner }) as const;

describe('a planner of many receivers', () => {
  beforeAll(() => addDebtors('boost', debtors));

  it('plans each of them once, in pages', async () => {
    await planDraws(product.deps, 'boost', newRun());
    expect(await waiting('draw-repayments')).toEqual({ jobs: debtors, receivers: debtors });
  });

  it('plans again in the course of the day those for whom something has changed', async () => {
    const ids = (await database.receiver.findMany({ where: { whitelabel: 'boost' }, orderBy: { id: 'asc' }, take: 9, select: { id: true } })).map(
      ({ id }) => id,
    );
    const [changed, booked, drawn, underWay, payout, linked, authorized, old] = ids as [string, string, string, string, string, string, string, string];
    // Everything was last changed three hours ago, but for one thing of each of these.
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    await database.receiver.updateMany({ where: { whitelabel: 'boost' }, data: { updated_at: ago(3) } });
    await database.receiver.update({ where: { id: changed }, data: { is_locked: false } });
    const booking = (receiver_id: string, hours: number) => ({
      ...{ receiver_id, debit_account: 'owed', credit_account: 'card_network', amount_cents: 1n, kind: 'settlement' },
      ...{ external_id: 'one', subject_id: 'one', at: ago(hours), recorded_at: ago(hours) },
    });
    await database.ledgerTransfer.createMany({ data: [booking(booked, 1), booking(old, 3)] });
    const day = new Date('2026-01-02');
    const draw = (receiver_id: string, status: string, hours: number) => ({
      ...{ receiver_id, due_date: day, debit_date: day, amount_cents: 1n, business_key: 'one', provider_key: randomUUID() },
      ...{ status, created_at: ago(72), updated_at: ago(hours) },
    });
    await database.draw.createMany({ data: [draw(drawn, 'declined', 1), draw(underWay, 'unknown', 3), draw(old, 'declined', 3)] });
    const link = (receiver_id: string, hours: number) => ({
      ...{ receiver_id, id: randomUUID(), handle: `h_${randomUUID()}`, access_token: product.deps.secrets.encrypt('access', place(receiver_id)) },
      ...{ item_id: 'item', linked_at: ago(hours) },
    });
    const links = [link(linked, 1), link(authorized, 3), link(old, 3), link(payout, 3)];
    await database.bankLink.createMany({ data: links });
    const authorization = (receiver_id: string, hours: number) => ({
      ...{ receiver_id, bank_link_id: links.find((one) => one.receiver_id === receiver_id)?.id ?? '' },
      ...{ ...acceptedAuthorization, accepted_at: ago(hours) },
    });
    await database.debitAuthorization.createMany({ data: [authorization(authorized, 1), authorization(old, 3)] });
    await database.creditPayout.create({
      data: {
        ...{ receiver_id: payout, number: 1, cause: 'request', amount_cents: 1n, business_key: 'one', provider_key: randomUUID() },
        ...{ status: 'planned', bank_link_id: links[3]?.id ?? '', created_at: ago(72), updated_at: ago(3) },
      },
    });

    const planned = async () => {
      await database.$executeRaw`DELETE FROM pgboss.job`;
      await planChangedDraws(product.deps, 'boost', newRun());
      return (await database.$queryRaw<{ id: string }[]>`SELECT data ->> 'receiver_id' AS id FROM pgboss.job WHERE name = 'draw-repayments' ORDER BY 1`).map(
        ({ id }) => id,
      );
    };
    const lately = [changed, booked, drawn, underWay, payout, linked, authorized];
    expect(await planned()).toEqual(lately);

    // When the worker was down for hours, what changed meanwhile counts too, but not what the last run has seen.
    const ofLastRun = (hours: number) => database.$executeRaw`UPDATE planner_run SET planned_until = ${ago(hours)}`;
    const waited = ids[8] ?? '';
    await database.receiver.update({ where: { id: waited }, data: { updated_at: ago(5) } });
    await ofLastRun(4);
    expect(await planned()).toHaveLength(debtors - 1);
    expect(await planned()).toEqual(lately);
    await ofLastRun(6);
    expect(await planned()).toHaveLength(debtors);
  });

  it('goes on where it was when it is repeated after it was cut off', async () => {
    const ending = new AbortController();
    const run = { id: randomUUID(), signal: ending.signal };
    let pages = 0;
    const cutOff: typeof product.deps.queue.sendMany = async (name, jobs, transaction) => {
      pages += 1;
      if (pages === 2) throw new Error('the database went away');
      return product.deps.queue.sendMany(name, jobs, transaction);
    };
    await expect(planDraws({ ...product.deps, queue: { ...product.deps.queue, sendMany: cutOff } }, 'boost', run)).rejects.toThrow('went away');
    expect(await waiting('draw-repayments')).toEqual({ jobs: 1_000, receivers: 1_000 });
    // The planned jobs have been done meanwhile: planning them again would make second ones.
    await database.$executeRaw`UPDATE pgboss.job SET state = 'completed' WHERE name = 'draw-repayments'`;
    await planDraws(product.deps, 'boost', run);
    expect(await waiting('draw-repayments')).toEqual({ jobs: debtors, receivers: debtors });
    // Its job is repeated once more, since the end of the work was not stored.
    await planDraws(product.deps, 'boost', run);
    expect(await waiting('draw-repayments')).toEqual({ jobs: debtors, receivers: debtors });
  });

  it('stops between two pages when its time is over', async () => {
    const ending = new AbortController();
    const ends: typeof product.deps.queue.sendMany = async (name, jobs, transaction) => {
      ending.abort(new Error('time is over'));
      return product.deps.queue.sendMany(name, jobs, transaction);
    };
    const run = { id: randomUUID(), signal: ending.signal };
    await expect(planDraws({ ...product.deps, queue: { ...product.deps.queue, sendMany: ends } }, 'boost', run)).rejects.toThrow('time is over');
    expect(await waiting('draw-repayments')).toEqual({ jobs: 1_000, receivers: 1_000 });
  });

  it('leaves it to the run that goes on, and begins anew once that has ended', async () => {
    let second: Promise<void> | undefined;
    const during: typeof product.deps.queue.sendMany = async (name, jobs, transaction) => {
      second ??= planDraws(product.deps, 'boost', newRun());
      return product.deps.queue.sendMany(name, jobs, transaction);
    };
    await planDraws({ ...product.deps, queue: { ...product.deps.queue, sendMany: during } }, 'boost', newRun());
    await second;
    expect(await waiting('draw-repayments')).toEqual({ jobs: debtors, receivers: debtors });
    await database.$executeRaw`UPDATE pgboss.job SET state = 'completed' WHERE name = 'draw-repayments'`;
    await planDraws(product.deps, 'boost', newRun());
    expect(await waiting('draw-repayments')).toEqual({ jobs: 2 * debtors, receivers: debtors });
  });

  it('plans nothing more once its repeated job has taken over', async () => {
    const run = newRun();
    // Another process takes over as soon as the first page is stored.
    await database.$executeRaw`
      CREATE FUNCTION take_over() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.holder := gen_random_uuid(); RETURN NEW; END $$`;
    await database.$executeRaw`CREATE TRIGGER take_over BEFORE UPDATE ON planner_run FOR EACH ROW EXECUTE FUNCTION take_over()`;
    await expect(planDraws(product.deps, 'boost', run)).rejects.toThrow('another process has taken over plan-draws boost');
    expect(await waiting('draw-repayments')).toEqual({ jobs: 1_000, receivers: 1_000 });
    await database.$executeRaw`DROP TRIGGER take_over ON planner_run`;
    await planDraws(product.deps, 'boost', run);
    expect(await waiting('draw-repayments')).toEqual({ jobs: debtors, receivers: debtors });
  });

  it('keeps no other program waiting', async () => {
    await database.$executeRaw`
      INSERT INTO planner_run (planner, job_id, holder, leased_until, began_at)
      VALUES ('plan-draws boost', gen_random_uuid(), gen_random_uuid(), now() + interval '1 hour', now())`;
    await addDebtors('harbor', 3);
    await planDraws(product.deps, 'boost', newRun());
    await planDraws(product.deps, 'harbor', newRun());
    expect(await waiting('draw-repayments')).toEqual({ jobs: 3, receivers: 3 });
  });

  it('takes over when a process has died and its lease has ended', async () => {
    await database.$executeRaw`
      INSERT INTO planner_run (planner, job_id, holder, after_receiver_id, leased_until, began_at)
      VALUES ('plan-draws boost', gen_random_uuid(), gen_random_uuid(), 'ffffffff-0000-7000-8000-000000000000', now() - interval '1 second', now())`;
    await planDraws(product.deps, 'boost', newRun());
    expect(await waiting('draw-repayments')).toEqual({ jobs: debtors, receivers: debtors });
  });

  it('plans the letters of all who may get one', async () => {
    const noon = () => new Date('2026-11-23T17:00:00Z');
    await planLetters({ ...product.deps, clock: noon }, 'boost', newRun());
    expect(await waiting('plan-receiver-letters')).toEqual({ jobs: debtors, receivers: debtors });
  });
});

it('a quick comparison that waits does not keep the deep one from being made', async () => {
  await addDebtors('meridian', 1);
  const id = (await database.receiver.findFirstOrThrow({ where: { whitelabel: 'meridian' } })).id;
  await inTransaction(database, (transaction) => compareSoon(product.deps, transaction, [id]));
  const nextWeek = () => new Date(Date.now() + 8 * 86_400_000);
  await planComparisons({ ...product.deps, clock: nextWeek }, newRun());
  const rows = await database.$queryRaw<{ depth: string }[]>`
    SELECT data ->> 'depth' AS depth FROM pgboss.job WHERE name = 'reconcile-receiver' AND data ->> 'receiver_id' = ${id} ORDER BY 1`;
  expect(rows.map(({ depth }) => depth)).toEqual(['deep', 'quick']);
});

it('every receiver is compared once a week, no more than 12,000 at once', async () => {
  await addDebtors('card', 13_000);
  const inAWeek = () => new Date(Date.now() + 8 * 86_400_000);
  const active = await database.card.count({ where: { state: { not: 'CLOSED' } } });
  await planComparisons({ ...product.deps, clock: inAWeek }, newRun());
  expect(await waiting('reconcile-receiver')).toEqual({ jobs: 12_000, receivers: 12_000 });
  await database.$executeRaw`
    INSERT INTO receiver_comparison (receiver_id, compared_at)
    SELECT (data ->> 'receiver_id')::uuid, ${inAWeek()} FROM pgboss.job WHERE name = 'reconcile-receiver'`;
  await planComparisons({ ...product.deps, clock: inAWeek }, newRun());
  expect(await waiting('reconcile-receiver')).toEqual({ jobs: active, receivers: active });
});
