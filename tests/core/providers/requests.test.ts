import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { createBigcommerce } from '../../../server/providers/bigcommerce/index.ts';
import { Refused, Unknown } from '../../../server/providers/failure.ts';
import { providerKey } from '../../../server/providers/key.ts';
import { createLithic } from '../../../server/providers/lithic/index.ts';
import { everyPage } from '../../../server/providers/page.ts';
import { createPlaid } from '../../../server/providers/plaid/index.ts';
import { createPropelauth } from '../../../server/providers/propelauth/index.ts';
import { createRutter } from '../../../server/providers/rutter/index.ts';
import { answeredLimits, config, metrics, program } from './ports.ts';
import { answer, type Behavior, type ScriptedServer, startScriptedServer } from './scriptedServer.ts';

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());

const sent = (index = 0) => {
  const request = server.requests[index];
  if (!request) throw new Error(`no request ${index}`);
  return request;
};
const sentBody = (index = 0): unknown => JSON.parse(sent(index).body);

describe('the card issuer is asked', () => {
  const lithic = () => createLithic({ ...config.lithic, baseUrl: server.url }, metrics, answeredLimits);
  const card = { token: 'c1', account_token: 'a1', state: 'OPEN', type: 'VIRTUAL', last_four: '4242', spend_limit: 500, created: '2026-11-21T08:00:00Z' };
  const holder = { token: 'h1', account_token: 'a1', external_id: 'receiver-1', status: 'PENDING_REVIEW', status_reasons: [] };
  const home = { address1: '1 Main St', city: 'Omaha', state: 'NE', postal_code: '61022', country: 'USA' };
  const control_person = {
    first_name: 'Tom',
    last_name: 'B',
    dob: '03/08/1991',
    government_id: '111231412',
    email: 'tom@example.com',
    phone_number: '+15555555555',
    address: { ...home, address2: '' },
  };
  const application = {
    business_entity: { legal_business_name: 'Busy Business, Inc.', government_id: '123456789', phone_numbers: [], address: control_person.address },
    nature_of_business: 'Stationery',
    control_person,
    beneficial_owner_individuals: [],
    agreed_at: new Date('2026-11-21T08:00:00Z'),
  };

  it('for a card once, under our key, with a limit on its whole life', async () => {
    server.script(answer(200, card));
    await lithic().issueCard({ accountToken: 'a1', kind: 'VIRTUAL', memo: 'Corner Shop', spendLimitCents: cents(125_000), key: providerKey('card:1') });
    expect(sent()).toMatchObject({ method: 'POST', path: '/v1/cards' });
    expect(sent().headers).toMatchObject({ authorization: config.lithic.apiKey, 'idempotency-key': providerKey('card:1') });
    expect(sentBody()).toEqual({
      type: 'VIRTUAL',
      account_token: 'a1',
      memo: 'Corner Shop',
      state: 'OPEN',
      spend_limit: 125_000,
      spend_limit_duration: 'FOREVER',
    });
  });

  it('to verify a business only when it does not know it yet', async () => {
    server.script(answer(200, { data: [], has_more: false }), answer(200, holder));
    expect(await lithic().createAccountHolder(application, 'receiver-1')).toMatchObject({ token: 'h1', accountToken: 'a1' });
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /v1/account_holders', 'POST /v1/account_holders']);
    expect(sent().query.get('external_id')).toBe('receiver-1');

    server.script(answer(200, { data: [holder], has_more: false }));
    expect(await lithic().createAccountHolder(application, 'receiver-1')).toMatchObject({ token: 'h1' });
    expect(server.requests).toHaveLength(1);
  });

  it('to verify a business once, though it took the first request and failed to say so', async () => {
    const holders: unknown[] = [];
    const issuer: Behavior = (response, { method }) => {
      if (method === 'GET') return answer(200, { data: holders, has_more: false })(response, sent());
      holders.push(holder);
      return answer(500, {})(response, sent());
    };
    server.script(issuer);
    await expect(lithic().createAccountHolder(application, 'receiver-1')).rejects.toBeInstanceOf(Unknown);
    await expect(lithic().createAccountHolder(application, 'receiver-1')).resolves.toMatchObject({ token: 'h1' });
    expect(holders).toHaveLength(1);
  });

  it('not to take somebody else’s account holder for ours when it ignores the question', async () => {
    server.script(answer(200, { data: [{ ...holder, external_id: 'receiver-2' }], has_more: false }));
    expect(await lithic().findAccountHolder('receiver-1')).toBeNull();
  });

  it('to look at a correction under its own names for the parts', async () => {
    const read = { ...holder, control_person: { entity_token: 'e2' }, verification_application: { status: 'PENDING_RESUBMIT', status_reasons: ['X'] } };
    server.script(
      answer(200, read),
      answer(200, { token: 'h1' }),
      answer(200, { ...read, verification_application: { status: 'ACCEPTED', status_reasons: [] } }),
    );
    expect(await lithic().correctAccountHolder('h1', { control_person: { first_name: 'Thomas' } })).toMatchObject({ status: 'ACCEPTED' });
    expect(sent(1)).toMatchObject({ method: 'PATCH', path: '/v1/account_holders/h1' });
    expect(sentBody(1)).toEqual({ control_person: { entity_token: 'e2', first_name: 'Thomas' } });
  });

  it('to send a physical card once, though it took the first request and failed to say so', async () => {
    let conversions = 0;
    server.script((response, request) => {
      const current = { ...card, type: conversions > 0 ? 'PHYSICAL' : 'VIRTUAL', state: conversions > 0 ? 'PENDING_FULFILLMENT' : 'OPEN' };
      if (request.method === 'GET') return answer(200, current)(response, request);
      conversions += 1;
      return answer(500, {})(response, request);
    });
    const to = { first_name: 'Corner Shop', last_name: '.', ...home };
    await expect(lithic().shipCard('c1', to)).rejects.toBeInstanceOf(Unknown);
    await expect(lithic().shipCard('c1', to)).resolves.toMatchObject({ isPhysical: true, state: 'PENDING_FULFILLMENT' });
    expect(conversions).toBe(1);
  });

  it('for the transactions of one card since an instant, page after page', async () => {
    const row = (token: string) => ({
      token,
      card_token: 'c1',
      account_token: 'a1',
      status: 'SETTLED',
      result: 'APPROVED',
      amounts: {
        hold: { amount: 0, currency: 'USD' },
        settlement: { amount: -100, currency: 'USD' },
        cardholder: { amount: -100, currency: 'USD', conversion_rate: '1.000000' },
        merchant: { amount: -100, currency: 'USD' },
      },
      merchant: { descriptor: 'SHOP', city: '', state: '', country: 'USA', mcc: '5999' },
      created: '2026-11-21T08:00:00Z',
      updated: '2026-11-21T08:00:00Z',
    });
    server.script(answer(200, { data: [row('t3'), row('t2')], has_more: true }), answer(200, { data: [row('t1')], has_more: false }));
    const since = new Date('2026-11-01T00:00:00Z');
    const tokens: string[] = [];
    for await (const part of everyPage((after) => lithic().listTransactions('c1', since, after))) tokens.push(...part.map(({ token }) => token));
    expect(tokens).toEqual(['t3', 't2', 't1']);
    expect(Object.fromEntries(sent(0).query)).toEqual({ card_token: 'c1', page_size: '100', begin: '2026-11-01T00:00:00.000Z' });
    expect(Object.fromEntries(sent(1).query)).toEqual({ card_token: 'c1', page_size: '100', begin: '2026-11-01T00:00:00.000Z', starting_after: 't2' });
  });

  it('for the place of a document’s image, and for a new one when that expired', async () => {
    const image = { token: 'i1', image_type: 'FRONT', status: 'PENDING_UPLOAD', status_reasons: [], upload_url: 'https://documents.example/i1?signature=abc' };
    const document = { token: 'd1', account_holder_token: 'h1', document_type: 'EIN_LETTER', entity_token: 'e1', required_document_uploads: [image] };
    server.script(answer(200, document), answer(200, { data: [document] }));
    const expected = {
      token: 'd1',
      documentType: 'EIN_LETTER',
      entityToken: 'e1',
      images: [{ token: 'i1', side: 'FRONT', status: 'PENDING_UPLOAD', statusReasons: [], uploadUrl: 'https://documents.example/i1?signature=abc' }],
    };
    expect(await lithic().createDocument('h1', 'e1', 'EIN_LETTER')).toEqual(expected);
    expect(sent()).toMatchObject({ method: 'POST', path: '/v1/account_holders/h1/documents' });
    expect(sentBody()).toEqual({ document_type: 'EIN_LETTER', entity_token: 'e1' });
    expect(await lithic().listDocuments('h1')).toEqual([expected]);
  });

  it('to close a card again after the answer to the first time was lost, and refuses without harm', async () => {
    const closed = { ...card, state: 'CLOSED' };
    server.script((response, request) => (request.method === 'GET' ? answer(200, closed) : answer(400, { message: 'the card is closed' }))(response, request));
    expect(await lithic().setCardState('c1', 'CLOSED')).toMatchObject({ state: 'CLOSED' });
    await expect(lithic().setCardState('c1', 'OPEN')).rejects.toBeInstanceOf(Refused);
  });

  it('nothing for the card’s frame: the query is signed here, and the same question gives the same query', () => {
    const question = {
      cardToken: 'c1',
      cssUrl: 'https://boost.example/card.css',
      targetOrigin: 'https://boost.example',
      expiresAt: new Date('2026-11-21T08:01:00Z'),
    };
    const text = '{"token":"c1","css":"https://boost.example/card.css","target_origin":"https://boost.example","expiration":"2026-11-21T08:01:00.000Z"}';
    const expected = {
      embed_request: Buffer.from(text).toString('base64'),
      hmac: createHmac('sha256', config.lithic.apiKey).update(text).digest('base64'),
    };
    server.script(answer(500, {}));
    expect(lithic().embedRequest(question)).toEqual(expected);
    expect(lithic().embedRequest(question)).toEqual(expected);
    expect(server.requests).toHaveLength(0);
  });
});

describe('the bank provider is asked', () => {
  const plaid = () => createPlaid({ ...config.plaid, baseUrl: server.url }, metrics, answeredLimits);
  const itemError = (error_code: string) => answer(400, { error_type: 'ITEM_ERROR', error_code, error_message: 'm', display_message: null, request_id: 'r' });

  it('with our credentials in headers and its version', async () => {
    server.script(answer(200, { access_token: 'access-1', item_id: 'item-1', request_id: 'r' }));
    expect(await plaid().exchangePublicToken('public-1')).toEqual({ accessToken: 'access-1', itemId: 'item-1' });
    expect(sent()).toMatchObject({ method: 'POST', path: '/item/public_token/exchange', body: '{"public_token":"public-1"}' });
    expect(sent().headers).toMatchObject({ 'plaid-client-id': config.plaid.clientId, 'plaid-secret': config.plaid.secret, 'plaid-version': '2020-09-14' });
  });

  it('not through a proxy that the environment names', async () => {
    const before = process.env.HTTP_PROXY;
    process.env.HTTP_PROXY = 'http://127.0.0.1:1';
    try {
      server.script(answer(200, { transfer_events: [], has_more: false, request_id: 'r' }));
      await expect(plaid().syncTransferEvents(41)).resolves.toEqual({ events: [], lastEventId: 41, hasMore: false });
      expect(sentBody()).toEqual({ after_id: 41, count: 500 });
    } finally {
      if (before === undefined) delete process.env.HTTP_PROXY;
      else process.env.HTTP_PROXY = before;
    }
  });

  it('about accounts and answers a wanted sign-in instead of failing', async () => {
    server.script(itemError('ITEM_LOGIN_REQUIRED'));
    expect(await plaid().getAccounts('access-1')).toEqual({ itemId: null, institutionName: null, loginRequired: true, accounts: [] });
    expect(await plaid().getBalances('access-1', 'account-1')).toMatchObject({ loginRequired: true });
  });

  it('again later when it is the bank that is down, though it says so with a 400', async () => {
    server.script(itemError('INSTITUTION_DOWN'));
    await expect(plaid().getAccounts('access-1')).rejects.toMatchObject({ name: 'Unavailable', code: 'INSTITUTION_DOWN' });
  });

  it('to give a link up, and one that is gone counts as given up', async () => {
    server.script(itemError('ITEM_NOT_FOUND'));
    await expect(plaid().removeLink('access-1')).resolves.toBeUndefined();
    server.script(itemError('INVALID_FIELD'));
    await expect(plaid().removeLink('access-1')).rejects.toBeInstanceOf(Refused);
  });

  it('for all transfers since an instant, page after page', async () => {
    const transfer = (id: number) => ({
      id: `t${id}`,
      authorization_id: 'x',
      type: 'debit',
      amount: '1.00',
      status: 'posted',
      cancellable: false,
      failure_reason: null,
      metadata: null,
      created: '2026-11-21T08:00:00Z',
      expected_settlement_date: null,
    });
    const rows = Array.from({ length: 27 }, (_, index) => transfer(index));
    server.script(answer(200, { transfers: rows.slice(0, 25), request_id: 'r' }), answer(200, { transfers: rows.slice(25), request_id: 'r' }));
    let count = 0;
    const period = { since: new Date('2026-11-19T00:00:00Z'), until: new Date('2026-11-22T00:00:00Z') };
    for await (const part of everyPage((after) => plaid().listTransfers(period, after))) count += part.length;
    expect(count).toBe(27);
    expect(sentBody(0)).toEqual({ start_date: '2026-11-19T00:00:00.000Z', end_date: '2026-11-22T00:00:00.000Z', count: 25, offset: 0 });
    expect(sentBody(1)).toMatchObject({ offset: 25 });
  });
});

describe('the store data provider is asked', () => {
  const rutter = () => createRutter({ ...config.rutter, baseUrl: `${server.url}/versioned` }, metrics, answeredLimits);

  it('with our credentials, its version, the merchant’s token and the cursor', async () => {
    server.script(answer(200, { transactions: [], next_cursor: 'n', connection: { id: 'c', orgId: 'o', platform: 'SHOPIFY' } }));
    const since = new Date('2026-11-01T00:00:00Z');
    expect(await rutter().listTransactions('access/1', since, 'cursor=1')).toEqual({ isReady: true, items: [], next: 'n' });
    expect(sent().path).toBe('/versioned/transactions');
    expect(Object.fromEntries(sent().query)).toEqual({ access_token: 'access/1', limit: '200', updated_at_min: '1793491200000', cursor: 'cursor=1' });
    expect(sent().headers).toMatchObject({
      'x-rutter-version': '2024-08-31',
      authorization: `Basic ${Buffer.from(`${config.rutter.clientId}:${config.rutter.secret}`).toString('base64')}`,
    });
  });

  it.each([409, 400, 452, 503])('before it has read the store, and says so with a %i', async (status) => {
    server.script(answer(status, { error_type: 'CONNECTION_ERROR', error_code: 'PRODUCT_NOT_READY', error_message: 'not yet' }));
    expect(await rutter().listOrders('access-1', null)).toEqual({ isReady: false });
  });

  it('with a link that needs a new sign-in, and refuses by a code that tells', async () => {
    server.script(answer(450, { error_type: 'CONNECTION_ERROR', error_code: 'NEEDS_UPDATE', error_message: 'sign in' }));
    await expect(rutter().getConnection('access-1')).rejects.toMatchObject({ name: 'Refused', code: 'NEEDS_UPDATE', status: 450 });
  });

  it('to delete a connection by its id, and one that is gone counts as deleted', async () => {
    server.script(answer(404, { error_code: 'NOT_FOUND' }));
    await expect(rutter().deleteConnection('conn/1')).resolves.toBeUndefined();
    expect(sent()).toMatchObject({ method: 'DELETE', path: '/versioned/connections/conn%2F1' });
  });

  it('for lasting access', async () => {
    server.script(answer(200, { connection_id: 'c1', access_token: 'access-1', is_ready: false, platform: 'SHOPIFY' }));
    expect(await rutter().exchangePublicToken('public-1')).toMatchObject({ connectionId: 'c1', accessToken: 'access-1' });
    expect(sentBody()).toEqual({ client_id: config.rutter.clientId, secret: config.rutter.secret, public_token: 'public-1' });
  });
});

describe('the authentication provider is asked', () => {
  const propelauth = () => createPropelauth({ ...config.propelauth, backendUrl: server.url }, metrics, () => new Date(), answeredLimits);
  const user = {
    user_id: '31c41c16-c281-44ae-9602-8a047e3bf33d',
    email: 'owner@example.com',
    email_confirmed: true,
    has_password: true,
    first_name: 'Tom',
    locked: false,
    enabled: true,
    mfa_enabled: false,
    can_create_orgs: true,
    created_at: 1_795_246_234,
    last_active_at: 1_795_246_234,
    properties: { fav_color: 'teal' },
    org_id_to_org_info: {
      o1: {
        org_id: 'o1',
        org_name: 'Corner',
        org_metadata: { a: 1 },
        url_safe_org_name: 'corner',
        user_role: 'Owner',
        inherited_user_roles_plus_current_role: ['Owner', 'Member'],
        user_permissions: ['p'],
        org_role_structure: 'multi_role',
        additional_roles: ['Finance'],
      },
    },
  };

  it('at its backend for the program of the host', async () => {
    server.script(answer(200, user));
    expect(await propelauth().findUserByEmail(program, 'owner+shop@example.com')).toMatchObject({
      userId: '31c41c16-c281-44ae-9602-8a047e3bf33d',
      firstName: 'Tom',
      lastName: null,
      createdAt: new Date(1_795_246_234_000),
      properties: { fav_color: 'teal' },
      orgs: [
        {
          orgId: 'o1',
          userAssignedRole: 'Owner',
          userInheritedRolesPlusCurrentRole: ['Owner', 'Member'],
          userAssignedAdditionalRoles: ['Finance'],
          orgRoleStructure: 'multi_role',
        },
      ],
    });
    expect(sent()).toMatchObject({ method: 'GET', path: '/api/backend/v1/user/email' });
    expect(Object.fromEntries(sent().query)).toEqual({ email: 'owner+shop@example.com', include_orgs: 'true' });
    expect(sent().headers).toMatchObject({ authorization: `Bearer ${config.propelauth.apiKeys.HEADWAY}`, 'x-propelauth-url': 'auth.headway.localhost' });
  });

  it('about somebody it does not know', async () => {
    server.script(answer(404, {}));
    expect(await propelauth().findUserByEmail(program, 'nobody@example.com')).toBeNull();
    expect(await propelauth().findUserById(program, user.user_id)).toBeNull();
  });

  it('never about an id that is no id', async () => {
    server.script(answer(200, user));
    expect(await propelauth().findUserById(program, '../org/query')).toBeNull();
    expect(server.requests).toHaveLength(0);
  });

  it('to make a user and says which field it refuses', async () => {
    server.script(answer(200, { user_id: user.user_id }));
    expect(await propelauth().createUser(program, { email: 'new@example.com', firstName: 'Tom', lastName: null, properties: {} })).toEqual({
      userId: user.user_id,
    });
    expect(sent().path).toBe('/api/backend/v1/user/');
    expect(sentBody()).toMatchObject({ email: 'new@example.com', first_name: 'Tom', email_confirmed: false, send_email_to_confirm_email_address: false });

    server.script(answer(400, { email: ['is taken'] }));
    await expect(propelauth().createUser(program, { email: 'new@example.com', firstName: null, lastName: null, properties: {} })).rejects.toMatchObject({
      name: 'Refused',
      code: 'invalid_email',
    });
  });

  it('for a token that speaks for a user', async () => {
    server.script(answer(200, { access_token: 'jwt' }));
    expect(await propelauth().createAccessToken(program, user.user_id, 30)).toEqual({ accessToken: 'jwt' });
    expect(sentBody()).toEqual({ user_id: user.user_id, duration_in_minutes: 30 });
  });
});

it('the store platform is asked to exchange the code of an installation', async () => {
  server.script(
    answer(200, {
      access_token: 'token',
      scope: 'store_v2_orders',
      user: { id: 9129, username: 'c', email: 'clerk@example.com' },
      owner: { id: 9128, username: 'o', email: 'owner@example.com' },
      context: 'stores/z4zn3wo',
      account_uuid: 'u',
    }),
  );
  const panel = createBigcommerce({ ...config.bigcommerce, loginUrl: server.url }, metrics, answeredLimits);
  expect(
    await panel.exchangeCode({ code: 'code', context: 'stores/z4zn3wo', scope: 'store_v2_orders', redirectUri: 'https://headway.example/bigcommerce/auth' }),
  ).toEqual({
    storeHash: 'z4zn3wo',
    accessToken: 'token',
    scope: 'store_v2_orders',
    user: { id: '9129', email: 'clerk@example.com' },
    owner: { id: '9128', email: 'owner@example.com' },
  });
  expect(sent()).toMatchObject({ method: 'POST', path: '/oauth2/token' });
  expect(sentBody()).toEqual({
    client_id: config.bigcommerce.clientId,
    client_secret: config.bigcommerce.clientSecret,
    code: 'code',
    context: 'stores/z4zn3wo',
    scope: 'store_v2_orders',
    grant_type: 'authorization_code',
    redirect_uri: 'https://headway.example/bigcommerce/auth',
  });
});

describe('the store platform is asked for orders', () => {
  const panel = () => createBigcommerce({ ...config.bigcommerce, apiUrl: server.url }, metrics, answeredLimits);
  const access = { storeHash: 'z4zn3wo', accessToken: 'token' };
  const since = new Date('2026-11-01T00:00:00Z');
  const order = (id: number) => ({
    id,
    date_created: 'Sun, 01 Nov 2026 10:00:00 +0000',
    date_modified: 'Sun, 01 Nov 2026 10:00:05 +0000',
    status_id: 11,
    payment_status: 'captured',
    payment_method: 'Credit Card',
    total_inc_tax: '10.0000',
    currency_code: 'USD',
  });
  const quota = (left: number) => ({
    'x-rate-limit-requests-quota': '150',
    'x-rate-limit-requests-left': String(left),
    'x-rate-limit-time-reset-ms': '15000',
    'x-rate-limit-time-window-ms': '30000',
  });

  it('by their last change, as many as a page holds, and then for the refunds of those', async () => {
    server.script(answer(200, [order(7), order(8)], quota(140)), answer(200, { data: [], meta: {} }, quota(139)));
    const page = await panel().listOrders(access, since, null);
    expect([page.orderIds, page.next, page.pauseMs]).toEqual([['7', '8'], null, 0]);
    const [orders, refunds] = [sent(0), sent(1)];
    expect([orders.headers['x-auth-token'], refunds.headers['x-auth-token']]).toEqual(['token', 'token']);
    expect([orders.path, Object.fromEntries(orders.query)]).toEqual([
      '/stores/z4zn3wo/v2/orders',
      { sort: 'date_modified:asc', min_date_modified: '2026-11-01T00:00:00.000Z', limit: '250', page: '1' },
    ]);
    expect([refunds.path, Object.fromEntries(refunds.query)]).toEqual([
      '/stores/z4zn3wo/v3/orders/payment_actions/refunds',
      { 'order_id:in': '7,8', limit: '250', page: '1' },
    ]);
  });

  it('on from where a reading stopped; no content is an empty page', async () => {
    server.script(answer(204, ''));
    expect(await panel().listOrders(access, since, '2026-11-01T10:00:05.000Z 3')).toEqual({ items: [], orderIds: [], next: null, pauseMs: 0 });
    expect(Object.fromEntries(sent().query)).toMatchObject({ min_date_modified: '2026-11-01T10:00:05.000Z', page: '3' });
  });

  it('not on before the next quota, once only the other apps’ share of it is left', async () => {
    server.script(answer(200, [order(7)], quota(30)), answer(200, { data: [], meta: {} }, quota(29)));
    expect((await panel().listOrders(access, since, null)).pauseMs).toBe(15_000);
  });

  it('later where the quota is used up, when the platform says so in its own header', async () => {
    server.script(answer(429, {}, quota(0)));
    const failure = await panel()
      .listOrders(access, since, null)
      .catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ name: 'Unavailable', status: 429, retryAfterMs: 15_000 });
  });
});
