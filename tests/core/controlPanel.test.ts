import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Claims, nowSeconds, signHs256, unsigned } from '../support/handIn.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

const newHash = () => randomUUID().replaceAll('-', '').slice(0, 10);

function payload(hash: string, changes: Claims = {}, secret = product.config.bigcommerce.clientSecret): string {
  const owner = { id: 1_000_001, email: `owner@${hash}.example` };
  const claims = {
    iss: 'bc',
    aud: product.config.bigcommerce.clientId,
    sub: `stores/${hash}`,
    iat: nowSeconds() - 1,
    nbf: nowSeconds() - 1,
    exp: nowSeconds() + 86_400,
    jti: randomUUID(),
    user: owner,
    owner,
    url: '/',
    ...changes,
  };
  return secret === '' ? unsigned(claims) : signHs256(claims, secret);
}

const callback = (name: string, query: Record<string, string>) => product.call(`/bigcommerce/${name}?${new URLSearchParams(query)}`);
const load = (jwt: string) => callback('load', { signed_payload_jwt: jwt });

/** The panel's own way: the platform makes a code, and the browser brings it to us. */
async function install(hash: string) {
  const page = await fetch(`${product.sandboxUrl}/bigcommerce/store-${hash}?install=1`);
  const address =
    /src="([^"]+)"/
      .exec(await page.text())?.[1]
      ?.replaceAll('&amp;', '&')
      .replaceAll('&#38;', '&') ?? '';
  const { pathname, search } = new URL(address);
  return product.call(`${pathname}${search}`);
}

interface From {
  address?: string;
  headers?: Record<string, string>;
}
const handIn = (session: string, from: From = {}) =>
  product.call('/api/receivers/propel_auth_access_token', { method: 'POST', body: { auth_type: 'bigcommerce', session }, ...from });

describe('a BigCommerce store', () => {
  it('installs the app by a code that the platform knows, once, and its access is kept encrypted', async () => {
    const hash = newHash();
    const installed = await install(hash);
    expect([installed.status, installed.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(installed.text).toContain('<h1>Headway is installed.</h1><p>Open it under Apps in your control panel');
    const policy = installed.headers.get('content-security-policy')?.split('; ');
    expect(policy).toContain(`frame-ancestors https://*.mybigcommerce.com https://*.bigcommerce.com http://localhost:${product.config.sandbox.port}`);
    expect(installed.text).toContain(`<style nonce="${/'nonce-([^']+)'/.exec(policy?.join() ?? '')?.[1]}">`);
    const store = await product.deps.database.bigcommerceStore.findUniqueOrThrow({ where: { store_hash: hash } });
    expect(store).toMatchObject({ owner_user_id: '1000001', owner_email: `owner@${hash}.example`, uninstalled_at: null });
    expect(store.access_token).not.toMatch(/^[0-9a-f]{32}$/);
    const place = { table: 'bigcommerce_store', column: 'access_token', owner: hash } as const;
    expect(product.deps.secrets.decrypt(store.access_token ?? '', place)).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is refused with a code that nobody made', async () => {
    const answer = await callback('auth', { code: 'guess', context: 'stores/abc', scope: '' });
    expect(answer.status).toBe(401);
    expect(answer.text).toContain('<h1>This could not be opened</h1><p>Go back to your store’s control panel');
    expect(await product.deps.database.bigcommerceStore.count({ where: { store_hash: 'abc' } })).toBe(0);
  });

  it('opens the dashboard where the panel wants it, with a session that the record remembers by its store', async () => {
    const hash = newHash();
    await install(hash);
    const jwt = payload(hash, { url: '/transactions?tab=card#top' });
    const opened = await load(jwt);
    expect(opened.status).toBe(302);
    const target = new URL(opened.headers.get('location') ?? '', product.url);
    expect([target.pathname, target.searchParams.get('tab'), target.searchParams.get('session_type')]).toEqual([
      '/bigcommerce/transactions',
      'card',
      'bigcommerce',
    ]);
    const session = await handIn(target.searchParams.get('session_jwt') ?? '');
    const { body } = await product.call('/api/receiver', { token: session.body.access_token });
    expect(body).toMatchObject({ bigcommerce_store_hash: hash, email: `owner@${hash}.example` });
  });

  it.each([
    ['//evil.example/', '/bigcommerce/'],
    ['https://evil.example/', '/bigcommerce/'],
    ['/\\evil.example', '/bigcommerce/'],
  ])('opens no other site: %s', async (url, path) => {
    const hash = newHash();
    await install(hash);
    const { headers } = await load(payload(hash, { url }));
    const target = new URL(headers.get('location') ?? '', product.url);
    expect([target.origin, target.pathname]).toEqual([new URL(product.url).origin, path]);
  });

  it('may be reloaded: what was signed once opens it again for that browser, and for nobody else', async () => {
    const hash = newHash();
    await install(hash);
    const jwt = payload(hash);
    const here = { address: '127.7.7.7', headers: { 'user-agent': 'Browser/1' } };
    expect((await handIn(jwt, here)).status).toBe(200);
    expect((await handIn(jwt, here)).status).toBe(200);
    expect((await handIn(jwt, { ...here, address: '127.8.8.8' })).status).toBe(401);
    expect((await handIn(jwt, { ...here, headers: { 'user-agent': 'Browser/2' } })).status).toBe(401);
    expect((await handIn(jwt, here)).status).toBe(200);
  });

  it.each<[string, (hash: string) => string]>([
    ['signed with another key', (hash) => payload(hash, {}, 'another-secret-0123456789')],
    ['not signed', (hash) => payload(hash, {}, '')],
    ['for another app', (hash) => payload(hash, { aud: 'another-app' })],
    ['by another issuer', (hash) => payload(hash, { iss: 'elsewhere' })],
    ['expired', (hash) => payload(hash, { exp: nowSeconds() - 11 })],
    ['about no store', (hash) => payload(hash, { sub: hash })],
    ['without an id', (hash) => payload(hash, { jti: undefined })],
    ['garbage', () => 'not.a.token'],
    ['nothing', () => ''],
  ])('is not opened, uninstalled or deprived of a user by a payload that is %s', async (_name, jwtOf) => {
    const hash = newHash();
    await install(hash);
    const jwt = jwtOf(hash);
    for (const name of ['load', 'uninstall', 'remove_user']) expect((await callback(name, { signed_payload_jwt: jwt })).status).toBe(401);
    expect((await load(payload(hash))).status).toBe(302);
  });

  it('that never installed the app is not opened', async () => {
    expect((await load(payload(newHash()))).status).toBe(401);
  });

  it('stops at once when it uninstalls the app, and goes on with the same record when it installs it again', async () => {
    const hash = newHash();
    await install(hash);
    const before = payload(hash);
    const session = await handIn(before);
    const { access_token: token, propel_auth_user: user } = session.body;
    expect((await product.call('/api/receiver', { token })).status).toBe(200);

    expect(await product.press('bigcommerce', 'uninstall', { store: hash })).toEqual({ status: 204 });
    expect((await product.call('/api/receiver', { token })).status).toBe(401);
    expect((await product.call('/api/receivers/access_token_renewal', { method: 'POST', token, body: {} })).status).toBe(401);
    expect((await handIn(before)).status).toBe(401);
    expect((await load(before)).status).toBe(401);
    expect((await product.deps.database.bigcommerceStore.findUniqueOrThrow({ where: { store_hash: hash } })).access_token).toBeNull();

    expect((await install(hash)).status).toBe(200);
    const again = await handIn(payload(hash));
    expect([again.status, again.body.propel_auth_user?.userId]).toEqual([200, user.userId]);
  });

  it('takes the app from one of its users at once, open pages too, until its owner gives it back', async () => {
    const hash = newHash();
    await install(hash);
    const staff = { id: 1_000_002, email: `helper@${hash}.example` };
    const theirs = payload(hash, { user: staff, iat: nowSeconds() - 5 });
    const session = await handIn(theirs);
    const first = session.body.access_token;
    expect((await load(theirs)).status).toBe(302);
    const renewal = await product.call('/api/receivers/access_token_renewal', { method: 'POST', token: first, body: {} });
    const token = renewal.body.access_token;
    expect(token).not.toBe(first);
    const owners = (await handIn(payload(hash))).body.access_token;
    const look = async (accessToken: string) => (await product.call('/api/receiver', { token: accessToken })).status;
    expect([await look(first), await look(token), await look(owners)]).toEqual([200, 200, 200]);

    expect((await callback('remove_user', { signed_payload_jwt: payload(hash, { user: staff }) })).status).toBe(204);
    // Every token of theirs, from the very next call on; nobody else's.
    expect([await look(first), await look(token), await look(owners)]).toEqual([401, 401, 200]);
    expect((await load(theirs)).status).toBe(401);
    expect((await handIn(theirs)).status).toBe(401);
    expect((await product.call('/api/receivers/access_token_renewal', { method: 'POST', token, body: {} })).status).toBe(401);
    expect((await product.call('/api/receivers/access_token_renewal', { method: 'POST', token: owners, body: {} })).status).toBe(200);
    expect((await load(payload(hash))).status).toBe(302);

    expect((await load(payload(hash, { user: staff, iat: nowSeconds() + 5 }))).status).toBe(302);
  });
});
