import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventInbox, openEventInbox } from './eventInbox.ts';
import { type OpenSandbox, openSandbox } from './openSandbox.ts';

let sandbox: OpenSandbox;
let product: EventInbox;
beforeAll(async () => {
  product = await openEventInbox();
  sandbox = await openSandbox(product.url);
  await sandbox.press('rutter', 'reading_delay', { milliseconds: 0 });
});
afterAll(async () => {
  await sandbox.stop();
  await product.stop();
});

interface Transaction {
  id: string;
  order_id: string;
  type: string;
  status: string;
  amount: number;
  gateway: string;
  platform_type: string;
  payment_method_type: string;
  created_at: string;
}

async function api<T = Record<string, unknown>>(
  path: string,
  options: { method?: string; body?: unknown; secret?: string; version?: string } = {},
): Promise<{ status: number; body: T }> {
  const { clientId, secret } = sandbox.config.rutter;
  const answer = await fetch(`${sandbox.config.rutter.baseUrl}${path}`, {
    method: options.method ?? 'GET',
    headers: {
      Authorization: `Basic ${Buffer.from(`${clientId}:${options.secret ?? secret}`).toString('base64')}`,
      'X-Rutter-Version': options.version ?? '2024-08-31',
      'Content-Type': 'application/json',
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  });
  return { status: answer.status, body: (await answer.json()) as T };
}

interface Linked {
  connection_id: string;
  access_token: string;
  is_ready: boolean;
}

async function publicToken(fields: Record<string, unknown> = {}): Promise<string> {
  return ((await sandbox.press('rutter', 'connect', fields)).body.result as { public_token: string }).public_token;
}

async function exchanged(token: string): Promise<Linked> {
  const { clientId, secret } = sandbox.config.rutter;
  const answer = await api<Linked>('/item/public_token/exchange', { method: 'POST', body: { client_id: clientId, secret, public_token: token } });
  expect(answer.status).toBe(200);
  return answer.body;
}

const told = (connectionId: string, code: string) => product.next(({ body }) => body.connection_id === connectionId && body.code === code);

async function connected(fields: Record<string, unknown> = {}): Promise<Linked> {
  const linked = await exchanged(await publicToken(fields));
  await told(linked.connection_id, 'INITIAL_UPDATE');
  return linked;
}

async function everyTransaction(accessToken: string, query = ''): Promise<Transaction[]> {
  const all: Transaction[] = [];
  let cursor: string | null = null;
  do {
    const page: { body: { transactions: Transaction[]; next_cursor: string | null } } = await api(
      `/transactions?access_token=${accessToken}&limit=500${query}${cursor ? `&cursor=${cursor}` : ''}`,
    );
    all.push(...page.body.transactions);
    cursor = page.body.next_cursor;
  } while (cursor);
  return all;
}

const cents = (amount: number) => Math.round(amount * 100);

describe('linking', () => {
  const windowPath = () => `/linkstart/${sandbox.config.rutter.publicKey}`;
  const linkUrl = () => sandbox.config.rutter.linkUrl.replace('localhost', '127.0.0.1');

  it('the window offers platforms and businesses, says Sandbox, and gives a token for the choice', async () => {
    const query = `?token=${sandbox.config.rutter.publicKey}&origin=${encodeURIComponent('http://headway.localhost:3000')}&nonce=abcde`;
    const page = await (await fetch(`${linkUrl()}${windowPath()}${query}`)).text();
    for (const text of ['Sandbox', 'Shopify', 'BigCommerce', 'QuickBooks', 'Juniper &amp; Oak', 'Volt Gadget Outlet']) expect(page).toContain(text);
    const answer = await fetch(`${linkUrl()}${windowPath()}/connect`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ platform: 'BIG_COMMERCE', profile: 'seasonal', store_name: 'Pine & Snow' }),
    });
    const { public_token } = (await answer.json()) as { public_token: string };
    expect(await exchanged(public_token)).toMatchObject({ platform: 'BIG_COMMERCE', store_unique_name: expect.stringMatching(/^pine-snow-/) });
  });

  it('a store has as many orders a day as it is told to have', async () => {
    const ordersOf = async (fields: object) => {
      const { access_token } = await connected({ profile: 'steady', seed: 'few', ...fields });
      return (await everyTransaction(access_token)).filter(({ type }) => type === 'sale').length;
    };
    const [usual, few] = [await ordersOf({}), await ordersOf({ orders_per_day: '2' })];
    // Nine a day are usual in a steady store.
    expect(usual / few).toBeGreaterThan(3.5);
    expect(usual / few).toBeLessThan(5.5);
  });

  it('a window opened with another key connects nothing', async () => {
    expect((await fetch(`${linkUrl()}/linkstart/somebody-elses?origin=http://x.example&nonce=a`)).status).toBe(400);
    const answer = await fetch(`${linkUrl()}/linkstart/somebody-elses/connect`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(401);
  });

  it('the message service is refused readably, so that the window does not dial out', async () => {
    const answer = await fetch(`${linkUrl()}/versioned/link/websocket/auth`, { headers: { Origin: 'http://headway.localhost:3000' } });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
  });

  it('a token exchanged twice gives the same access, and only one first reading', async () => {
    const token = await publicToken();
    const [one, other] = await Promise.all([exchanged(token), exchanged(token)]);
    expect(one.access_token).toBe(other.access_token);
    await told(one.connection_id, 'HISTORICAL_UPDATE');
    expect(product.received.filter(({ body }) => body.connection_id === one.connection_id && body.code === 'INITIAL_UPDATE')).toHaveLength(1);
  });

  it('wrong credentials, a wrong token and a store not yet exchanged are refused', async () => {
    expect(await api('/connections', { version: '2099-01-01' })).toMatchObject({ status: 400, body: { error_code: 'INVALID_VERSION' } });
    expect(await api('/connections', { secret: 'wrong' })).toMatchObject({ status: 401, body: { error_code: 'INVALID_CREDENTIALS' } });
    expect(await api('/store?access_token=unknown')).toMatchObject({ status: 401, body: { error_type: 'CONNECTION_ERROR' } });
    const { clientId, secret } = sandbox.config.rutter;
    expect(await api('/item/public_token/exchange', { method: 'POST', body: { client_id: clientId, secret, public_token: 'public-unknown' } })).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_PUBLIC_TOKEN' },
    });
  });
});

describe('data', () => {
  it('is not there until the first reading is done, which the product is told, signed', async () => {
    await sandbox.press('rutter', 'reading_delay', { milliseconds: 60_000 });
    const linked = await exchanged(await publicToken());
    await sandbox.press('rutter', 'reading_delay', { milliseconds: 0 });
    expect(linked.is_ready).toBe(false);
    expect(await api(`/transactions?access_token=${linked.access_token}`)).toMatchObject({ body: { error_code: 'PRODUCT_NOT_READY' } });
    expect((await api(`/transactions?access_token=${linked.access_token}&force_fetch=true`)).status).toBe(200);

    await sandbox.press('rutter', 'finish_reading', { connection: linked.connection_id });
    const event = await told(linked.connection_id, 'INITIAL_UPDATE');
    const expected = createHmac('sha256', sandbox.config.rutter.secret).update(event.raw).digest('base64');
    expect(event).toMatchObject({ path: '/webhooks/rutter', headers: { 'x-rutter-signature': `sha256=${expected}` }, body: { type: 'CONNECTION' } });
    expect((await api(`/transactions?access_token=${linked.access_token}`)).status).toBe(200);
  });

  it('pages hold everything once, newest first, and the orders account for every cent of the sales', async () => {
    const { access_token } = await connected({ seed: 'pages' });
    const transactions = await everyTransaction(access_token);
    expect(transactions.length).toBeGreaterThan(3_000);
    expect(new Set(transactions.map(({ id }) => id)).size).toBe(transactions.length);
    const times = transactions.map(({ created_at }) => Date.parse(created_at));
    expect(times).toEqual([...times].sort((one, other) => other - one));

    const { body } = await api<{
      orders: { id: string; total_price: number; payment_status: string; transactions: Transaction[]; line_items: { price: number }[] }[];
    }>(`/orders?access_token=${access_token}&limit=200&expand=transactions`);
    expect(body.orders).toHaveLength(200);
    for (const order of body.orders) {
      const sold = order.transactions.filter(({ type, status }) => type === 'sale' && status === 'success').reduce((sum, { amount }) => sum + cents(amount), 0);
      if (order.payment_status === 'paid') expect(sold).toBe(cents(order.total_price));
      expect(transactions.filter(({ order_id }) => order_id === order.id)).toHaveLength(order.transactions.length);
    }
  });

  it('filters go by Unix milliseconds, and sorting both ways', async () => {
    const { access_token } = await connected({ seed: 'pages' });
    const from = Date.now() - 20 * 86_400_000;
    const until = Date.now() - 10 * 86_400_000;
    const some = await everyTransaction(access_token, `&created_at_min=${from}&created_at_max=${until}&sort=asc`);
    const all = await everyTransaction(access_token);
    expect(some).toEqual(all.filter(({ created_at }) => Date.parse(created_at) >= from && Date.parse(created_at) <= until).reverse());
    expect(await api(`/orders?access_token=${access_token}&created_at_min=yesterday`)).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_PARAMETERS' },
    });
  });

  it('the same seed is the same store; Shopify writes refunds positive, others negative', async () => {
    const [one, other, third] = await Promise.all([
      connected({ seed: 'twin', profile: 'chargeback-heavy' }),
      connected({ seed: 'twin', profile: 'chargeback-heavy' }),
      connected({ seed: 'twin', profile: 'chargeback-heavy', platform: 'BIG_COMMERCE' }),
    ]);
    const untilNow = `&created_at_max=${Date.now() - 60_000}`;
    expect(await everyTransaction(one.access_token, untilNow)).toEqual(await everyTransaction(other.access_token, untilNow));
    const refunds = async ({ access_token }: Linked) => (await everyTransaction(access_token)).filter(({ type }) => type === 'refund');
    expect((await refunds(one)).every(({ amount }) => amount > 0)).toBe(true);
    expect((await refunds(third)).every(({ amount }) => amount < 0)).toBe(true);
    expect((await refunds(one)).some(({ platform_type }) => platform_type === 'chargeback')).toBe(true);
  });

  it('a store has a name and an address; an accounting system has invoices and no store', async () => {
    const shop = await connected({ store_name: 'Blue Door' });
    expect((await api(`/store?access_token=${shop.access_token}`)).body).toMatchObject({
      store: { store_name: 'Blue Door', url: expect.stringMatching(/^https:\/\/blue-door-.*\.myshopify\.com$/), default_currency: 'USD' },
      connection: { id: shop.connection_id, platform: 'SHOPIFY' },
    });
    expect((await api(`/accounting/invoices?access_token=${shop.access_token}`)).body).toMatchObject({ error_code: 'PRODUCT_NOT_ALLOWED' });

    const books = await connected({ platform: 'QUICKBOOKS', seed: 'books' });
    expect((await api(`/store?access_token=${books.access_token}`)).body).toMatchObject({ store: null, connection: { platform: 'QUICKBOOKS' } });
    const { body } = await api<{ invoices: { status: string; total_amount: string; amount_due: string; linked_payments: { amount: string }[] }[] }>(
      `/accounting/invoices?access_token=${books.access_token}&limit=500`,
    );
    expect(new Set(body.invoices.map(({ status }) => status))).toEqual(new Set(['open', 'partially_paid', 'paid']));
    for (const invoice of body.invoices) {
      const paid = invoice.linked_payments.reduce((sum, { amount }) => sum + cents(Number(amount)), 0);
      expect(cents(Number(invoice.amount_due))).toBe(cents(Number(invoice.total_amount)) - paid);
    }
  });
});

describe('the life of a connection', () => {
  it('a broken one gives no data until repaired, a disabled one neither, and the product is told each time', async () => {
    const { connection_id, access_token } = await connected();
    const state = async () => (await api<{ connection: Record<string, unknown> }>(`/connections/access_token?access_token=${access_token}`)).body.connection;
    await sandbox.press('rutter', 'break', { connection: connection_id });
    await told(connection_id, 'CONNECTION_NEEDS_UPDATE');
    const broken = await state();
    expect(broken).toMatchObject({ id: connection_id, needs_update: true, disabled: false });
    expect(await api(`/orders?access_token=${access_token}`)).toMatchObject({ body: { error_code: 'NEEDS_UPDATE' } });

    const link = String(broken.link_url).replace('localhost', '127.0.0.1');
    expect(await (await fetch(link)).text()).toContain('Sign in again');
    await fetch(link, { method: 'POST' });
    await told(connection_id, 'CONNECTION_UPDATED');
    expect((await api(`/orders?access_token=${access_token}`)).status).toBe(200);

    await sandbox.press('rutter', 'disable', { connection: connection_id });
    await told(connection_id, 'CONNECTION_DISABLED');
    expect(await api(`/orders?access_token=${access_token}`)).toMatchObject({ status: 410, body: { error_code: 'CONNECTION_DISABLED' } });
  });

  it('a deleted one is gone', async () => {
    const { connection_id, access_token } = await connected();
    expect(await api(`/connections/${connection_id}`, { method: 'DELETE' })).toEqual({ status: 200, body: { success: true } });
    expect((await api(`/connections/${connection_id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await api(`/store?access_token=${access_token}`)).status).toBe(401);
  });

  it('sales go on as days pass, unless the store cannot be read; and all is there after a restart', async () => {
    const selling = await connected({ seed: 'days' });
    const stuck = await connected({ seed: 'days' });
    await sandbox.press('rutter', 'break', { connection: stuck.connection_id });
    const lastSyncOfStuck = async () => {
      const { body } = await api<{ connection: { last_sync_completed_at: string } }>(`/connections/access_token?access_token=${stuck.access_token}`);
      return body.connection.last_sync_completed_at;
    };
    const lastSync = await lastSyncOfStuck();
    expect(lastSync).toMatch(/^\d{4}-/);
    const before = await everyTransaction(selling.access_token);
    await fetch(`${sandbox.url}/control/clock/advance`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ days: 3 }) });
    await told(selling.connection_id, 'ORDER_CREATED');
    const after = await everyTransaction(selling.access_token);
    expect(after.length).toBeGreaterThan(before.length + 10);
    expect(after.slice(-before.length).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(product.received.some(({ body }) => body.connection_id === stuck.connection_id && body.code === 'ORDER_CREATED')).toBe(false);
    expect(await lastSyncOfStuck()).toBe(lastSync);

    await sandbox.restart();
    expect((await everyTransaction(selling.access_token)).slice(-after.length)).toEqual(after);
  });
});
