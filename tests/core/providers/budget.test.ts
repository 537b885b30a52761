import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../../server/db/client.ts';
import { blockCalls, takeCall } from '../../../server/db/queries/providerBudget.ts';
import { type JobName, jobSettings, urgencyOf } from '../../../server/jobs/jobs.ts';
import { allowanceOf } from '../../../server/providers/allowance.ts';
import { type Budget, spend } from '../../../server/providers/budget.ts';
import { type ProviderFailure, Unavailable } from '../../../server/providers/failure.ts';
import type { PanelAccess } from '../../../server/providers/ports/controlPanel.ts';
import { urgencies, withUrgency } from '../../../server/providers/urgency.ts';
import { openProviders } from '../../../server/start/providers.ts';
import { type Cardholder, newCardholder } from '../../support/cardholder.ts';
import { eventually } from '../../support/eventually.ts';
import { openPanelStore, type PanelStore, panelSynced, tokenOf } from '../../support/panelStores.ts';
import { type TestProduct, testProduct } from '../../support/product.ts';

let product: TestProduct;
let merchant: Cardholder;
beforeAll(async () => {
  product = await testProduct();
  merchant = await newCardholder(product);
});
afterAll(() => product.stop());

describe('an allowance', () => {
  it.each([
    ['a reading of the issuer', 30, 1_000],
    ['a writing of the issuer', 5, 1_000],
    ['the store data', 500, 10_000],
    ['a bank’s endpoint', 100, 60_000],
    ['a single call', 1, 1_000],
  ])('of %s is no more than the quota in any window', (_, requests, windowMs) => {
    for (const urgency of urgencies) {
      const { burst, perMs, reserve } = allowanceOf('lithic', { resource: 'GET cards', requests, windowMs }, urgency);
      expect(burst + perMs * windowMs).toBeLessThanOrEqual(requests);
      expect(reserve).toBeLessThan(burst);
    }
  });

  it('leaves more to what is more urgent', () => {
    const reserves = urgencies.map((urgency) => allowanceOf('lithic', { resource: 'GET cards', requests: 30, windowMs: 1_000 }, urgency).reserve);
    expect(reserves).toEqual([0, 1, 2, 5]);
  });
});

describe('a budget', () => {
  const allowance = (different: object = {}) => ({ name: randomUUID(), burst: 3, perMs: 0.000_001, reserve: 0, ...different });

  it('is shared by all processes: what is at hand is given once, and then what comes with time', async () => {
    const asked = allowance();
    const other = createDatabase(product.config.databaseUrl ?? '', { maximumConnections: 2 });
    const waits = await Promise.all(Array.from({ length: 10 }, (_, place) => takeCall(place % 2 === 0 ? product.deps.database : other, asked)));
    await other.$disconnect();
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
    // A call in a thousand seconds.
    for (const wait of waits.filter((waited) => waited > 0)) expect(wait).toBeGreaterThan(500_000);
  });

  it('gives a call after the wait that it names', async () => {
    const asked = allowance({ burst: 1, perMs: 0.02 });
    expect(await takeCall(product.deps.database, asked)).toBe(0);
    // On a busy machine the next call may be at hand again before it is asked for.
    let wait = 0;
    while (wait === 0) wait = await takeCall(product.deps.database, asked);
    await pause(wait + 5);
    expect(await takeCall(product.deps.database, asked)).toBe(0);
  });

  it('keeps the last calls for work of more urgency', async () => {
    const asked = allowance();
    expect([await takeCall(product.deps.database, { ...asked, reserve: 2 }), await takeCall(product.deps.database, { ...asked, reserve: 2 })]).toEqual([
      0,
      expect.any(Number),
    ]);
    expect([await takeCall(product.deps.database, asked), await takeCall(product.deps.database, asked)]).toEqual([0, 0]);
    expect(await takeCall(product.deps.database, asked)).toBeGreaterThan(0);
  });

  it('gives nothing to anybody while the provider has asked to wait', async () => {
    const asked = allowance();
    await takeCall(product.deps.database, asked);
    await blockCalls(product.deps.database, asked.name, 60_000);
    expect(await takeCall(product.deps.database, asked)).toBeGreaterThan(50_000);
  });
});

describe('a job', () => {
  it.each(Object.entries(jobSettings).map(([name, { expireInSeconds }]) => [name as JobName, expireInSeconds] as const))(
    '%s gives up its wait for a call before its own time of %d s is over, when another process would begin it again',
    async (name, expireInSeconds) => {
      const budget: Budget = { take: async () => (expireInSeconds - 10) * 1_000, block: async () => {}, spent: () => {} };
      const quota = { resource: 'GET cards', requests: 30, windowMs: 1_000 };
      const wait = withUrgency(urgencyOf(name), () => spend(budget, quota, { provider: 'lithic', call: 'get_card' }));
      await expect(wait).rejects.toMatchObject({ code: 'budget_spent' });
    },
  );
});

describe('calls to the issuer', () => {
  const providers = () => openProviders(product.config, new Registry(), () => new Date(), product.deps.database);

  /** Returns the second in which each reading of a card so far came to the issuer, the first of them first. */
  async function secondsOfReadings(): Promise<number[]> {
    const journal = await fetch(`${product.sandboxUrl}/control/journal?stand_in=lithic&limit=500`);
    const { entries } = (await journal.json()) as { entries: { method: string; path: string; at: string }[] };
    const readings = entries.filter(({ method, path }) => method === 'GET' && path.startsWith('/lithic/v1/cards'));
    return readings.map(({ at }) => Math.floor(Date.parse(at) / 1_000)).sort((one, other) => one - other);
  }

  it('of two processes stay within its quota, however many are wanted at once', async () => {
    const processes = [providers(), providers()] as const;
    const before = await secondsOfReadings();
    const began = Math.floor(Date.now() / 1_000);
    // As a webhook asks: a person would not wait until a busy machine has made them all.
    const calls = Array.from({ length: 60 }, (_, place) =>
      withUrgency('webhook', () => (processes[place % 2] ?? processes[0]).cardIssuer.getCard(merchant.cardToken)),
    );
    expect(new Set((await Promise.all(calls)).map(({ token }) => token))).toEqual(new Set([merchant.cardToken]));

    // Of its thirty readings a second, ten are made at once and twenty in each second after. A busy machine may make some late, which the
    // issuer then counts with the next, and never early.
    const made = await eventually('all of them in the journal', async () => {
      const since = (await secondsOfReadings()).slice(before.length);
      return since.length >= calls.length && since;
    });
    const tooMany = made.filter((second, place) => place + 1 > 10 + 20 * (second + 1 - began));
    expect(tooMany).toEqual([]);
  });

  it('of a sweep let what is more urgent pass', async () => {
    const { cardIssuer } = providers();
    const done: string[] = [];
    const call = (urgency: 'sweep' | 'card_state') =>
      withUrgency(urgency, async () => {
        await cardIssuer.getCard(merchant.cardToken);
        done.push(urgency);
      });
    const sweeps = Array.from({ length: 60 }, () => call('sweep'));
    await Promise.all(Array.from({ length: 5 }, () => call('card_state')));
    expect(done.filter((urgency) => urgency === 'sweep').length).toBeLessThan(40);
    await Promise.all(sweeps);
  });

  it('that find no call left are tried again later, and say so', async () => {
    await blockCalls(product.deps.database, 'lithic GET cards', 60_000);
    const failure = await providers()
      .cardIssuer.getCard(merchant.cardToken)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Unavailable);
    expect(failure).toMatchObject({ code: 'budget_spent' });
    await product.deps.database.$executeRaw`UPDATE provider_budget SET blocked_until = now()`;
  });
});

describe('calls to the banks', () => {
  it('about one that was asked too often are refused, and those about others go on', async () => {
    const { bank } = product.deps.providers;
    const asked = async (accessToken: string) =>
      bank.getAccounts(accessToken).then(
        () => null,
        (failure: ProviderFailure) => failure,
      );
    let refused = await asked('access-one');
    // Each bank may be read fifteen times a minute; the loop may begin in one minute and end in the next.
    for (let time = 0; time < 31 && refused?.code !== 'ACCOUNTS_LIMIT'; time += 1) refused = await asked('access-one');
    expect(refused).toBeInstanceOf(Unavailable);
    const [{ is_held } = { is_held: null }] = await product.deps.database.$queryRaw<{ is_held: boolean }[]>`
      SELECT blocked_until > now() AS is_held FROM provider_budget WHERE name = 'plaid accounts/get'`;
    expect(is_held).toBe(false);
    expect(await asked('access-other')).toMatchObject({ code: 'INVALID_ACCESS_TOKEN' });
  });
});

describe('calls to a store', () => {
  const processes = () => {
    const open = () => openProviders(product.config, new Registry(), () => new Date(), product.deps.database).controlPanel;
    return [open(), open()] as const;
  };
  const press = (button: string, { hash }: PanelStore, fields: Record<string, string>) => product.press('bigcommerce', button, { store: hash, ...fields });
  const failureOf = (call: Promise<unknown>) => call.catch((failure: unknown) => failure);

  async function newStore(): Promise<{ store: PanelStore; access: PanelAccess }> {
    const store = await openPanelStore(product);
    await panelSynced(product, store);
    return { store, access: { storeHash: store.hash, accessToken: await tokenOf(product, store) } };
  }

  it('end in every process when one is refused, until the window ends; those to other stores go on', async () => {
    const { store, access } = await newStore();
    const other = await newStore();
    const [one, another] = processes();
    await press('quota', store, { requests: '150', window_ms: '600000' });
    await press('other_apps', store, { requests: '150' });
    expect(await failureOf(one.readStore(access))).toMatchObject({ name: 'Unavailable', status: 429 });
    // The provider counts no longer: only our own budget can refuse it.
    await press('quota', store, { requests: '150', window_ms: '30000' });
    expect(await failureOf(another.readStore(access))).toMatchObject({ name: 'Unavailable', code: 'budget_spent' });
    expect(await failureOf(one.listOrders(access, new Date(0), null))).toMatchObject({ name: 'Unavailable', code: 'budget_spent' });
    expect((await another.readStore(other.access)).domain).toContain(other.store.hash);
  });

  it('end in every process when the headers of an answer leave only what the store’s other apps use', async () => {
    const { store, access } = await newStore();
    const [one, another] = processes();
    await press('quota', store, { requests: '10', window_ms: '600000' });
    await press('other_apps', store, { requests: '6' });
    // Two of ten are left to the other apps, and after a page of orders and its refunds there are two.
    expect((await one.listOrders(access, new Date(0), null)).pauseMs).toBe(0);
    expect((await another.readStore(access)).domain).toContain(store.hash);
    await press('quota', store, { requests: '10', window_ms: '600000' });
    await press('other_apps', store, { requests: '7' });
    expect((await one.listOrders(access, new Date(0), null)).pauseMs).toBeGreaterThan(500_000);
    expect(await failureOf(another.readStore(access))).toMatchObject({ name: 'Unavailable', code: 'budget_spent' });
  });
});
