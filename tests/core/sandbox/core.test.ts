import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { openClock } from '../../../server/sandbox/core/clock.ts';
import { eachAlone } from '../../../server/sandbox/core/eachAlone.ts';
import { maskedPath } from '../../../server/sandbox/core/mask.ts';
import { html, page } from '../../../server/sandbox/core/page.ts';
import { openStore, type Store } from '../../../server/sandbox/core/store.ts';
import { createWebhooks } from '../../../server/sandbox/core/webhooks.ts';
import { startSandbox } from '../../../server/sandbox/index.ts';
import { hostedDesigns } from '../../../server/start/hostedDesigns.ts';
import { emptyDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let store: Store;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

beforeAll(async () => {
  database = await emptyDatabase();
  store = await openStore({ connectionString: database.url }, () => undefined);
});
afterAll(async () => {
  await store.close();
  await database.stop();
});

interface Fruit {
  name: string;
  inside?: { stones: number };
  created?: string;
}
const basket = () => store.collection<Fruit>('test', randomUUID());

describe('stored objects', () => {
  it('are found by any value inside them, oldest first or newest first', async () => {
    const fruits = basket();
    await fruits.insertMany([
      { id: 'a', data: { name: 'plum', inside: { stones: 1 } } },
      { id: 'b', data: { name: 'fig' } },
      { id: 'c', data: { name: 'plum', inside: { stones: 2 } } },
    ]);
    expect((await fruits.find({ name: 'plum' })).map(({ inside }) => inside?.stones)).toEqual([1, 2]);
    expect((await fruits.find({ name: 'plum', inside: undefined }, { newestFirst: true, limit: 1 }))[0]?.inside?.stones).toBe(2);
    expect(await fruits.findOne({ inside: { stones: 2 } })).toMatchObject({ name: 'plum' });
    expect(await fruits.count()).toBe(3);
    expect(await fruits.find({ name: 'pear' })).toEqual([]);
  });

  it('come in pages from either side of one of them', async () => {
    const fruits = basket();
    await fruits.insertMany(['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, data: { name: id } })));
    const names = async (options: Parameters<typeof fruits.find>[1]) => (await fruits.find({}, options)).map(({ name }) => name).join('');
    expect(await names({ after: 'b' })).toBe('cde');
    expect(await names({ after: 'd', newestFirst: true, limit: 2 })).toBe('cb');
    expect(await names({ before: 'd', limit: 2 })).toBe('bc');
    expect(await names({ before: 'b', newestFirst: true, limit: 2 })).toBe('dc');
  });

  it('are bounded by an instant inside them, from included, until not', async () => {
    const fruits = basket();
    await fruits.insertMany(['2026-01-01', '2026-01-02', '2026-01-03'].map((created) => ({ id: created, data: { name: created, created } })));
    const found = await fruits.find({}, { created: { from: '2026-01-02', until: '2026-01-03' } });
    expect(found.map(({ name }) => name)).toEqual(['2026-01-02']);
    expect(await fruits.find({}, { created: { until: '2026-01-03' } })).toHaveLength(2);
  });

  it('come by the instant inside them, in pages too, and those of one instant as they were made', async () => {
    const fruits = basket();
    const made = { c: '2026-01-03', a: '2026-01-01', b: '2026-01-02', e: '2026-01-04', d: '2026-01-03' };
    await fruits.insertMany(Object.entries(made).map(([id, created]) => ({ id, data: { name: id, created } })));
    const names = async (options: Parameters<typeof fruits.find>[1]) =>
      (await fruits.find({}, { created: { from: '2026-01-01' }, ...options })).map(({ name }) => name).join('');
    expect(await names({})).toBe('abcde');
    expect(await names({ newestFirst: true, limit: 2 })).toBe('ed');
    expect(await names({ newestFirst: true, after: 'd', limit: 2 })).toBe('cb');
    expect(await names({ newestFirst: true, before: 'b', limit: 2 })).toBe('dc');
  });

  it('keep the first of two inserts of one id', async () => {
    const fruits = basket();
    expect(await fruits.insert('a', { name: 'first' })).toBe(true);
    expect(await fruits.insert('a', { name: 'second' })).toBe(false);
    expect((await fruits.get('a'))?.name).toBe('first');
    await fruits.put('a', { name: 'third' });
    expect((await fruits.get('a'))?.name).toBe('third');
    expect(await fruits.remove('a')).toBe(true);
    expect(await fruits.remove('a')).toBe(false);
  });

  it('lose no change when many change one at once', async () => {
    const counters = store.collection<{ count: number }>('test', randomUUID());
    await counters.insert('one', { count: 0 });
    await Promise.all(Array.from({ length: 20 }, () => counters.update('one', ({ count }) => ({ count: count + 1 }))));
    expect(await counters.get('one')).toEqual({ count: 20 });
  });
});

describe('a transaction', () => {
  it('takes everything back, and what was to follow it does not', async () => {
    const fruits = basket();
    let followed = false;
    const failing = store.transaction(async () => {
      await fruits.insert('a', { name: 'plum' });
      store.afterCommit(() => {
        followed = true;
      });
      await store.transaction(() => fruits.insert('b', { name: 'fig' }));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await fruits.count()).toBe(0);
    expect(followed).toBe(false);
  });

  it('takes back with an event that this was the one to be dropped', async () => {
    const webhooks = createWebhooks({ store, log: quiet, productUrl: 'http://127.0.0.1:9' });
    const enqueue = () => webhooks.enqueue({ standIn: 'test', event: 'fruit.ripe', url: 'http://127.0.0.1:9/', body: {} });
    const left = () => webhooks.deliverySettings('test').drop_next;
    webhooks.changeDelivery('test', { drop_next: 1 });
    const failing = store.transaction(async () => {
      await enqueue();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(left()).toBe(1);
    await store.transaction(enqueue);
    expect(left()).toBe(0);
    expect(await webhooks.list({ standIn: 'test' })).toMatchObject([{ outcome: 'dropped' }]);
  });

  it('fails alone when its connection breaks between two of its statements', async () => {
    const broken = store.transaction(async () => {
      const [{ pid } = {}] = await store.query('select pg_backend_pid() as pid');
      await database.database.$queryRaw`SELECT pg_terminate_backend(${pid}::int)`;
      await pause(200);
      await store.query('select 1');
    });
    await expect(broken).rejects.toThrow(/terminat|not queryable/i);
    expect(await store.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is asked for by a lock', async () => {
    await expect(basket().lock('a')).rejects.toThrow('outside of');
  });
});

describe('the clock', () => {
  it('moves on day by day, tells each day, and stays moved for whoever opens it next', async () => {
    const clock = await openClock(store);
    const days: number[] = [];
    clock.onAdvance(async (before, after) => void days.push(Math.round((after.getTime() - before.getTime()) / 3_600_000)));
    await Promise.all([clock.advanceDays(2), clock.advanceDays(1)]);
    expect(days).toEqual([24, 24, 24]);
    expect(clock.daysAhead()).toBe(3);
    const next = await openClock(store);
    expect(next.daysAhead()).toBe(3);
    const [before, moved, after] = [next.machineNow(), next.now(), next.machineNow()].map((instant) => instant.getTime());
    const unmoved = (moved ?? 0) - 3 * 86_400_000;
    expect(unmoved).toBeGreaterThanOrEqual(before ?? 0);
    expect(unmoved).toBeLessThanOrEqual(after ?? 0);
  });
});

describe('a day that fails for one party', () => {
  it('is lived by the others, every day of it, and then told', async () => {
    const clock = await openClock(store);
    const before = clock.daysAhead();
    const lived: string[] = [];
    clock.onAdvance(async () => {
      lived.push('issuer');
      throw new Error('nothing is left to clear');
    });
    clock.onAdvance(async () => void lived.push('bank'));
    await expect(clock.advanceDays(2)).rejects.toThrow('nothing is left to clear');
    expect(lived).toEqual(['issuer', 'bank', 'issuer', 'bank']);
    expect(clock.daysAhead()).toBe(before + 2);
  });

  it('is done for each object of that party but the one that failed', async () => {
    const done: number[] = [];
    const work = eachAlone([1, 2, 3, 4], async (number) => {
      if (number % 2 === 1) throw new Error(`${number} is odd`);
      done.push(number);
    });
    await expect(work).rejects.toThrow('1 is odd; 3 is odd');
    expect(done).toEqual([2, 4]);
  });
});

describe('time that is held', () => {
  it('moves on once nothing holds it', async () => {
    const clock = await openClock(store);
    const before = clock.daysAhead();
    clock.hold('A year is being made …');
    clock.hold('Another year is being made …');
    const moved = clock.advanceDays(2);
    await new Promise(setImmediate);
    expect([clock.daysAhead(), clock.heldFor()]).toEqual([before, 'Another year is being made …']);
    clock.hold(null);
    await moved;
    expect([clock.daysAhead(), clock.heldFor()]).toEqual([before + 2, null]);
  });
});

describe('pages', () => {
  it('say Sandbox and let no value become markup', () => {
    const text = page({ title: 'A', body: html`<p>${'<script>alert(1)</script>'}</p>` });
    expect(text).toContain('Sandbox');
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toContain('<script>alert');
  });
});

describe('the journal', () => {
  it.each([
    ['/rutter/orders?access_token=abc&limit=5', '/rutter/orders?access_token=•••&limit=5'],
    ['/lithic/v1/embed/card?hmac=x&embed_request=y', '/lithic/v1/embed/card?hmac=•••&embed_request=•••'],
    ['/lithic/v1/transactions?card_token=t', '/lithic/v1/transactions?card_token=t'],
    ['/plaid/transfer/list', '/plaid/transfer/list'],
  ])('masks the secrets in %s', (path, masked) => {
    expect(maskedPath(path)).toBe(masked);
  });

  it('keeps what each stand-in received, without secrets, live as well', async () => {
    const { url, stop } = await startSandbox({
      database: { connectionString: database.url },
      config: readConfig({ SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0' }),
      hostedDesigns: hostedDesigns(),
      productUrl: 'http://127.0.0.1:9',
      log: quiet,
    });
    const live = await fetch(`${url}/control/journal/live`);
    const reader = live.body?.getReader();
    await reader?.read();
    await fetch(`${url}/plaid/accounts/get`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ access_token: 'access-sandbox-secret', options: { account_ids: ['a-1'] } }),
    });
    const line = new TextDecoder().decode((await reader?.read())?.value);
    expect(JSON.parse(line.replace(/^data: /, ''))).toMatchObject({ stand_in: 'plaid', method: 'POST', path: '/plaid/accounts/get', status: 400 });
    await reader?.cancel();
    const { entries } = (await (await fetch(`${url}/control/journal?stand_in=plaid`)).json()) as { entries: { body: string }[] };
    expect(entries[0]?.body).toBe('{"access_token":"•••","options":{"account_ids":["a-1"]}}');
    expect(line).not.toContain('access-sandbox-secret');
    await stop();
  });
});

describe('the start', () => {
  const config = readConfig({ SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0' });
  const SANDBOX_PASSWORD = 'a long password: 1';
  const start = (environment: Record<string, string>) =>
    startSandbox({
      database: { connectionString: database.url },
      config: {
        ...config,
        environment: 'production',
        sandbox: { ...config.sandbox, allowedInProduction: environment.SANDBOX === '1', password: environment.SANDBOX_PASSWORD, keyPath: '/~key' },
      },
      hostedDesigns: hostedDesigns(),
      productUrl: 'http://127.0.0.1:9',
      log: quiet,
    });

  it('is refused in production', async () => {
    await expect(start({})).rejects.toThrow(/does not run in production/);
    await expect(start({ SANDBOX: '1' })).rejects.toThrow(/does not run in production/);
    await expect(start({ SANDBOX_PASSWORD })).rejects.toThrow(/does not run in production/);
  });

  it('goes through in production when somebody says so aloud, behind a password', async () => {
    const { url, stop } = await start({ SANDBOX: '1', SANDBOX_PASSWORD });
    const withPassword = (given: string) => ({ headers: { authorization: `Basic ${Buffer.from(`anybody:${given}`).toString('base64')}` } });
    for (const path of ['/', '/control/state', '/mail', '/plaid/link', '/lithic/v1/cards', '/~/control/state', '/~other/control/state', '/~key']) {
      const refused = await fetch(`${url}${path}`);
      expect([path, refused.status, refused.headers.get('www-authenticate')]).toEqual([path, 401, 'Basic realm="Sandbox", charset="UTF-8"']);
      expect([path, (await fetch(`${url}${path}`, withPassword('a wrong password'))).status]).toEqual([path, 401]);
    }
    expect((await fetch(`${url}/control/state`, withPassword(SANDBOX_PASSWORD))).status).toBe(200);
    expect((await fetch(`${url}/~key/control/state`)).status).toBe(200);
    await stop();
  });

  it('fails plainly, and lets go of the database, when the port is taken', async () => {
    const first = await start({ SANDBOX: '1', SANDBOX_PASSWORD });
    const config = readConfig({ SANDBOX_PORT: new URL(first.url).port });
    await expect(
      startSandbox({ database: { connectionString: database.url }, config, hostedDesigns: hostedDesigns(), productUrl: 'http://127.0.0.1:9', log: quiet }),
    ).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    await first.stop();
  });
});
