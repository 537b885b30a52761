import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallFailure } from '../../../server/browser/callFailure.ts';
import type { postCard } from '../../../server/contract/cardIssue.ts';
import type { getReceiver, patchUser } from '../../../server/contract/receiver.ts';
import { type AccessTokens, createApi, send } from '../../../standalone/api.ts';
import { type Person, signUp } from '../../support/people.ts';
import { type TestProduct, testProduct } from '../../support/product.ts';
import { leavePage, openPageOf } from './onPage.ts';

afterAll(leavePage);

/** Tokens in the order in which they are given out; the last one stays. */
function tokens(...given: (string | null)[]): AccessTokens & { refusals: string[]; isRefused: boolean } {
  let place = 0;
  return {
    refusals: [],
    isRefused: false,
    async present() {
      return given[place] ?? null;
    },
    async renewed(refused) {
      this.refusals.push(refused);
      place = Math.min(place + 1, given.length - 1);
      return given[place] ?? null;
    },
    refused() {
      this.isRefused = true;
    },
  };
}

const problemOf = async (call: Promise<unknown>): Promise<CallFailure> => {
  const failure = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (failure instanceof CallFailure) return failure;
  throw new Error(`expected a CallFailure, got ${String(failure)}`);
};

describe('calls of the product', () => {
  let product: TestProduct;
  let ana: Person;
  beforeAll(async () => {
    product = await testProduct();
    ana = await signUp(product);
    openPageOf(product.url);
  });
  afterAll(() => product.stop());

  it('answers with what the contract says', async () => {
    const api = createApi(tokens(ana.token));
    const receiver = await api.call<typeof getReceiver>('GET /api/receiver', { query: {} });
    expect(receiver).toMatchObject({ id: ana.receiver.id, email: ana.email, accepted_privacy_policy: false });
    expect(receiver.completion).toHaveLength(12);
  });

  it('turns a failure into words, with what support asks for', async () => {
    const api = createApi(tokens(ana.token));
    const problem = await problemOf(api.call<typeof patchUser>('PATCH /api/users/:token', { params: { token: ana.receiver.token }, body: { admin: true } }));
    expect(problem).toMatchObject({ status: 403, code: 'forbidden', title: 'Not allowed' });
    expect(problem.message).toContain('admin');
    expect(problem.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('says of each field what to correct', async () => {
    const api = createApi(tokens(ana.token));
    const problem = await problemOf(api.call<typeof getReceiver>('GET /api/receiver', { query: { email: 'a' } }));
    expect(problem.status).toBe(400);
    expect(problem.errors.map(({ path }) => path)).toEqual(['query.email']);
  });

  it('writes what a path names so that it cannot become another path', async () => {
    const api = createApi(tokens(ana.token));
    const problem = await problemOf(api.call<typeof patchUser>('PATCH /api/users/:token', { params: { token: '../receiver?x=' }, body: {} }));
    expect(problem.status).toBe(404);
  });

  it('renews a token that is not accepted, once', async () => {
    const renewing = tokens('stale', ana.token);
    const receiver = await createApi(renewing).call<typeof getReceiver>('GET /api/receiver', { query: {} });
    expect(receiver.email).toBe(ana.email);
    expect(renewing.refusals).toEqual(['stale']);
    expect(renewing.isRefused).toBe(false);
  });

  it('gives up when the renewed one is not accepted either', async () => {
    const hopeless = tokens('stale', 'as stale');
    const problem = await problemOf(createApi(hopeless).call<typeof getReceiver>('GET /api/receiver', { query: {} }));
    expect(problem).toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(hopeless.refusals).toEqual(['stale']);
    expect(hopeless.isRefused).toBe(true);
  });

  it.each([[tokens(null)], [tokens('stale', null)]])('asks to sign in when there is nobody any more', async (ended) => {
    const problem = await problemOf(createApi(ended).call<typeof getReceiver>('GET /api/receiver', { query: {} }));
    expect(problem).toMatchObject({ status: 401, message: 'Sign in again to go on.' });
    expect(ended.isRefused).toBe(false);
  });
});

describe('a server that cannot be reached', () => {
  let requests: IncomingMessage[] = [];
  let answer: (place: number, request: IncomingMessage, response: ServerResponse) => void;
  const server = createServer((request, response) => {
    requests.push(request);
    answer(requests.length, request, response);
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    openPageOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => {
    requests = [];
    answer = (_place, request) => request.socket.destroy();
  });

  const read = (signal?: AbortSignal) => send<typeof getReceiver>('GET /api/receiver', { query: {}, ...(signal && { signal }) }, null);
  const write = () =>
    send<typeof postCard>('POST /api/users/:token/card', { params: { token: 'x' }, body: { physical: false }, idempotencyKey: 'order-1' }, 'token-1');

  it('is asked again three times for what is only read', async () => {
    answer = (place, request, response) => (place <= 3 ? request.socket.destroy() : response.setHeader('content-type', 'application/json').end('{"id":"1"}'));
    expect(await read()).toEqual({ id: '1' });
    expect(requests).toHaveLength(4);
  });

  it('is given up after that, in words', async () => {
    const problem = await problemOf(read());
    expect(problem).toMatchObject({ status: 0, code: 'network', requestId: null });
    expect(problem.message).toBe('We could not be reached. Check your connection and try again.');
    expect(requests).toHaveLength(4);
  });

  it('is given 100, 200 and 300 ms before it is asked again', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await problemOf(read());
    const pausesMs = timers.mock.calls.map(([, pauseMs]) => pauseMs);
    timers.mockRestore();
    expect(pausesMs).toEqual([100, 200, 300]);
  });

  it('is asked once for what has an effect', async () => {
    expect((await problemOf(write())).code).toBe('network');
    expect(requests).toHaveLength(1);
  });

  it('is asked once when the page has lost interest', async () => {
    const leaving = new AbortController();
    answer = () => leaving.abort();
    await expect(read(leaving.signal)).rejects.toThrow();
    expect(requests).toHaveLength(1);
  });

  it('is not asked again when it did answer', async () => {
    answer = (_place, _request, response) => response.writeHead(503).end('<html>upstream</html>');
    const problem = await problemOf(read());
    expect(problem).toMatchObject({ status: 503, code: 'unreadable' });
    expect(requests).toHaveLength(1);
  });

  it('gets the token, the key of the intent and JSON, and no cookie', async () => {
    answer = (_place, _request, response) => response.setHeader('content-type', 'application/json').end('{}');
    await write();
    expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer token-1', 'idempotency-key': 'order-1', 'content-type': 'application/json' });
    expect(requests[0]?.url).toBe('/api/users/x/card');
    expect(requests[0]?.headers.cookie).toBeUndefined();
  });
});
