import { jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EventInbox, openEventInbox } from './eventInbox.ts';
import { type OpenSandbox, openSandbox } from './openSandbox.ts';

let sandbox: OpenSandbox;
let product: EventInbox;
beforeAll(async () => {
  product = await openEventInbox();
  sandbox = await openSandbox(product.url);
});
afterAll(async () => {
  await sandbox.stop();
  await product.stop();
});

const page = async (path: string) => (await fetch(`${sandbox.url}/bigcommerce${path}`)).text();
const frameAddress = (text: string) => new URL((/<iframe[^>]* src="([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&'));
const verified = (token: string) =>
  jwtVerify(token, new TextEncoder().encode(sandbox.config.bigcommerce.clientSecret), {
    algorithms: ['HS256'],
    audience: sandbox.config.bigcommerce.clientId,
    issuer: 'bc',
  });

interface Grant {
  access_token: string;
  scope: string;
  context: string;
  user: { id: number; email: string };
}

async function exchange(code: string, change: Record<string, string> = {}): Promise<{ status: number; body: Grant & { error?: string } }> {
  const { clientId, clientSecret, loginUrl } = sandbox.config.bigcommerce;
  const answer = await fetch(`${loginUrl}/oauth2/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      client_id: clientId,
      client_secret: clientSecret,
      code,
      context: 'stores/juniper1',
      scope: 'store_v2_orders_read_only',
      grant_type: 'authorization_code',
      redirect_uri: 'http://headway.localhost:3000/bigcommerce/auth',
      ...change,
    }),
  });
  return { status: answer.status, body: (await answer.json()) as Grant & { error?: string } };
}

async function installed(hash: string, query = ''): Promise<Grant> {
  await page(`/store-${hash}`);
  const callback = frameAddress(await page(`/store-${hash}?install=1${query}`));
  return (await exchange(callback.searchParams.get('code') ?? '', { context: `stores/${hash}` })).body;
}

interface WireOrder {
  id: number;
  date_created: string;
  date_modified: string;
  status_id: number;
  payment_status: string;
  total_inc_tax: string;
  refunded_amount: string;
}
interface WireRefund {
  id: number;
  order_id: number;
  created: string;
  total_amount: number;
  payments: { amount: number; is_declined: boolean }[];
}

const storeApi = (hash: string, accessToken: string) => async (path: string) => {
  const answer = await fetch(`${sandbox.config.bigcommerce.apiUrl}/stores/${hash}${path}`, { headers: { 'X-Auth-Token': accessToken } });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: text === '' ? null : JSON.parse(text) };
};
const limits = ({ headers }: { headers: Headers }) =>
  ['Time-Window-Ms', 'Requests-Quota', 'Requests-Left'].map((name) => Number(headers.get(`X-Rate-Limit-${name}`)));

it('installing calls the app back with a code that is exchanged once for access to the store', async () => {
  expect(await page('/store-juniper1')).toContain('Install app');
  const callback = frameAddress(await page('/store-juniper1?install=1'));
  expect(`${callback.origin}${callback.pathname}`).toBe('http://headway.localhost:3000/bigcommerce/auth');
  expect(callback.searchParams.get('context')).toBe('stores/juniper1');
  const code = callback.searchParams.get('code') ?? '';
  expect(await exchange(code, { client_secret: 'wrong' })).toMatchObject({ status: 401 });
  expect(await exchange(code, { redirect_uri: 'http://evil.example/auth' })).toMatchObject({ status: 400 });
  const granted = await exchange(code);
  expect(granted).toMatchObject({ status: 200, body: { context: 'stores/juniper1', user: { email: 'owner@juniper1.example' } } });
  expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });

  const store = await fetch(`${sandbox.config.bigcommerce.apiUrl}/stores/juniper1/v2/store`, { headers: { 'X-Auth-Token': granted.body.access_token } });
  expect(await store.json()).toMatchObject({ name: 'Juniper & Oak', status: 'live', currency: 'USD' });
  const other = await fetch(`${sandbox.config.bigcommerce.apiUrl}/stores/another/v2/store`, { headers: { 'X-Auth-Token': granted.body.access_token } });
  expect(other.status).toBe(401);
});

it('the control panel says Sandbox and opens the dashboard with a signed payload about the store and its owner', async () => {
  await installed('panel1');
  const text = await page('/store-panel1');
  expect(text).toContain('Sandbox');
  const load = frameAddress(text);
  expect(`${load.origin}${load.pathname}`).toBe('http://headway.localhost:3000/bigcommerce/load');
  const { payload } = await verified(load.searchParams.get('signed_payload_jwt') ?? '');
  expect(payload).toMatchObject({
    sub: 'stores/panel1',
    user: { id: 1_000_001, email: 'owner@panel1.example' },
    owner: { id: 1_000_001 },
    url: '/',
    channel_id: null,
  });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(86_400);
  const again = await verified(frameAddress(await page('/store-panel1')).searchParams.get('signed_payload_jwt') ?? '');
  expect(again.payload.jti).not.toBe(payload.jti);
});

it('orders page through by 250 at most, as the platform writes them, and a page beyond the last has no content', async () => {
  const { access_token } = await installed('orders1');
  const get = storeApi('orders1', access_token);
  const first: WireOrder[] = (await get('/v2/orders?limit=250&page=1')).body;
  const second: WireOrder[] = (await get('/v2/orders?limit=250&page=2')).body;
  expect(first).toHaveLength(250);
  expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(first.length + second.length);
  expect(first.every(({ total_inc_tax }) => /^\d+\.\d{4}$/.test(total_inc_tax))).toBe(true);
  expect(first.every(({ date_created }) => /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/.test(date_created))).toBe(true);
  expect(((await get('/v2/orders')).body as WireOrder[]).length).toBe(50);
  const beyond = await get('/v2/orders?limit=250&page=999');
  expect([beyond.status, beyond.text]).toEqual([204, '']);
  expect((await get('/v2/orders?limit=251')).status).toBe(413);
  expect((await get('/v2/orders?sort=total_inc_tax')).status).toBe(400);
});

it('orders changed since an instant come by their last change, and their refunds come by the orders’ numbers, never as an amount of the order', async () => {
  const { access_token } = await installed('changes1');
  const get = storeApi('changes1', access_token);
  const all: WireOrder[] = (await get('/v2/orders?limit=250&sort=date_modified:asc')).body;
  const moments = all.map(({ date_modified }) => Date.parse(date_modified));
  expect(moments).toEqual([...moments].sort((one, other) => one - other));
  const since = moments[100] ?? 0;
  const changed: WireOrder[] = (await get(`/v2/orders?limit=250&sort=date_modified:asc&min_date_modified=${new Date(since).toISOString()}`)).body;
  expect(changed.every(({ date_modified }) => Date.parse(date_modified) >= since)).toBe(true);

  const refunded = all.filter(({ payment_status }) => payment_status === 'refunded' || payment_status === 'partially refunded');
  expect(refunded.length).toBeGreaterThan(0);
  expect(new Set(refunded.map(({ refunded_amount }) => refunded_amount))).toEqual(new Set(['0.0000']));
  expect(new Set(refunded.map(({ status_id }) => status_id))).toEqual(new Set([4, 14]));
  const ids = refunded.map(({ id }) => id);
  const { data }: { data: WireRefund[] } = (await get(`/v3/orders/payment_actions/refunds?order_id:in=${ids.join(',')}&limit=250`)).body;
  expect(new Set(data.map(({ order_id }) => order_id))).toEqual(new Set(ids));
  const one = (await get(`/v3/orders/${ids[0]}/payment_actions/refunds`)).body.data;
  expect(one).toEqual(data.filter(({ order_id }) => order_id === ids[0]));
  expect((await get('/v3/orders/999999999/payment_actions/refunds')).status).toBe(404);
});

it('sales and refunds can be made at once', async () => {
  const { access_token } = await installed('sold1');
  const get = storeApi('sold1', access_token);
  const { order } = (await sandbox.press('bigcommerce', 'sell', { store: 'sold1', amount_cents: '12345', count: '2' })).body.result as { order: number };
  await sandbox.press('bigcommerce', 'refund', { store: 'sold1', order: String(order), amount_cents: '2345' });
  const sold: WireOrder[] = (await get(`/v2/orders?min_id=${order}`)).body;
  expect(sold.map(({ id, total_inc_tax, status_id, payment_status }) => [id, total_inc_tax, status_id, payment_status])).toEqual([
    [order, '123.4500', 14, 'partially refunded'],
    [order + 1, '123.4500', 11, 'captured'],
  ]);
  const { data }: { data: WireRefund[] } = (await get(`/v3/orders/payment_actions/refunds?order_id:in=${order}`)).body;
  expect(data.map(({ order_id, total_amount }) => [order_id, total_amount])).toEqual([[order, 23.45]]);
});

it('every answer of the store API tells the quota of the store, which its apps share, and requests beyond it are refused', async () => {
  const { access_token } = await installed('quota1');
  const get = storeApi('quota1', access_token);
  expect(limits(await get('/v2/store'))).toEqual([30_000, 150, 149]);
  await sandbox.press('bigcommerce', 'other_apps', { store: 'quota1', requests: '148' });
  const last = await get('/v2/orders?limit=1');
  expect([last.status, limits(last)]).toEqual([200, [30_000, 150, 0]]);
  const refused = await get('/v2/orders?limit=1');
  expect([refused.status, limits(refused)]).toEqual([429, [30_000, 150, 0]]);
  const resetMs = Number(refused.headers.get('X-Rate-Limit-Time-Reset-Ms'));
  expect(resetMs > 0 && resetMs <= 30_000).toBe(true);
  const { access_token: others } = await installed('quota2');
  expect((await storeApi('quota2', others)('/v2/store')).status).toBe(200);
  await sandbox.press('bigcommerce', 'quota', { store: 'quota1', requests: '450', window_ms: '30000' });
  expect(limits(await get('/v2/store'))).toEqual([30_000, 450, 449]);
});

it('the store API answers within the scopes of the installation, and a new installation ends the earlier token', async () => {
  const narrow = await installed('scopes1', '&scope=store_v2_information_read_only');
  expect(narrow.scope).toBe('store_v2_information_read_only');
  const get = storeApi('scopes1', narrow.access_token);
  expect([(await get('/v2/store')).status, (await get('/v2/orders')).status]).toEqual([200, 403]);
  expect((await get('/v3/orders/payment_actions/refunds')).status).toBe(403);
  const wide = await installed('scopes1');
  expect((await get('/v2/store')).status).toBe(401);
  expect((await storeApi('scopes1', wide.access_token)('/v2/orders?limit=1')).status).toBe(200);
});

it('an authorized user may install: the grant names who did, and the owner', async () => {
  await page('/store-people1');
  await sandbox.press('bigcommerce', 'add_user', { store: 'people1', email: 'clerk@people1.example' });
  expect(await installed('people1', '&user=1000002')).toMatchObject({
    user: { id: 1_000_002, email: 'clerk@people1.example' },
    owner: { id: 1_000_001, email: 'owner@people1.example' },
  });
  const load = frameAddress(await page('/store-people1?user=1000002'));
  const { payload } = await verified(load.searchParams.get('signed_payload_jwt') ?? '');
  expect(payload).toMatchObject({ user: { id: 1_000_002, email: 'clerk@people1.example', locale: 'en-US' }, owner: { id: 1_000_001 } });
});

it('uninstalling and removing a user call the app, and the store is closed to it', async () => {
  const { access_token } = await installed('leaving1');
  await sandbox.press('bigcommerce', 'add_user', { store: 'leaving1', email: 'clerk@leaving1.example' });
  expect((await sandbox.press('bigcommerce', 'remove_user', { store: 'leaving1', email: 'clerk@leaving1.example' })).body.result).toEqual({ status: 200 });
  const removed = await product.next(({ path }) => path.startsWith('/bigcommerce/remove_user?'));
  const clerk = await verified(new URL(removed.path, product.url).searchParams.get('signed_payload_jwt') ?? '');
  expect(clerk.payload).toMatchObject({ sub: 'stores/leaving1', user: { id: 1_000_002, email: 'clerk@leaving1.example' }, owner: { id: 1_000_001 } });

  await fetch(`${sandbox.url}/bigcommerce/store-leaving1/uninstall`, { method: 'POST', redirect: 'manual' });
  const gone = await product.next(({ path }) => path.startsWith('/bigcommerce/uninstall?'));
  expect((await verified(new URL(gone.path, product.url).searchParams.get('signed_payload_jwt') ?? '')).payload.sub).toBe('stores/leaving1');
  const after = await fetch(`${sandbox.config.bigcommerce.apiUrl}/stores/leaving1/v2/store`, { headers: { 'X-Auth-Token': access_token } });
  expect(after.status).toBe(401);
  expect(await page('/store-leaving1')).toContain('Install app');
});

it('stores and installations are still there after a restart', async () => {
  const { access_token } = await installed('lasting1');
  await sandbox.restart();
  const store = await fetch(`${sandbox.config.bigcommerce.apiUrl}/stores/lasting1/v2/store`, { headers: { 'X-Auth-Token': access_token } });
  expect(store.status).toBe(200);
});
