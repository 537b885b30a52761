import { createHmac } from 'node:crypto';
import '@shopify/shopify-api/adapters/node';
import { ApiVersion, LogSeverity, RequestedTokenType, type Session, shopifyApi } from '@shopify/shopify-api';
import { setAbstractFetchFunc } from '@shopify/shopify-api/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventInbox, openEventInbox } from './eventInbox.ts';
import { type OpenSandbox, openSandbox } from './openSandbox.ts';

let sandbox: OpenSandbox;
let product: EventInbox;
beforeAll(async () => {
  product = await openEventInbox();
  sandbox = await openSandbox(product.url);
  setAbstractFetchFunc(((url: string | URL | Request, init?: RequestInit) => {
    const target = new URL(url instanceof Request ? url.url : url);
    const headers = new Headers(init?.headers);
    headers.set('x-emulated-host', target.host);
    return fetch(`${sandbox.url}/shopify${target.pathname}${target.search}`, { ...init, headers });
  }) as typeof fetch);
});
afterAll(async () => {
  await sandbox.stop();
  await product.stop();
});

/** The real library, as the embedded app's server uses it. */
const library = () =>
  shopifyApi({
    apiKey: sandbox.config.shopify.apiKey,
    apiSecretKey: sandbox.config.shopify.apiSecret,
    scopes: sandbox.config.shopify.scopes,
    hostName: 'headway.localhost:3000',
    apiVersion: ApiVersion.July26,
    isEmbeddedApp: true,
    logger: { level: LogSeverity.Error },
  });

const adminPath = (handle: string) => `/shopify/admin/store/${handle}/apps/${sandbox.config.shopify.apiKey}`;
const install = (handle: string, profile = 'steady') => sandbox.press('shopify', 'install', { handle, profile });

async function sessionToken(handle: string, cookie = ''): Promise<string> {
  const answer = await fetch(`${sandbox.url}${adminPath(handle)}/session-token`, { method: 'POST', headers: { cookie } });
  return ((await answer.json()) as { id_token: string }).id_token;
}

async function exchanged(handle: string, expiring = true): Promise<Session> {
  const { session } = await library().auth.tokenExchange({
    shop: `${handle}.myshopify.com`,
    sessionToken: await sessionToken(handle),
    requestedTokenType: RequestedTokenType.OfflineAccessToken,
    expiring,
  });
  return session;
}

async function asked<T>(session: Session, query: string, variables: Record<string, unknown> = {}): Promise<T> {
  const client = new (library().clients.Graphql)({ session });
  const { data } = await client.request<T>(query, { variables });
  if (!data) throw new Error('no data');
  return data as T;
}

describe('the admin', () => {
  it('asks to install the app first, and then opens it in a frame with a signed address', async () => {
    const before = await (await fetch(`${sandbox.url}${adminPath('fresh-shop')}`)).text();
    expect(before).toContain('Install app');
    expect(before).not.toContain('<iframe');
    await fetch(`${sandbox.url}${adminPath('fresh-shop')}/install`, { method: 'POST' });

    const page = await (await fetch(`${sandbox.url}${adminPath('fresh-shop')}/transactions?q=1`)).text();
    expect(page).toContain('Sandbox');
    const { appUrl } = JSON.parse(/id="admin">(.*?)<\/script>/.exec(page)?.[1] ?? '') as { appUrl: string };
    const app = new URL(appUrl);
    expect(`${app.origin}${app.pathname}`).toBe('http://headway.localhost:3000/shopify/transactions');
    expect(app.searchParams.get('q')).toBe('1');
    expect(Buffer.from(app.searchParams.get('host') ?? '', 'base64').toString()).toBe('admin.shopify.com/store/fresh-shop');
    expect(library().utils.sanitizeHost(app.searchParams.get('host') ?? '')).toBe(app.searchParams.get('host'));
    app.searchParams.delete('q');
    expect(await library().utils.validateHmac(Object.fromEntries(app.searchParams))).toBe(true);
  });

  it('its session token passes the real library, names the shop, lives a minute, and is the same for the same browser while it lives', async () => {
    await install('token-shop');
    const visit = await fetch(`${sandbox.url}${adminPath('token-shop')}`);
    const cookie = visit.headers.get('set-cookie')?.split(';')[0] ?? '';
    const [one, again, other] = [await sessionToken('token-shop', cookie), await sessionToken('token-shop', cookie), await sessionToken('token-shop')];
    expect(again).toBe(one);
    expect(await visit.text()).toContain(`id_token=${one}`);
    const payload = await library().session.decodeSessionToken(one);
    expect(payload).toMatchObject({
      iss: 'https://token-shop.myshopify.com/admin',
      dest: 'https://token-shop.myshopify.com',
      aud: sandbox.config.shopify.apiKey,
      sub: '42',
    });
    expect(payload.exp - payload.nbf).toBe(60);
    const elsewhere = await library().session.decodeSessionToken(other);
    expect(elsewhere.jti).not.toBe(payload.jti);
    expect(elsewhere.sid).not.toBe(payload.sid);
  });

  it('opens for the owner or for a member of the staff, whom an online token names', async () => {
    await install('staff-shop');
    const added = await sandbox.press('shopify', 'add_staff', { shop: 'staff-shop.myshopify.com', name: 'Ada Long' });
    const { id } = added.body.result as { id: string };
    const personOf = async (staff: string) => {
      const visit = await fetch(`${sandbox.url}${adminPath('staff-shop')}${staff}`);
      const token = await sessionToken('staff-shop', visit.headers.get('set-cookie')?.split(';')[0]);
      const { session } = await library().auth.tokenExchange({
        shop: 'staff-shop.myshopify.com',
        sessionToken: token,
        requestedTokenType: RequestedTokenType.OnlineAccessToken,
      });
      return session.onlineAccessInfo?.associated_user;
    };
    expect(await personOf('')).toMatchObject({ id: 42, first_name: 'Sam', account_owner: true, email: 'owner@staff-shop.myshopify.com', email_verified: true });
    expect(await personOf(`?staff=${id}`)).toMatchObject({ id: Number(id), first_name: 'Ada', account_owner: false });
  });

  it('a wrong app key and an impossible handle are not found', async () => {
    for (const path of ['/shopify/admin/store/fresh-shop/apps/another-key', '/shopify/admin/store/..%2Fx/apps/y']) {
      expect((await fetch(`${sandbox.url}${path}`)).status).toBe(404);
    }
  });
});

describe('tokens', () => {
  it('a session token is exchanged for an expiring access token with the granted scopes', async () => {
    await install('exchange-shop');
    const session = await exchanged('exchange-shop');
    expect(session).toMatchObject({ shop: 'exchange-shop.myshopify.com', isOnline: false, scope: sandbox.config.shopify.scopes.join(',') });
    expect(session.accessToken).toMatch(/^shpat_/);
    expect(session.refreshToken).toMatch(/^shprt_/);
    expect((await exchanged('exchange-shop', false)).expires).toBeUndefined();
  });

  it('a refresh token is good once', async () => {
    await install('refresh-shop');
    const session = await exchanged('refresh-shop');
    const refresh = () => library().auth.refreshToken({ shop: session.shop, refreshToken: session.refreshToken ?? '' });
    const next = (await refresh()).session;
    expect(next.accessToken).not.toBe(session.accessToken);
    await expect(refresh()).rejects.toThrow();
    await expect(asked(session, '{ shop { name } }')).rejects.toThrow();
    expect(await asked(next, '{ shop { name } }')).toEqual({ shop: { name: 'Juniper & Oak' } });
  });

  it('a token of another shop, a forged one and a wrong secret are refused as the platform does', async () => {
    await install('one-shop');
    await install('other-shop');
    const exchange = async (subject: string, secret = sandbox.config.shopify.apiSecret) => {
      const answer = await fetch(`${sandbox.url}/shopify/admin/oauth/access_token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'x-emulated-host': 'one-shop.myshopify.com' },
        body: JSON.stringify({
          client_id: sandbox.config.shopify.apiKey,
          client_secret: secret,
          grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
          subject_token: subject,
        }),
      });
      return [answer.status, await answer.json()];
    };
    expect(await exchange(await sessionToken('other-shop'))).toEqual([400, { error: 'invalid_subject_token' }]);
    expect(await exchange(`${await sessionToken('one-shop')}x`)).toEqual([400, { error: 'invalid_subject_token' }]);
    expect(await exchange(await sessionToken('one-shop'), 'wrong')).toEqual([401, { error: 'invalid_client' }]);
  });
});

describe('the Admin API', () => {
  const ordersQuery = `query Orders($after: String, $search: String) {
    orders(first: 50, after: $after, query: $search, sortKey: CREATED_AT) {
      pageInfo { hasNextPage endCursor }
      edges { node { ...Money id name } }
    }
  }
  fragment Money on Order {
    createdAt
    displayFinancialStatus
    total: totalPriceSet { shopMoney { amount currencyCode } }
    transactions(first: 5) { kind status amountSet { shopMoney { amount } } }
  }`;
  interface OrdersAnswer {
    orders: {
      pageInfo: { hasNextPage: boolean; endCursor: string };
      edges: {
        node: {
          id: string;
          createdAt: string;
          displayFinancialStatus: string;
          total: { shopMoney: { amount: string } };
          transactions: { kind: string; status: string; amountSet: { shopMoney: { amount: string } } }[];
        };
      }[];
    };
  }

  it('pages through the orders of a time, each once, and what was taken is their total', async () => {
    await install('orders-shop');
    await sandbox.press('shopify', 'rate_limit', { points_per_second: 100_000 });
    const session = await exchanged('orders-shop');
    const since = new Date(Date.now() - 60 * 86_400_000).toISOString();
    const found: OrdersAnswer['orders']['edges'][number]['node'][] = [];
    let after: string | null = null;
    do {
      const answer: OrdersAnswer = await asked<OrdersAnswer>(session, ordersQuery, { after, search: `created_at:>='${since}'` });
      found.push(...answer.orders.edges.map(({ node }) => node));
      after = answer.orders.pageInfo.hasNextPage ? answer.orders.pageInfo.endCursor : null;
    } while (after);
    expect(found.length).toBeGreaterThan(300);
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    expect(found.every(({ createdAt }) => createdAt >= since)).toBe(true);
    for (const order of found.filter(({ displayFinancialStatus }) => displayFinancialStatus === 'PAID')) {
      const taken = order.transactions.filter(({ kind, status }) => ['SALE', 'CAPTURE'].includes(kind) && status === 'SUCCESS');
      expect(taken.map(({ amountSet }) => amountSet.shopMoney.amount)).toEqual([order.total.shopMoney.amount]);
    }
    await sandbox.press('shopify', 'rate_limit');
  });

  it('answers what was selected and nothing else, and names a field that there is not', async () => {
    await install('fields-shop', 'new');
    const session = await exchanged('fields-shop');
    expect(await asked(session, '{ shop { name currencyCode } currentAppInstallation { accessScopes { handle } } }')).toEqual({
      shop: { name: 'Little Kiln Studio', currencyCode: 'USD' },
      currentAppInstallation: { accessScopes: sandbox.config.shopify.scopes.map((handle) => ({ handle })) },
    });
    await expect(asked(session, '{ shop { nmae } }')).rejects.toThrow("Field 'nmae' doesn't exist on type 'Shop'");
    await expect(asked(session, '{ shop { name }')).rejects.toThrow('Parse error');
  });

  it('payouts come two days after the sales, less fees; disputes are listed', async () => {
    await install('payout-shop', 'chargeback-heavy');
    const session = await exchanged('payout-shop');
    const { shopifyPaymentsAccount: account } = await asked<{
      shopifyPaymentsAccount: {
        payouts: { nodes: { issuedAt: string; status: string; net: { amount: string }; gross: { amount: string } }[] };
        disputes: { nodes: { type: string; status: string }[] };
      };
    }>(
      session,
      '{ shopifyPaymentsAccount { payouts(first: 50, reverse: true) { nodes { issuedAt status net { amount } gross { amount } } } disputes(first: 100, reverse: true) { nodes { type status } } } }',
    );
    expect(account.payouts.nodes).toHaveLength(50);
    for (const payout of account.payouts.nodes) {
      expect(payout.status).toBe(Date.parse(payout.issuedAt) <= Date.now() ? 'PAID' : 'SCHEDULED');
      expect(Number(payout.net.amount)).toBeLessThan(Number(payout.gross.amount));
    }
    expect(new Set(account.disputes.nodes.map(({ type }) => type))).toEqual(new Set(['CHARGEBACK', 'INQUIRY']));
    expect(new Set(account.disputes.nodes.map(({ status }) => status))).toEqual(new Set(['NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST']));
  });
});

describe('the life of an installation', () => {
  it('uninstalling ends every token at once and tells the app, signed; two days later its data has to go', async () => {
    await install('leaving-shop');
    const session = await exchanged('leaving-shop');
    await fetch(`${sandbox.url}${adminPath('leaving-shop')}/uninstall`, { method: 'POST' });
    await expect(asked(session, '{ shop { name } }')).rejects.toThrow();
    expect((await fetch(`${sandbox.url}${adminPath('leaving-shop')}/session-token`, { method: 'POST' })).status).toBe(403);

    const event = await product.next(({ headers }) => headers['x-shopify-topic'] === 'app/uninstalled');
    expect(event).toMatchObject({ path: '/shopify/webhooks', headers: { 'x-shopify-shop-domain': 'leaving-shop.myshopify.com' } });
    expect(event.headers['x-shopify-hmac-sha256']).toBe(createHmac('sha256', sandbox.config.shopify.apiSecret).update(event.raw).digest('base64'));

    await fetch(`${sandbox.url}/control/clock/advance`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ days: 2 }) });
    const redact = await product.next(({ headers }) => headers['x-shopify-topic'] === 'shop/redact');
    expect(redact.body).toMatchObject({ shop_domain: 'leaving-shop.myshopify.com' });
  });

  it('privacy requests and changed scopes reach the app', async () => {
    await install('privacy-shop');
    const shop = 'privacy-shop.myshopify.com';
    await sandbox.press('shopify', 'privacy_request', { shop, topic: 'customers/redact' });
    const event = await product.next(({ headers }) => headers['x-shopify-topic'] === 'customers/redact');
    expect(event.body).toMatchObject({ shop_domain: shop, customer: { email: expect.any(String) }, orders_to_redact: expect.any(Array) });
    await sandbox.press('shopify', 'change_scopes', { shop, scopes: 'read_orders' });
    const scopes = await product.next(({ headers }) => headers['x-shopify-topic'] === 'app/scopes_update');
    expect(scopes.body).toMatchObject({ current: ['read_orders'] });
  });

  it('stores, installations and tokens are still there after a restart', async () => {
    await install('lasting-shop');
    const session = await exchanged('lasting-shop');
    await sandbox.restart();
    expect(await asked(session, '{ shop { myshopifyDomain } }')).toEqual({ shop: { myshopifyDomain: 'lasting-shop.myshopify.com' } });
  });
});
