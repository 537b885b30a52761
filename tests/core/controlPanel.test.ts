import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlPanelCalls, helperOf, newHash, ownerOf } from '../support/controlPanelCalls.ts';
import { nowSeconds } from '../support/handIn.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let panel: ReturnType<typeof controlPanelCalls>;
beforeAll(async () => {
  product = await testProduct();
  panel = controlPanelCalls(product);
});
afterAll(() => product.stop());

describe('a BigCommerce store', () => {
  it('installs the app by a code that the platform knows, once, and its access is kept encrypted', async () => {
    const hash = newHash();
    expect((await panel.install(hash)).status).toBe(302);
    const store = await product.deps.database.bigcommerceStore.findUniqueOrThrow({ where: { store_hash: hash } });
    expect(store).toMatchObject({ owner_user_id: '1000001', owner_email: `owner@${hash}.example`, uninstalled_at: null });
    expect(store.access_token).not.toMatch(/^[0-9a-f]{32}$/);
    const place = { table: 'bigcommerce_store', column: 'access_token', owner: hash } as const;
    expect(product.deps.secrets.decrypt(store.access_token ?? '', place)).toMatch(/^[0-9a-f]{32}$/);
  });

  it('opens the dashboard at once for the person who installs it, and a payload made for that is good for opening alone', async () => {
    const hash = newHash();
    await panel.install(hash);
    await product.press('bigcommerce', 'add_user', { store: hash, email: helperOf(hash).email });
    const sessions: string[] = [];
    for (const query of ['', `&user=${helperOf(hash).id}`]) {
      const installed = await panel.install(hash, query);
      const target = new URL(installed.headers.get('location') ?? '', product.url);
      expect([installed.status, target.pathname, target.searchParams.get('session_type')]).toEqual([302, '/bigcommerce/', 'bigcommerce']);
      const session = target.searchParams.get('session_jwt') ?? '';
      const { access_token: token } = (await panel.handIn(session)).body;
      expect((await product.call('/api/receiver', { token })).body).toMatchObject({ bigcommerce_store_hash: hash, email: ownerOf(hash).email });
      sessions.push(session);
    }
    for (const session of sessions) expect((await panel.uninstall(session)).status).toBe(401);
    const people = await product.deps.database.handedInSession.findMany({ where: { platform_user_id: { in: ['1000001', '1000002'] } } });
    expect(new Set(people.map(({ platform_user_id }) => platform_user_id))).toEqual(new Set(['1000001', '1000002']));
    const store = await product.deps.database.bigcommerceStore.findUniqueOrThrow({ where: { store_hash: hash } });
    expect(store).toMatchObject({ owner_user_id: '1000001', owner_email: ownerOf(hash).email });
  });

  it('is refused with a code that nobody made', async () => {
    const answer = await panel.callback('auth', { code: 'guess', context: 'stores/abc', scope: '' });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain('<h1>This could not be opened</h1><p>Go back to your store’s control panel');
    const policy = answer.headers.get('content-security-policy')?.split('; ');
    expect(policy).toContain(`frame-ancestors https://*.mybigcommerce.com https://*.bigcommerce.com http://localhost:${product.config.sandbox.port}`);
    expect(answer.text).toContain(`<style nonce="${/'nonce-([^']+)'/.exec(policy?.join() ?? '')?.[1]}">`);
    expect(await product.deps.database.bigcommerceStore.count({ where: { store_hash: 'abc' } })).toBe(0);
  });

  it('opens the dashboard where the panel wants it, with a session that the record remembers by its store', async () => {
    const hash = newHash();
    await panel.install(hash);
    const jwt = panel.payload(hash, { url: '/transactions?tab=card#top' });
    const opened = await panel.load(jwt);
    expect(opened.status).toBe(302);
    const target = new URL(opened.headers.get('location') ?? '', product.url);
    expect([target.pathname, target.searchParams.get('tab'), target.searchParams.get('session_type')]).toEqual([
      '/bigcommerce/transactions',
      'card',
      'bigcommerce',
    ]);
    const session = await panel.handIn(target.searchParams.get('session_jwt') ?? '');
    const { body } = await product.call('/api/receiver', { token: session.body.access_token });
    expect(body).toMatchObject({ bigcommerce_store_hash: hash, email: `owner@${hash}.example` });
  });

  it.each([
    ['//evil.example/', '/bigcommerce/'],
    ['https://evil.example/', '/bigcommerce/'],
    ['/\\evil.example', '/bigcommerce/'],
  ])('opens no other site: %s', async (url, path) => {
    const hash = newHash();
    await panel.install(hash);
    const { headers } = await panel.load(panel.payload(hash, { url }));
    const target = new URL(headers.get('location') ?? '', product.url);
    expect([target.origin, target.pathname]).toEqual([new URL(product.url).origin, path]);
  });

  it('may be reloaded: what was signed once opens it again for that browser, and for nobody else', async () => {
    const hash = newHash();
    await panel.install(hash);
    const jwt = panel.payload(hash);
    const here = { address: '127.7.7.7', headers: { 'user-agent': 'Browser/1' } };
    expect((await panel.handIn(jwt, here)).status).toBe(200);
    expect((await panel.handIn(jwt, here)).status).toBe(200);
    expect((await panel.handIn(jwt, { ...here, address: '127.8.8.8' })).status).toBe(401);
    expect((await panel.handIn(jwt, { ...here, headers: { 'user-agent': 'Browser/2' } })).status).toBe(401);
    expect((await panel.handIn(jwt, here)).status).toBe(200);
  });

  it.each<[string, (hash: string) => string]>([
    ['signed with another key', (hash) => panel.payload(hash, {}, 'another-secret-0123456789')],
    ['not signed', (hash) => panel.payload(hash, {}, '')],
    ['expired', (hash) => panel.payload(hash, { exp: nowSeconds() - 11 })],
    ['nothing', () => ''],
  ])('is not opened, uninstalled or deprived of a user by a payload that is %s', async (_name, jwtOf) => {
    const hash = newHash();
    await panel.install(hash);
    const jwt = jwtOf(hash);
    for (const name of ['load', 'uninstall', 'remove_user']) expect((await panel.callback(name, { signed_payload_jwt: jwt })).status).toBe(401);
    expect((await panel.load(panel.payload(hash))).status).toBe(302);
  });

  it('that never installed the app is not opened', async () => {
    expect((await panel.load(panel.payload(newHash()))).status).toBe(401);
  });

  it('stops at once when it uninstalls the app, and goes on with the same record when it installs it again', async () => {
    const hash = newHash();
    await panel.install(hash);
    const before = panel.payload(hash);
    const session = await panel.handIn(before);
    const { access_token: token, propel_auth_user: user } = session.body;
    expect((await product.call('/api/receiver', { token })).status).toBe(200);

    expect(await product.press('bigcommerce', 'uninstall', { store: hash })).toEqual({ status: 204 });
    expect((await product.call('/api/receiver', { token })).status).toBe(401);
    expect((await product.call('/api/receivers/access_token_renewal', { method: 'POST', token, body: {} })).status).toBe(401);
    expect((await panel.handIn(before)).status).toBe(401);
    expect((await panel.load(before)).status).toBe(401);
    expect((await product.deps.database.bigcommerceStore.findUniqueOrThrow({ where: { store_hash: hash } })).access_token).toBeNull();

    expect((await panel.install(hash)).status).toBe(302);
    const again = await panel.handIn(panel.payload(hash));
    expect([again.status, again.body.propel_auth_user?.userId]).toEqual([200, user.userId]);
  });

  it('takes the app from one of its users at once, open pages too, until its owner gives it back', async () => {
    const hash = newHash();
    await panel.install(hash);
    const staff = { id: 1_000_002, email: `helper@${hash}.example` };
    const theirs = panel.payload(hash, { user: staff, iat: nowSeconds() - 5 });
    const session = await panel.handIn(theirs);
    const first = session.body.access_token;
    expect((await panel.load(theirs)).status).toBe(302);
    const renewal = await product.call('/api/receivers/access_token_renewal', { method: 'POST', token: first, body: {} });
    const token = renewal.body.access_token;
    expect(token).not.toBe(first);
    const owners = (await panel.handIn(panel.payload(hash))).body.access_token;
    const look = async (accessToken: string) => (await product.call('/api/receiver', { token: accessToken })).status;
    expect([await look(first), await look(token), await look(owners)]).toEqual([200, 200, 200]);

    expect((await panel.callback('remove_user', { signed_payload_jwt: panel.payload(hash, { user: staff }) })).status).toBe(204);
    // Every token of theirs, from the very next call on; nobody else's.
    expect([await look(first), await look(token), await look(owners)]).toEqual([401, 401, 200]);
    expect((await panel.load(theirs)).status).toBe(401);
    expect((await panel.handIn(theirs)).status).toBe(401);
    expect((await product.call('/api/receivers/access_token_renewal', { method: 'POST', token, body: {} })).status).toBe(401);
    expect((await product.call('/api/receivers/access_token_renewal', { method: 'POST', token: owners, body: {} })).status).toBe(200);
    expect((await panel.load(panel.payload(hash))).status).toBe(302);

    expect((await panel.load(panel.payload(hash, { user: staff, iat: nowSeconds() + 5 }))).status).toBe(302);
  });
});
