import { createHash, createHmac, randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type PrismaDatabase } from '../../server/db/client.ts';
import { countCall } from '../../server/http/middleware/rateLimit.ts';
import { networkOf } from '../../server/http/network.ts';
import { routes } from '../../server/http/routes/index.ts';
import { unsubscribeToken } from '../../server/services/access/unsubscribeToken.ts';
import { makeMailLink } from '../../server/services/contact/mailLinks.ts';
import { dollarPurchase, signedQuestion } from '../support/askAsIssuer.ts';
import { newCardholder } from '../support/cardholder.ts';
import { controlPanelCalls, newHash } from '../support/controlPanelCalls.ts';
import { shopToken } from '../support/handIn.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { invite } from '../support/team.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

const search = ({ token }: Person) => product.call('/api/staff/receivers?q=bakery', { token });

it('who looks for customers more than sixty times in a minute has to wait, and nobody else does', async () => {
  const [eager, colleague] = await Promise.all([1, 2].map(() => signUp(product, { staff: { support: true } })));
  if (!eager || !colleague) throw new Error('two were to sign up');
  expect((await search(eager)).status).toBe(200);
  await haveCalled('staffSearch', 59);
  expect((await search(eager)).status).toBe(200);
  const refused = await search(eager);
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
  const waitSeconds = Number(refused.headers.get('retry-after'));
  expect(waitSeconds).toBeGreaterThan(0);
  expect(waitSeconds).toBeLessThanOrEqual(60);
  expect((await search(colleague)).status).toBe(200);
});

/** Sets the counters of everybody who has called in this minute to this number of calls. */
async function haveCalled(
  limit: 'caller' | 'address' | 'ingest' | 'staffSearch' | 'unverified' | 'invitation' | 'order' | 'handIn',
  times: number,
): Promise<void> {
  const counted = await product.deps.database.rateLimit.updateMany({
    where: { key: { startsWith: `${limit}:` } },
    data: { points: times, expire: BigInt(Date.now() + 60_000) },
  });
  expect(counted.count).toBeGreaterThan(0);
}

describe('any call', () => {
  it('of somebody signed in is one of six hundred a minute', async () => {
    const { token } = await signUp(product);
    const me = () => product.call('/api/receiver', { token });
    await me();
    await haveCalled('caller', 599);
    expect((await me()).status).toBe(200);
    const refused = await me();
    expect([refused.status, refused.body.code, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, 'rate_limited', true]);
    expect((await product.call('/api/receiver', { token: (await signUp(product)).token })).status).toBe(200);
  });

  it('of nobody in particular is one of twelve hundred a minute from its address', async () => {
    const address = '127.7.7.7';
    const look = () => product.call('/api/program', { address });
    await look();
    await haveCalled('address', 1_199);
    expect((await look()).status).toBe(200);
    const refused = await look();
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect((await product.call('/api/program')).status).toBe(200);
  });

  it('with a body that cannot be read is one of them, whoever sends it', async () => {
    const address = '127.7.7.8';
    const send = () => product.call('/api/session/end', { method: 'POST', body: '{', address });
    expect((await send()).status).toBe(400);
    await haveCalled('address', 1_199);
    expect([(await send()).status, (await send()).status]).toEqual([400, 429]);
  });

  it('to the door of unsubscribing is one of them', async () => {
    const knock = (method: string) => product.call('/mails/unsubscribe/nothing', { method, address: '127.7.8.9' });
    expect((await knock('POST')).status).toBe(404);
    await haveCalled('address', 1_199);
    expect((await knock('GET')).status).toBe(404);
    expect((await knock('POST')).status).toBe(429);
    expect((await knock('GET')).status).toBe(429);
  });

  it('of the analytics is one of six hundred a minute from its address', async () => {
    const count = () => product.call('/ingest/e/', { method: 'POST', body: {}, address: '127.8.8.8' });
    await count();
    await haveCalled('ingest', 599);
    expect((await count()).status).not.toBe(429);
    expect((await count()).status).toBe(429);
  });
});

it('a new role of somebody who has not joined sends another mail, and is limited as an invitation is', async () => {
  const owner = await signUp(product);
  const { body } = await invite(product, owner, `${randomUUID()}@example.com`, 'bookkeeper');
  const change = (role: string) =>
    product.call(`/api/users/${owner.receiver.token}/team/${body.members.at(-1).id}`, { method: 'PATCH', token: owner.token, body: { role } });
  expect((await change('admin')).status).toBe(200);
  await haveCalled('invitation', 20);
  expect((await change('cardholder')).status).toBe(429);
});

describe('calls that cost money or a provider’s quota', () => {
  const costly = [
    'POST /api/users/:token/pay_now',
    'POST /api/users/:token/credit/payout',
    'POST /api/users/:token/cards',
    'POST /api/users/:token/cards/:card/loss',
    'POST /api/users/:token/cards/:card/reissue',
    'POST /api/users/:token/card/physical',
    'POST /api/users/:token/cards/:card/closing',
    'POST /api/users/:token/cards/:card/wallet',
    'PATCH /api/lithic_card',
    'PUT /api/lithic_card/hold',
    'POST /api/users/:token/bank/link_token',
  ];

  it.each(costly)('%s is one of thirty a minute', async (name) => {
    const { token, receiver } = await signUp(product);
    const [method = '', path = ''] = name.split(' ');
    const address = path.replace(':token', receiver.token).replace(':card', randomUUID());
    const order = async () => (await product.call(address, { method, token, body: {}, headers: { 'idempotency-key': randomUUID() } })).status;
    expect(await order()).not.toBe(429);
    await haveCalled('order', 30);
    expect(await order()).toBe(429);
  });

  it('are no others', () => {
    const limited = routes.filter(({ contract }) => contract.limit === 'order').map(({ contract }) => `${contract.method} ${contract.path}`);
    expect(limited.toSorted()).toEqual(costly.toSorted());
  });
});

describe('two processes', () => {
  const limit = 600;
  let other: PrismaDatabase;
  beforeAll(() => {
    other = createDatabase(product.config.databaseUrl ?? '', { maximumConnections: 2 });
  });
  afterAll(() => other.$disconnect());

  /** Makes at most `most` calls at a process, until it refuses one. Returns how many it let pass. */
  async function callsMade(by: string, database: PrismaDatabase, most = limit + 1): Promise<number> {
    for (let made = 0; made < most; made += 1) {
      const refusal: unknown = await countCall({ database }, 'caller', by).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      if (refusal === null) continue;
      expect(refusal).toMatchObject({ code: 'rate_limited' });
      return made;
    }
    return most;
  }

  it('together let a person make six hundred calls a minute, whichever they ask in turn', async () => {
    const [by, processes] = [randomUUID(), [product.deps.database, other]];
    let made = 0;
    for (let turn = 0; turn < 3 * limit; turn += 1) made += await callsMade(by, processes[turn % 2] ?? other, 1);
    expect(made).toBe(limit);
  });

  it('let a person who leaves one for the other make at most fourteen fewer', async () => {
    const by = randomUUID();
    expect(await callsMade(by, product.deps.database, 100)).toBe(100);
    const made = await callsMade(by, other);
    expect(made).toBeLessThanOrEqual(500);
    expect(made).toBeGreaterThanOrEqual(486);
    expect((await callsMade(by, product.deps.database)) + made).toBe(500);
  });

  it('let six hundred pass of a thousand calls that come together', async () => {
    const by = randomUUID();
    const asked = Array.from({ length: 1_000 }, (_, place) => callsMade(by, place % 2 === 0 ? other : product.deps.database, 1));
    const made = (await Promise.all(asked)).reduce((sum, one) => sum + one, 0);
    expect(made).toBe(limit);
  });
});

it('forty calls that one person makes at once take none of the connections that others need', async () => {
  const [eager, other] = [await signUp(product), await signUp(product)];
  const call = ({ token }: Person) => product.call('/api/receiver', { token });
  await Promise.all([call(eager), call(other)]);
  const forty = await product.deps.database.$transaction(async (transaction) => {
    // Each call of this person waits to be counted for as long as this is held.
    await transaction.$queryRaw`SELECT FROM rate_limit WHERE key = ${`caller:${createHash('sha256').update(eager.receiver.id).digest('base64url')}`} FOR UPDATE`;
    const asked = Array.from({ length: 40 }, () => call(eager));
    await new Promise(setImmediate);
    const others = await Promise.all(Array.from({ length: 10 }, () => call(other)));
    expect(others.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    return asked;
  });
  expect((await Promise.all(forty)).map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
});

describe('callers of one network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::5', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1:2:3::', '1:2:3:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['0191e7a2-0000-7000-8000-000000000000', '0191e7a2-0000-7000-8000-000000000000'],
    ['unknown', 'unknown'],
  ])('%s counts as %s', (caller, counted) => expect(networkOf(caller)).toBe(counted));

  it('share a limit', async () => {
    await countCall(product.deps, 'address', '2001:db8:77:1::1');
    await haveCalled('address', 1_199);
    await countCall(product.deps, 'address', '2001:db8:77:1:ffff::2');
    await expect(countCall(product.deps, 'address', '2001:db8:77:1::3')).rejects.toMatchObject({ code: 'rate_limited' });
    await countCall(product.deps, 'address', '2001:db8:77:2::1');
  });
});

describe('deliveries that no provider has signed', () => {
  it.each(['/webhooks/lithic', '/webhooks/plaid', '/webhooks/rutter', '/webhooks/lithic/authorization', '/shopify/webhooks'])(
    'to %s are sixty a minute from an address, and those of others are taken',
    async (path) => {
      const address = `127.9.${path.length}.${path.charCodeAt(10)}`;
      const deliver = (from = address) => product.call(path, { method: 'POST', body: { made: 'up' }, address: from });
      expect((await deliver()).status).toBe(401);
      await haveCalled('unverified', 59);
      expect((await deliver()).status).toBe(401);
      const refused = await deliver();
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
      expect((await deliver('127.9.9.9')).status).toBe(401);
    },
  );
});

describe('a proof that is good, from an address whose bad ones are over the limit', () => {
  const otherSecret = `whsec_${Buffer.from('another secret of 32 bytes, truly').toString('base64')}`;

  it('has its purchase of $7 approved after seventy forged questions', async () => {
    const { cardToken } = await newCardholder(product, { initial_spend_limit: 10_000n });
    const from = { method: 'POST', address: '127.12.0.1' };
    const ask = (secret: string) =>
      product.call('/webhooks/lithic/authorization', { ...from, ...signedQuestion(secret, { ...dollarPurchase(cardToken), cents: 700 }) });
    const statuses: number[] = [];
    for (let asked = 0; asked < 70; asked += 1) statuses.push((await ask(otherSecret)).status);
    expect(statuses).toEqual([...Array(60).fill(401), ...Array(10).fill(429)]);
    const { status, body } = await ask(product.config.lithic.decisionSecret);
    expect([status, body.result]).toEqual([200, 'APPROVED']);
  });

  it('has its webhook of a shop taken', async () => {
    const deliver = (secret: string) => {
      const body = JSON.stringify({ id: randomUUID() });
      const signature = createHmac('sha256', secret).update(body).digest('base64');
      const headers = { 'x-shopify-topic': 'themes/create', 'x-shopify-event-id': randomUUID(), 'x-shopify-hmac-sha256': signature };
      return product.call('/shopify/webhooks', { method: 'POST', body, headers, address: '127.12.0.2' });
    };
    expect((await deliver('another secret')).status).toBe(401);
    await haveCalled('unverified', 60);
    expect([(await deliver('another secret')).status, (await deliver(product.config.shopify.apiSecret)).status]).toEqual([429, 200]);
  });

  it('has its session taken', async () => {
    const { shop } = await product.press<{ shop: string }>('shopify', 'install', { handle: `shop-${randomUUID().slice(0, 8)}`, profile: 'new' });
    const handIn = (id_token: string) =>
      product.call('/api/receivers/propel_auth_access_token', {
        method: 'POST',
        body: { auth_type: 'shopify', shopify_session: { shop, id_token } },
        address: '127.12.0.3',
      });
    expect((await handIn('guessed')).status).toBe(401);
    await haveCalled('handIn', 30);
    expect([(await handIn('guessed')).status, (await handIn(shopToken(product, shop))).status]).toEqual([429, 200]);
  });

  it('opens a control panel', async () => {
    const panel = controlPanelCalls(product);
    const hash = newHash();
    await panel.install(hash);
    const load = (jwt: string) => product.call(`/bigcommerce/load?signed_payload_jwt=${jwt}`, { address: '127.12.0.4' });
    expect((await load('guessed')).status).toBe(401);
    await haveCalled('address', 1_200);
    expect([(await load('guessed')).status, (await load(panel.payload(hash))).status]).toEqual([429, 302]);
  });

  const secretAddresses: [string, string, (person: Person) => Promise<string> | string, string][] = [
    [
      'a calendar feed',
      'GET',
      async ({ token, receiver }) => {
        const made = await product.call(`/api/users/${receiver.token}/calendar/feed`, { method: 'POST', token, body: {} });
        return new URL(made.body.feed_url).pathname;
      },
      `/calendar/${'x'.repeat(32)}.ics`,
    ],
    [
      'the end of the Monday mail',
      'POST',
      ({ receiver }) => `/mails/unsubscribe/${unsubscribeToken(product.deps.secrets, { key: 'headway' }, receiver.id)}`,
      '/mails/unsubscribe/guessed',
    ],
    ['a link that signs in', 'GET', (person) => `/mails/sign_in/${linkOf(person, 'sign_in')}`, '/mails/sign_in/guessed'],
    ['a link that confirms an address', 'GET', (person) => `/mails/confirm/${linkOf(person, 'confirm_email')}`, '/mails/confirm/guessed'],
  ];
  const linkOf = ({ receiver, email }: Person, purpose: 'sign_in' | 'confirm_email') =>
    makeMailLink(product.deps, { key: 'headway' }, purpose, { receiverId: receiver.id, email, expiresAt: new Date(Date.now() + 3_600_000) });

  it.each(secretAddresses)('opens %s', async (_, method, goodPath, badPath) => {
    const path = await goodPath(await signUp(product));
    const open = async (at: string) => (await product.call(at, { method, address: '127.12.0.5' })).status;
    expect([404, 429]).toContain(await open(badPath));
    await haveCalled('address', 1_200);
    expect([await open(badPath), await open(path)]).toEqual([429, 200]);
  });

  it('is limited by whose it is, wherever it is shown: a feed, and a session handed in', async () => {
    const { token, receiver } = await signUp(product);
    const { feed_url } = (await product.call(`/api/users/${receiver.token}/calendar/feed`, { method: 'POST', token, body: {} })).body;
    const read = async () => (await product.call(new URL(feed_url).pathname)).status;
    const panel = controlPanelCalls(product);
    const hash = newHash();
    await panel.install(hash);
    const handIn = async () => (await panel.handIn(panel.payload(hash))).status;
    expect([await read(), await handIn()]).toEqual([200, 200]);
    await haveCalled('caller', 600);
    expect([await read(), await handIn()]).toEqual([429, 429]);
  });
});

it('a limit counts by a key that shows neither address nor mailbox, and that is never too long', async () => {
  const long = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(43)}.com`;
  expect(long).toHaveLength(240);
  const asked = await product.call('/mails/sign_in', {
    method: 'POST',
    body: new URLSearchParams({ email: long }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    address: '127.12.0.6',
  });
  expect(asked.status).toBe(200);
  const keys = (await product.deps.database.rateLimit.findMany()).map(({ key }) => key);
  expect(keys.filter((key) => !/^[a-zA-Z]+:[\w-]{43}$/.test(key))).toEqual([]);
});

describe('a client that sends slowly', () => {
  it('has 15 seconds for its headers and 30 for its request', async () => {
    const { promise: seen, resolve } = Promise.withResolvers<Server>();
    const onRequest = (message: unknown) => {
      const { request, server } = message as { request: IncomingMessage; server: Server };
      if (request.url === '/healthz?slow') resolve(server);
    };
    subscribe('http.server.request.start', onRequest);
    await product.call('/healthz?slow');
    const { headersTimeout, requestTimeout } = await seen;
    unsubscribe('http.server.request.start', onRequest);
    expect([headersTimeout, requestTimeout]).toEqual([15_000, 30_000]);
  });
});
