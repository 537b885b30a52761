import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenSandbox, openSandbox } from './openSandbox.ts';

let sandbox: OpenSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.stop());

const allScopes = 'read_orders,read_all_orders,read_shopify_payments_accounts,read_shopify_payments_payouts,read_shopify_payments_disputes';
const press = (button: string, fields: Record<string, unknown> = {}) => sandbox.press('shopify', button, fields);

interface Answer {
  status: number;
  data: Record<string, never> | null;
  errors?: { message: string; path?: string[]; extensions?: { code: string } }[];
  cost: {
    requestedQueryCost: number;
    actualQueryCost: number | null;
    throttleStatus: { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };
  };
}

interface Asking {
  shop: string;
  ask(query: string, variables?: Record<string, unknown>): Promise<Answer>;
}

/** A shop with our app and these scopes, and how to ask its Admin API. */
async function shopWith(scopes = allScopes, profile = 'steady', fields: Record<string, unknown> = {}): Promise<Asking> {
  const handle = `strict-${randomUUID().slice(0, 8)}`;
  const shop = `${handle}.myshopify.com`;
  await press('install', { handle, profile, ...fields });
  await press('change_scopes', { shop, scopes });
  const path = `/shopify/admin/store/${handle}/apps/${sandbox.config.shopify.apiKey}/session-token`;
  const { id_token } = (await (await fetch(`${sandbox.url}${path}`, { method: 'POST' })).json()) as { id_token: string };
  const { apiKey, apiSecret } = sandbox.config.shopify;
  const post = (to: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${sandbox.url}/shopify${to}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-emulated-host': shop, ...headers },
      body: JSON.stringify(body),
    });
  const exchange = { client_id: apiKey, client_secret: apiSecret, grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange', subject_token: id_token };
  const { access_token } = (await (await post('/admin/oauth/access_token', exchange)).json()) as { access_token: string };
  return {
    shop,
    async ask(query, variables) {
      const answer = await post('/admin/api/2026-07/graphql.json', { query, variables }, { 'x-shopify-access-token': access_token });
      const body = await answer.json();
      return { status: answer.status, ...body, cost: body.extensions?.cost };
    },
  };
}

describe('the cost of a query', () => {
  it('is counted by the published table before it runs, and given back by what it found', async () => {
    const { ask } = await shopWith();
    // The shop 1; a connection 2 and 3 × (an order 1, its payments 4 × (1, bag 1, money 1)).
    const { cost } = await ask('{ shop { name } orders(first: 3) { nodes { id transactions(first: 4) { amountSet { shopMoney { amount } } } } } }');
    expect(cost.requestedQueryCost).toBe(1 + 2 + 3 * (1 + 4 * 3));
    expect(cost.actualQueryCost).toBeLessThan(cost.requestedQueryCost);
    expect((await ask('{ shop { name currencyCode } }')).cost).toMatchObject({ requestedQueryCost: 1, actualQueryCost: 1 });
    expect((await ask('{ orders(first: 10) { edges { cursor node { id } } pageInfo { hasNextPage } } }')).cost).toMatchObject({
      requestedQueryCost: 12,
      actualQueryCost: 12,
    });
    expect((await ask('{ currentAppInstallation { accessScopes { handle } } }')).cost).toMatchObject({ requestedQueryCost: 2, actualQueryCost: 2 });
  });

  it('over 1,000 points is refused whole, whatever is left', async () => {
    const { ask } = await shopWith();
    const { status, data, errors, cost } = await ask('{ orders(first: 250) { nodes { transactions { amountSet { shopMoney { amount } } } } } }');
    expect([status, data, errors?.[0]?.extensions?.code, cost]).toEqual([200, undefined, 'MAX_COST_EXCEEDED', undefined]);
    expect(errors?.[0]?.message).toContain(`Query cost is ${2 + 250 * (1 + 250 * 3)}`);
  });

  it('leaves a bucket that is empty, says so with status 200, and fills again', async () => {
    const { ask } = await shopWith();
    await press('rate_limit', { bucket_points: 300, points_per_second: 0 });
    const query = '{ orders(first: 100) { nodes { id } } }';
    const first = await ask(query);
    expect(first.cost).toMatchObject({ requestedQueryCost: 102, throttleStatus: { maximumAvailable: 300, currentlyAvailable: 300 - 102, restoreRate: 0 } });
    await ask(query);
    const { status, data, errors, cost } = await ask(query);
    expect([status, data, errors?.[0]?.extensions?.code]).toEqual([200, undefined, 'THROTTLED']);
    expect(cost).toMatchObject({ requestedQueryCost: 102, actualQueryCost: null, throttleStatus: { currentlyAvailable: 300 - 2 * 102 } });
    // Each shop has its own.
    expect((await (await shopWith()).ask(query)).errors).toBeUndefined();
    await press('rate_limit', { bucket_points: 300, points_per_second: 1_000_000 });
    expect((await ask(query)).errors).toBeUndefined();
    await press('rate_limit');
  });

  it('is limited as strictly as it is set for one store, and for no other, and so is the approval of the app', async () => {
    const [strict, usual] = [await shopWith(), await shopWith()];
    await press('rate_limit', { shop: strict.shop, bucket_points: 50, points_per_second: 0 });
    const query = '{ orders(first: 49) { nodes { id } } }';
    expect((await strict.ask(query)).errors?.[0]?.extensions?.code).toBe('THROTTLED');
    expect((await usual.ask(query)).cost.throttleStatus).toMatchObject({ maximumAvailable: 1_000, restoreRate: 100 });
    await press('rate_limit', { shop: strict.shop });
    await press('protected_data', { shop: strict.shop, is_approved: 'no' });
    expect((await strict.ask(query)).errors?.[0]?.extensions?.code).toBe('ACCESS_DENIED');
    expect((await usual.ask(query)).errors).toBeUndefined();
  });
});

describe('what the app may see', () => {
  it('a field without its scope is refused with status 200 and null, beside the others', async () => {
    const { ask } = await shopWith('read_orders');
    const { status, data, errors } = await ask('{ shop { name } shopifyPaymentsAccount { id } }');
    expect([status, data]).toEqual([200, { shop: { name: 'Juniper & Oak' }, shopifyPaymentsAccount: null }]);
    expect(errors).toMatchObject([{ path: ['shopifyPaymentsAccount'], extensions: { code: 'ACCESS_DENIED' } }]);
  });

  it.each([
    ['payouts', 'read_shopify_payments_accounts,read_shopify_payments_disputes'],
    ['disputes', 'read_shopify_payments_accounts,read_shopify_payments_payouts'],
    ['payouts', 'read_shopify_payments_payouts'],
  ])('%s need their own scope and that of the account: not with %s', async (part, scopes) => {
    const { ask } = await shopWith(`read_orders,${scopes}`);
    const { data, errors } = await ask(`{ shop { name } shopifyPaymentsAccount { ${part}(first: 1) { nodes { id } } } }`);
    // The list cannot be null, so that the account around it is.
    expect(data).toEqual({ shop: { name: 'Juniper & Oak' }, shopifyPaymentsAccount: null });
    expect(errors?.[0]?.extensions?.code).toBe('ACCESS_DENIED');
  });

  it('orders cannot be null: without their scope, or approval for protected data, there is no answer at all', async () => {
    const { ask } = await shopWith('read_products');
    expect(await ask('{ shop { name } orders(first: 1) { nodes { id } } }')).toMatchObject({ data: null, errors: [{ extensions: { code: 'ACCESS_DENIED' } }] });
    const approved = await shopWith();
    await press('protected_data', { is_approved: 'no' });
    const { data, errors } = await approved.ask('{ orders(first: 1) { nodes { id } } }');
    await press('protected_data', { is_approved: 'yes' });
    expect(data).toBeNull();
    expect(errors?.[0]?.message).toContain('This app is not approved to access the Order object.');
  });

  it('orders are those of 60 days without the scope for all', async () => {
    const oldest = async ({ ask }: Asking) => {
      const { data } = await ask('{ orders(first: 1) { nodes { id createdAt } } }');
      return (data as unknown as { orders: { nodes: { id: string; createdAt: string }[] } }).orders.nodes[0];
    };
    const daysAgo = (created = '') => (Date.now() - Date.parse(created)) / 86_400_000;
    const [all, recent] = [await shopWith(), await shopWith('read_orders')];
    expect(daysAgo((await oldest(all))?.createdAt)).toBeGreaterThan(360);
    expect(daysAgo((await oldest(recent))?.createdAt)).toBeLessThanOrEqual(60);
  });

  it('an order has the platform’s own kinds of payments; what a bank took back is a dispute', async () => {
    const { ask } = await shopWith(allScopes, 'chargeback-heavy');
    const { data } = await ask('{ orders(first: 80, reverse: true) { nodes { transactions(first: 10) { kind } } } }');
    const { orders } = data as unknown as { orders: { nodes: { transactions: { kind: string }[] }[] } };
    const kinds = new Set(orders.nodes.flatMap(({ transactions }) => transactions.map(({ kind }) => kind)));
    expect([...kinds].filter((kind) => !['AUTHORIZATION', 'CAPTURE', 'SALE', 'REFUND', 'VOID'].includes(kind))).toEqual([]);
    const answer = await ask('{ shopifyPaymentsAccount { disputes(first: 1) { nodes { legacyResourceId order { legacyResourceId } amount { amount } } } } }');
    expect(answer.errors).toBeUndefined();
  });

  it.each([
    ['frozen', 402],
    ['forbidden', 403],
    ['locked', 423],
    ['open', 200],
  ])('of a store that is %s is answered by %i', async (state, status) => {
    const { shop, ask } = await shopWith();
    await press('close_store', { shop, state });
    expect((await ask('{ shop { name } }')).status).toBe(status);
  });

  it('there are no arguments that the schema does not have', async () => {
    const { ask } = await shopWith();
    expect((await ask('{ orders(first: 1, colour: "red") { nodes { id } } }')).errors?.[0]?.message).toBe("Field 'orders' doesn't accept argument 'colour'");
    expect((await ask('{ orders { nodes { id } } }')).errors?.[0]?.message).toContain('first or last');
  });
});

describe('a bulk operation', () => {
  const run = (query: string) => `mutation { bulkOperationRunQuery(query: """${query}""") { bulkOperation { id status } userErrors { code message } } }`;
  const look = 'query ($id: ID!) { node(id: $id) { ... on BulkOperation { id status errorCode url objectCount rootObjectCount } } }';
  interface Started {
    bulkOperationRunQuery: { bulkOperation: { id: string; status: string } | null; userErrors: { code: string; message: string }[] };
  }
  interface Operation {
    id: string;
    status: string;
    errorCode: string | null;
    url: string | null;
    objectCount: string;
    rootObjectCount: string;
  }
  const start = async ({ ask }: Asking, query: string) => ((await ask(run(query))).data as unknown as Started).bulkOperationRunQuery;
  const operation = async ({ ask }: Asking, id: string) => ((await ask(look, { id })).data as unknown as { node: Operation | null }).node;

  async function ended(shop: Asking, id: string): Promise<Operation> {
    for (let look = 0; look < 200; look += 1) {
      const found = await operation(shop, id);
      if (found && !['CREATED', 'RUNNING'].includes(found.status)) return found;
      await pause(25);
    }
    throw new Error('it never ended');
  }

  it('answers in a file of one object a line, an inner one with the id of the outer', async () => {
    const shop = await shopWith(allScopes, 'new');
    const { bulkOperation } = await start(
      shop,
      '{ orders { edges { node { id legacyResourceId transactions { kind } lineItems { edges { node { title } } } } } } }',
    );
    expect(bulkOperation?.status).toBe('CREATED');
    const { status, url, objectCount, rootObjectCount } = await ended(shop, bulkOperation?.id ?? '');
    expect(status).toBe('COMPLETED');
    const file = await (await fetch(`${sandbox.url}/shopify${new URL(url ?? '').pathname}`)).text();
    const lines = file
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([lines.length, lines.filter((line) => !('__parentId' in line)).length]).toEqual([Number(objectCount), Number(rootObjectCount)]);
    expect(lines[0]).toEqual({
      id: expect.stringMatching(/^gid:\/\/shopify\/Order\/\d+$/),
      legacyResourceId: expect.any(String),
      transactions: expect.any(Array),
    });
    expect(lines[1]).toEqual({ title: expect.any(String), __parentId: lines[0].id });
    expect((await fetch(`${sandbox.url}/shopify/bulk/1000001-0000.jsonl`)).status).toBe(404);
  });

  it('runs once at a time in a shop', async () => {
    await press('rate_limit', { bulk_ms: 60_000 });
    const shop = await shopWith(allScopes, 'new');
    const { bulkOperation } = await start(shop, '{ orders { edges { node { id } } } }');
    const second = await start(shop, '{ orders { edges { node { id } } } }');
    expect(second).toMatchObject({ bulkOperation: null, userErrors: [{ code: 'OPERATION_IN_PROGRESS' }] });
    expect(second.userErrors[0]?.message).toContain(bulkOperation?.id);
    await press('rate_limit');
    await press('end_bulk_operation', { shop: shop.shop, ending: 'FAILED' });
    expect(await ended(shop, bulkOperation?.id ?? '')).toMatchObject({ status: 'FAILED', errorCode: 'INTERNAL_SERVER_ERROR', url: null });
    expect((await start(shop, '{ orders { edges { node { id } } } }')).bulkOperation).not.toBeNull();
  });

  it('fails where the app may not see what it asks for', async () => {
    const shop = await shopWith('read_products', 'new');
    const { bulkOperation } = await start(shop, '{ orders { edges { node { id } } } }');
    expect(await ended(shop, bulkOperation?.id ?? '')).toMatchObject({ status: 'FAILED', errorCode: 'ACCESS_DENIED', url: null });
  });

  it.each([
    ['{ shop { name } }', 'must contain at least one connection'],
    ['{ orders { nodes { id } } }', "Selecting via 'nodes' is not supported"],
    ['{ node(id: "gid://shopify/BulkOperation/1") { id } }', 'cannot contain a top level `node` field'],
    ['{ orders { edges { node { id lineItems { edges { node { colour } } } } } } }', "Field 'colour' doesn't exist on type 'LineItem'"],
    ['{ orders { edges { node { id } } } shop { name } }', 'more than one top level field'],
    [
      '{ a: orders { edges { node { a: lineItems { edges { node { id } } } b: lineItems { edges { node { id } } } c: lineItems { edges { node { id } } } d: lineItems { edges { node { id } } } e: lineItems { edges { node { id } } } } } } }',
      'more than 5 connections',
    ],
    ['{ orders { edges { node { id }', 'Parse error'],
  ])('is not started for %s', async (query, message) => {
    const { bulkOperation, userErrors } = await start(await shopWith(allScopes, 'new'), query);
    expect(bulkOperation).toBeNull();
    expect(userErrors.map(({ message: said }) => said).join(' ')).toContain(message);
  });
});
