import { createHash, randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAddress } from '../../server/contract/call.ts';
import type { RouteContract } from '../../server/contract/define.ts';
import type { getReceivablesCsv, getStatement } from '../../server/contract/reports.ts';
import { cents } from '../../server/domain/basics/money.ts';
import type { ApiAnswer } from '../../server/http/apiRequest.ts';
import { createEmbeddedCore } from '../../server/http/embeddedCore.ts';
import { type InProcessCall, inProcessCalls, type Visit } from '../../server/http/inProcessCall.ts';
import { routes } from '../../server/http/routes/index.ts';
import { createLog } from '../../server/log.ts';
import type { Deps } from '../../server/services/deps.ts';
import { purchase, receivable, repayment } from '../support/activity.ts';
import { addCardRows, addReceivableRows, addTransferRows } from '../support/activityRows.ts';
import { named } from '../support/callAbout.ts';
import { eventually } from '../support/eventually.ts';
import { findLeaks } from '../support/leaks.ts';
import { type Merchant, merchantAt, newMerchant } from '../support/merchant.ts';
import { type Person, signUp } from '../support/people.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';
import { expectAnswers } from '../support/rightsTable.ts';

let product: TestProduct;
let merchant: Merchant;
let stranger: Person;
let card: string;
let bank: string;
let store: string;
let admin: Person;

beforeAll(async () => {
  product = await productWithMerchants('KYB_ACCEPT');
  merchant = await merchantAt(product, 'KYB_ACCEPT');
  stranger = await signUp(product);
  // The store's sales are read meanwhile, and stand beside those of these tests.
  await eventually('the first sync', async () => (await merchant.timeline()).includes('store_synced'));
  const { lithic_card_token, plaid_access_token, rutter_access_token } = await merchant.shown();
  [card, bank, store] = [lithic_card_token, plaid_access_token, rutter_access_token];
  admin = await signUp(product, { staff: { admin: true } });
  const { database } = product.deps;
  await addCardRows(database, merchant.id, [purchase({ id: 'buy' }), purchase({ id: 'back', amount_cents: cents(-500) })], card);
  await addTransferRows(database, merchant.id, [repayment({ id: randomUUID() })]);
  await addReceivableRows(database, merchant.id, [receivable({ id: 'rutter:re-1' })]);
});
afterAll(() => product.stop());

type Input = Pick<InProcessCall, 'name' | 'input'> & { token?: string; wants?: string };

const visitor = (changes: Partial<Visit> = {}): Visit => ({
  program: product.deps.programs.headway,
  origin: { requestId: randomUUID(), address: '203.0.113.7', userAgent: 'Browser/1' },
  left: new AbortController().signal,
  untilTaken: async () => {},
  ...changes,
});

/** Makes a call in the process, as a page of the embedded app does. */
const inProcess = ({ name, input, token = merchant.token, wants = 'application/json' }: Input, visit = visitor(), deps: Deps = product.deps) =>
  inProcessCalls(deps, routes)({ visit, accessToken: token, name, input, wants });

/** Makes the same call over HTTP. */
async function overHttp({ name, input, token = merchant.token, wants = 'application/json' }: Input): Promise<ApiAnswer<string>> {
  const [method = '', path = ''] = name.split(' ');
  const { params, query, body, idempotencyKey } = input as {
    params?: Record<string, string>;
    query?: Record<string, string>;
    body?: unknown;
    idempotencyKey?: string;
  };
  const { status, headers, text } = await product.call(callAddress(path, { params, query }), {
    method,
    token,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { accept: wants, ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }) },
  });
  return { status, headers: Object.fromEntries(headers), body: text };
}

async function textOf({ body }: ApiAnswer): Promise<string> {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body.toString();
  let text = '';
  for await (const chunk of body) text += chunk;
  return text;
}

/** Returns the part of an answer that does not depend on the way a call came: without the request's id and the times of making. */
async function seen(answer: ApiAnswer) {
  const headers = new Headers(answer.headers);
  const told = ['content-type', 'content-disposition', 'cache-control', 'retry-after'].map((name) => [name, headers.get(name)]);
  const text = (await textOf(answer)).replace(/("(?:request_id|generatedAt|now)":)"[^"]*"/g, '$1""');
  return { status: answer.status, headers: Object.fromEntries(told), body: /json/.test(headers.get('content-type') ?? '') ? JSON.parse(text) : text };
}

const contracts = routes.map((route) => route.contract);

/** A call with something in each of its places, about the receiver of a token where it can be. */
function callOf(contract: RouteContract, token: string): Input {
  const { subject, method, path } = contract;
  const about = subject ? { [subject.in]: { [subject.name]: token } } : {};
  const params = Object.fromEntries(Array.from(path.matchAll(/:(\w+)/g), ([, part = '']) => [part, 'something']));
  return {
    name: `${method} ${path}`,
    input: {
      params: { ...params, ...about.params },
      query: { ...about.query },
      ...(method !== 'GET' && { body: { ...about.body }, idempotencyKey: randomUUID() }),
    },
  };
}

interface Asker {
  caller: string;
  call: Input;
  isRight: (status: number) => boolean;
}

/** Those who may not make a call as they make it. */
function askersOf(contract: RouteContract): Asker[] {
  const call = callOf(contract, merchant.receiver.token);
  return [
    ...(contract.who === 'anyone'
      ? []
      : [{ caller: 'nobody, with no good token', call: { ...call, token: 'nobody' }, isRight: (status: number) => status === 401 }]),
    // A log-out ends the session, so the second one is refused.
    ...(contract.path === '/api/session/end'
      ? []
      : [{ caller: 'somebody else', call: { ...call, token: stranger.token }, isRight: (status: number) => status < 500 }]),
    ...(readsNames(contract) ? [withUnknownNames(contract)] : []),
  ];
}

/** Whether a call reads a query or a body. A shop's call takes no sign-in of ours. */
const readsNames = ({ who, method, query }: RouteContract) => who !== 'shop' && (method !== 'GET' || query !== undefined);

/** A call of somebody who may make it, with names that its contract does not know. */
function withUnknownNames(contract: RouteContract): Asker {
  const handles: Partial<Record<string, string>> = { card, bankHandle: bank, storeHandle: store };
  const { name, input } = callOf(contract, handles[contract.subject?.by ?? ''] ?? merchant.receiver.token);
  const unknown = {
    ...input,
    query: { ...Object(input.query), nonsense: 'x' },
    ...(contract.method !== 'GET' && { body: { ...Object(input.body), nonsense: ['x'] } }),
  };
  return {
    caller: 'who may, with names that the contract does not know',
    call: { name, input: unknown, token: ['staff', 'admin'].includes(contract.who) ? admin.token : merchant.token },
    // Fields of a receiver are refused by name, as a right that is missing.
    isRight: (status) => status === (name === 'PATCH /api/users/:token' ? 403 : 400),
  };
}

/** Makes a call both ways. Returns both answers where they differ, or where they are not of the kind that they must be. */
async function bothWays(call: Input, isRight: (status: number) => boolean) {
  const [answer, overNetwork] = [await seen(await inProcess(call)), await seen(await overHttp(call))];
  return isRight(answer.status) && isDeepStrictEqual(answer, overNetwork) ? 'the same' : { answer, overNetwork };
}

it.each(named(contracts))('%s is answered in the process as over HTTP to whoever may not make it so', (name, contract) =>
  expectAnswers(
    name,
    askersOf(contract).map(({ caller, call, isRight }) => ({ caller, ask: () => bothWays(call, isRight), expected: 'the same' })),
  ),
);

const january = { start_at: '2026-01-01T00:00:00.000Z', end_at: '2026-02-01T00:00:00.000Z' };
const own = (more: Record<string, string> = {}) => ({ token: merchant.receiver.token, ...more });

/** The reads of the app's pages and downloads. */
const reads: [name: string, input: () => InProcessCall['input'], wants?: string][] = [
  ['GET /api/receiver', () => ({ query: {} })],
  ['GET /api/receiver', () => ({ query: { token: undefined } })],
  ['GET /api/programs/current/agreements/:document', () => ({ params: { document: 'privacy_policy' } })],
  ['GET /api/users/:token/kyb', () => ({ params: own() })],
  ['GET /api/users/:id/plaid_account', () => ({ params: { id: merchant.id }, query: {} })],
  ['GET /api/users/:token/shop', () => ({ params: own() })],
  ['GET /api/lithic_card', () => ({ query: { token: card } })],
  ['GET /api/users/:token/transactions', () => ({ params: own(), query: { tab: 'card', q: 'acme', sort: 'amount', dir: 'asc', page: '1' } })],
  ['GET /api/users/:token/statements', () => ({ params: own() })],
  ['GET /api/card_csv', () => ({ query: { lithic_card_tokens: card, ...january } })],
  ['GET /api/card_csv', () => ({ query: { lithic_card_tokens: card, ...january } }), 'text/csv'],
  ['GET /api/bank_csv', () => ({ query: { plaid_access_token: bank, ...january } }), 'text/csv'],
  ['GET /api/users/:token/receivables_csv', () => ({ params: own(), query: january }), 'text/csv'],
  ['GET /api/users/:token/statements/:month', () => ({ params: own({ month: '2026-01' }), query: { kind: 'card' } }), 'text/csv'],
];

it.each(reads.map(([name, input, wants = 'application/json']) => [name, wants, input] as const))(
  '%s of the merchant’s own is the same in the process as over HTTP, as %s',
  async (name, wants, input) => {
    const call = { name, input: input(), wants };
    // Webhooks and jobs in between may change an answer between two calls.
    const before = await seen(await overHttp(call));
    const answer = await seen(await inProcess(call));
    const after = await seen(await overHttp(call));
    expect([answer.status, answer.headers['content-type']]).toEqual([200, `${wants}; charset=utf-8`]);
    expect([before, after]).toContainEqual(answer);
  },
);

describe('what a page of the app sends', () => {
  it.each<[string, unknown, number, string]>([
    ['is more than a body may hold', { business_name: 'x'.repeat(300_000) }, 413, 'body_too_large'],
    ['is no object', 'text', 400, 'invalid_request'],
    ['is null', null, 400, 'invalid_request'],
    ['has a field of another kind', { business_name: 7 }, 400, 'invalid_request'],
    ['holds what no text holds', { business_name: 'Corner\0Bakery' }, 400, 'invalid_request'],
  ])('is refused as over HTTP when it %s', async (_name, body, status, code) => {
    const call = { name: 'PATCH /api/users/:token', input: { params: own(), body } };
    const answer = await seen(await inProcess(call));
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer).toEqual(await seen(await overHttp(call)));
  });

  it.each<[string, InProcessCall['input']]>([
    ['nothing', {}],
    ['parts that are no objects', { params: null, query: 7, body: {} }],
    ['an empty name', { params: { token: '' }, body: {} }],
    ['a name that is no text', { params: { token: { toString: 1 } }, body: {} }],
    ['half a character as a name', { params: { token: '\ud83d' }, body: {} }],
  ])('may be %s, and leads nowhere', async (_name, input) => {
    const answer = await seen(await inProcess({ name: 'PATCH /api/users/:token', input }));
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });

  it('leads nowhere under a name that no contract has', async () => {
    expect((await inProcess({ name: 'GET /api/nothing', input: {} })).status).toBe(404);
  });

  it('has its effect once for its key, whichever way it is sent again', async () => {
    const applicant = await newMerchant(product);
    const { version } = await applicant.done(applicant.send('/api/programs/current/agreements/privacy_policy'));
    const call = {
      name: 'POST /api/users/:token/agreements/:document',
      token: applicant.token,
      input: { params: { token: applicant.receiver.token, document: 'privacy_policy' }, body: { version }, idempotencyKey: randomUUID() },
    };
    const [first, again, later] = [await inProcess(call), await overHttp(call), await inProcess(call)];
    expect([first, again, later].map(({ headers }) => new Headers(headers).get('idempotency-replayed'))).toEqual([null, 'true', 'true']);
    expect(await seen(again)).toEqual(await seen(first));
    expect(await seen(later)).toEqual(await seen(first));
    expect(await product.deps.database.agreementAcceptance.count({ where: { receiver_id: applicant.id } })).toBe(1);
    const other = { ...call, input: { ...call.input, body: { version: 'another' } } };
    expect([(await inProcess(other)).status, (await overHttp(other)).status]).toEqual([422, 422]);
  });
});

describe('the visitor of a page of the app', () => {
  it('is counted by their own address where they are not signed in, and nobody else is refused for them', async () => {
    const visit = visitor({ origin: { requestId: randomUUID(), address: '203.0.113.200', userAgent: '' } });
    const elsewhere = visitor({ origin: { requestId: randomUUID(), address: '203.0.113.201', userAgent: '' } });
    const open = { name: 'GET /api/program', input: {} };
    expect((await inProcess(open, visit)).status).toBe(200);
    const counted = await product.deps.database.rateLimit.updateMany({
      where: { key: `address:${createHash('sha256').update('203.0.113.200').digest('base64url')}` },
      data: { points: 1_199, expire: BigInt(Date.now() + 60_000) },
    });
    expect(counted.count).toBe(1);
    expect((await inProcess({ ...open, token: 'nobody', name: 'GET /api/receiver' }, visit)).status).toBe(401);
    const refused = await inProcess(open, visit);
    expect([refused.status, JSON.parse(await textOf(refused)).code, Number(refused.headers['Retry-After']) > 0]).toEqual([429, 'rate_limited', true]);
    expect((await inProcess(open, elsewhere)).status).toBe(200);
    expect((await overHttp(open)).status).toBe(200);
  });

  it('stands in the audit log with their address, browser and request', async () => {
    const [customer, support] = [await signUp(product), await signUp(product, { staff: { support: true } })];
    const visit = visitor({ origin: { requestId: randomUUID(), address: '203.0.113.9', userAgent: 'Browser/9' } });
    const call = { name: 'GET /api/receiver', input: { query: { email: customer.email } }, token: support.token };
    expect((await inProcess(call, visit)).status).toBe(200);
    const row = await product.deps.database.auditLog.findFirstOrThrow({ where: { receiver_id: customer.receiver.id } });
    expect([row.request_id, row.ip_address, row.user_agent]).toEqual([visit.origin.requestId, '203.0.113.9', 'Browser/9']);
  });
});

describe('a failure of ours', () => {
  /** Takes a table away while the work is done, so that every query of it fails. */
  async function without<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
    const { database } = product.deps;
    await database.$executeRawUnsafe(`ALTER TABLE ${table} RENAME TO ${table}_away`);
    try {
      return await work();
    } finally {
      await database.$executeRawUnsafe(`ALTER TABLE ${table}_away RENAME TO ${table}`);
    }
  }

  it('is the same problem as over HTTP, and is logged with the id that it tells', async () => {
    const destination = new PassThrough();
    const deps = { ...product.deps, log: createLog('debug', destination) };
    const call = { name: 'GET /api/lithic_card', input: { query: { token: card } } };
    const visit = visitor();
    const [here, there] = await without('card', async () => [await inProcess(call, visit, deps), await overHttp(call)]);
    expect(await seen(here)).toEqual(await seen(there));
    expect(JSON.parse(await textOf(here))).toMatchObject({ status: 500, code: 'unexpected', request_id: visit.origin.requestId });
    destination.end();
    const lines = (await destination.toArray()).join('').trim().split('\n');
    const [failure, request] = lines.map((line) => JSON.parse(line));
    expect(failure).toMatchObject({ msg: 'unexpected failure', request_id: visit.origin.requestId });
    expect(request).toMatchObject({ msg: 'request completed', req: { method: 'GET', id: visit.origin.requestId }, res: { status: 500 } });
    expect(request.req.url).toMatch(/^\/api\/lithic_card/);
    expect(findLeaks(lines)).toEqual([]);
  });
});

describe('a download of the app', () => {
  const january2025 = { start_at: '2025-01-01T00:00:00.000Z', end_at: '2025-02-01T00:00:00.000Z' };
  const rows = 6_000;
  beforeAll(() =>
    addReceivableRows(
      product.deps.database,
      merchant.id,
      Array.from({ length: rows }, (_, place) => receivable({ id: `rutter:long-${place}`, created_at: new Date(Date.UTC(2025, 0, 2, 0, 0, place)) })),
    ),
  );

  const download = (visit: Visit) =>
    createEmbeddedCore(
      product.deps,
      routes,
    )(visit).file<typeof getReceivablesCsv>(merchant.token, 'GET /api/users/:token/receivables_csv', { params: own(), query: january2025 }, 'text/csv');

  it('is the very file that HTTP gives', async () => {
    const [here, there] = [
      await download(visitor()),
      await overHttp({ name: 'GET /api/users/:token/receivables_csv', input: { params: own(), query: january2025 }, wants: 'text/csv' }),
    ];
    const text = await here.text();
    expect(text.trim().split('\n')).toHaveLength(rows + 1);
    expect([here.status, text]).toEqual([200, there.body]);
    for (const name of ['content-type', 'content-disposition', 'cache-control']) expect(here.headers.get(name)).toBe(there.headers[name]);
  });

  it('is the problem in its place where there is no such file', async () => {
    const core = createEmbeddedCore(product.deps, routes)(visitor());
    const answer = await core.file<typeof getStatement>(
      merchant.token,
      'GET /api/users/:token/statements/:month',
      { params: { ...own(), month: '2999-01' }, query: {} },
      'application/pdf',
    );
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8']);
  });
});
