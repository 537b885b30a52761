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

async function installed(hash: string): Promise<Grant> {
  await page(`/store-${hash}`);
  const callback = frameAddress(await page(`/store-${hash}?install=1`));
  return (await exchange(callback.searchParams.get('code') ?? '', { context: `stores/${hash}` })).body;
}

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

it('orders page through with their amounts as decimal text', async () => {
  const { access_token } = await installed('orders1');
  const get = async (query: string) =>
    (await (await fetch(`${sandbox.config.bigcommerce.apiUrl}/stores/orders1/v2/orders?${query}`, { headers: { 'X-Auth-Token': access_token } })).json()) as {
      id: number;
      total_inc_tax: string;
    }[];
  const first = await get('limit=250&page=1');
  const second = await get('limit=250&page=2');
  expect(first).toHaveLength(250);
  expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(first.length + second.length);
  expect(first.every(({ total_inc_tax }) => /^\d+\.\d{4}$/.test(total_inc_tax))).toBe(true);
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
