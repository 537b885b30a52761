import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inProcessCalls } from '../../server/http/inProcessCall.ts';
import { routes } from '../../server/http/routes/index.ts';
import type { Answer } from '../support/ask.ts';
import { type Claims, nowSeconds, shopToken, signHs256 } from '../support/handIn.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let merchant: Person;
let admin: Person;

const issuer = { type: 'partner', algorithm: 'HS256', key: 'a key of the registered partner', issuer: 'https://partner.example', audience: 'headway' };
beforeAll(async () => {
  product = await testProduct({ SESSION_TYPES: JSON.stringify([issuer]) });
  merchant = await signUp(product);
  admin = await signUp(product, { staff: { admin: true } });
});
afterAll(() => product.stop());

/** Returns the status and, where there is one, the code of the problem. */
const refusalOf = ({ status, body }: Answer) => [status, body?.code];

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a body nested deeper than any call needs', () => {
  const send = (body: string) => product.call('/api/receivers/propel_auth_access_token', { method: 'POST', body });

  it.each([33, 3_000, 100_000])('is refused at %i levels', async (levels) => {
    expect(refusalOf(await send(nested(levels)))).toEqual([400, 'invalid_request']);
    expect(refusalOf(await send(`{"auth_type":"partner","session":${nested(levels)}}`))).toEqual([400, 'invalid_request']);
  });

  it('is refused also where the answer of a call is stored to be repeated', async () => {
    const answer = await product.call(`/api/users/${merchant.receiver.token}/kyb`, {
      method: 'POST',
      host: merchant.host,
      token: merchant.token,
      body: `{"form":${nested(3_000)}}`,
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(refusalOf(answer)).toEqual([400, 'invalid_request']);
  });
});

describe('an instant that the database does not know', () => {
  it.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59'])('%s is refused where staff download repayments', async (now) => {
    const path = `/api/staff/receivers/${merchant.receiver.token}/repayment_csv?${new URLSearchParams({ now })}`;
    const answer = await product.call(path, { host: admin.host, token: admin.token, headers: { 'x-masquerade': merchant.email } });
    expect(answer.status).toBe(400);
  });

  it.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59'])('%s is refused as the start of a report', async (start_at) => {
    const query = new URLSearchParams({ start_at, end_at: '0002-01-01T00:00:00Z' });
    const answer = await product.call(`/api/users/${merchant.receiver.token}/receivables_csv?${query}`, { host: merchant.host, token: merchant.token });
    expect(refusalOf(answer)).toEqual([400, 'invalid_request']);
  });
});

describe('a month that the database does not know', () => {
  it.each(['0000-01', '0001-01', '1999-12', '3000-01', '9999-12'])('%s is refused by every call that takes one', async (month) => {
    for (const call of ['card_months?month=', 'insights/spending?month=', 'statements/']) {
      const { status, body } = await product.call(`/api/users/${merchant.receiver.token}/${call}${month}`, { host: merchant.host, token: merchant.token });
      expect([call, status, body.errors?.[0].message]).toEqual([call, 400, 'Choose a month between 2000 and 2999.']);
    }
  });
});

describe('a call that a page of the store’s admin makes', () => {
  const call = async (input: Record<string, unknown>, name = 'PUT /api/users/:token/kyb') => {
    const visit = {
      program: product.deps.programs.headway,
      origin: { requestId: randomUUID(), address: '203.0.113.9', userAgent: 'Browser/1' },
      left: new AbortController().signal,
      untilTaken: async () => {},
    };
    const { status } = await inProcessCalls(product.deps, routes)({ visit, accessToken: merchant.token, name, input, wants: 'application/json' });
    return status;
  };
  const params = () => ({ token: merchant.receiver.token });

  it.each([null, 'text', 7, [null], { token: null }, { token: {} }])('with the parameters %j is refused', async (given) => {
    expect(await call({ params: given })).toBe(404);
  });

  it.each([{ a: undefined }, { 'a\r\nb': 'x' }, { a: null }])('with the query %j is answered', async (query) => {
    expect(await call({ params: params(), query, body: {} })).toBe(400);
  });

  it.each(['a\r\nSet-Cookie: x=y', 'a\0', ''])('with the idempotency key %j is refused', async (idempotencyKey) => {
    expect(await call({ params: params(), body: {}, idempotencyKey }, 'POST /api/users/:token/kyb')).toBe(400);
  });

  it('with a body nested 3,000 deep is refused', async () => {
    expect(await call({ params: params(), body: { form: JSON.parse(nested(3_000)) } })).toBe(400);
  });
});

describe('a signed token with a character that no text has', () => {
  const handIn = (auth_type: string, session: string) =>
    product.call('/api/receivers/propel_auth_access_token', { method: 'POST', body: { auth_type, session } });
  const panelClaims = (changes: Claims = {}): Claims => {
    const owner = { id: 1, email: 'owner@example.com' };
    const times = { iat: nowSeconds() - 1, nbf: nowSeconds() - 1, exp: nowSeconds() + 600 };
    return { iss: 'bc', aud: product.config.bigcommerce.clientId, sub: 'stores/abc', jti: randomUUID(), user: owner, owner, url: '/', ...times, ...changes };
  };
  const partnerClaims = (changes: Claims = {}): Claims => ({
    iss: issuer.issuer,
    aud: issuer.audience,
    sub: 'somebody',
    jti: randomUUID(),
    exp: nowSeconds() + 600,
    ...changes,
  });

  it.each([{ jti: 'a\0b' }, { user: { id: 1, email: 'a\0b@example.com' } }, { owner: { id: 1, email: 'a\0b@example.com' } }, { jti: 'a\ud800b' }])(
    'is refused from a control panel: %j',
    async (changes) => {
      const token = signHs256(panelClaims(changes), product.config.bigcommerce.clientSecret);
      expect((await handIn('bigcommerce', token)).status).toBe(401);
      for (const path of ['load', 'remove_user', 'uninstall']) {
        expect([path, (await product.call(`/bigcommerce/${path}?signed_payload_jwt=${token}`)).status]).toEqual([path, 401]);
      }
    },
  );

  it.each([{ sub: 'a\0b' }, { jti: 'a\0b' }, { given_name: 'a\0b' }, { sub: 'a\ud800' }])('is refused from a registered issuer: %j', async (changes) => {
    expect((await handIn(issuer.type, signHs256(partnerClaims(changes), issuer.key))).status).toBe(401);
  });

  it.each([{ jti: 'a\0b' }, { sub: 'a\0b' }, { jti: 'a\ud800' }])('is refused from a shop: %j', async (changes) => {
    const shop = `shop-${randomUUID().slice(0, 8)}.myshopify.com`;
    const shopify_session = { shop, id_token: shopToken(product, shop, changes) };
    const body = { auth_type: 'shopify', shopify_session };
    expect((await product.call('/api/receivers/propel_auth_access_token', { method: 'POST', body })).status).toBe(401);
  });
});

describe('a request that is not well formed', () => {
  /** Sends bytes as they are, and returns all that comes back; nothing when the connection was closed without an answer. */
  function answerTo(request: string): Promise<string> {
    const socket = connect({ host: '127.0.0.1', port: product.config.port });
    socket.end(request);
    return text(socket);
  }
  const post = (headers: string, body: string) => `POST /api/session/end HTTP/1.1\r\nHost: headway.localhost\r\n${headers}\r\n\r\n${body}`;
  const hidden = '0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: headway.localhost\r\n\r\n';

  it.each([
    ['two kinds of length', post('Content-Length: 5\r\nTransfer-Encoding: chunked', hidden)],
    ['two lengths', post('Content-Length: 0\r\nContent-Length: 60', hidden)],
    ['an encoding before chunks', post('Transfer-Encoding: chunked, identity', hidden)],
    ['a space in a header’s name', post('Content-Length : 5', hidden)],
    ['a bare line feed', post('X: a\nTransfer-Encoding: chunked', hidden)],
    ['headers of 20 KB', post(`X: ${'a'.repeat(20_000)}`, '')],
  ])('is refused, and no second one is read out of it: %s', async (_name, request) => {
    const statuses = (await answerTo(request)).match(/HTTP\/1\.1 \d+/g);
    expect(statuses).toEqual([expect.stringMatching(/ 4\d\d$/)]);
  });

  it.each(['TRACE', 'CONNECT', 'PROPFIND', 'FOO'])('has no effect and is not sent back: %s', async (method) => {
    const answer = await answerTo(`${method} /api/program HTTP/1.1\r\nHost: headway.localhost\r\nX-Mark: sent-back\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
    expect(answer).not.toContain('sent-back');
  });
});

describe('an address that cannot be meant', () => {
  it.each(['/bigcommerce/auth?code=%00', '/bigcommerce/auth?code=a&context=%00', '/bigcommerce/load?signed_payload_jwt=%00'])(
    '%s opens no store',
    async (path) => {
      expect((await product.call(path)).status).toBe(401);
    },
  );

  it.each(['/api/users/%', '/api/users/%c0%af', '/api/users/%00', '/%', '/%ff', '/calendar/%00.ics', '/webhooks/%00', '/ingest/%00', '/bigcommerce/%'])(
    '%s is refused',
    async (path) => {
      const { status } = await product.call(path);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    },
  );
});

describe('an address that cannot be decoded', () => {
  it('is refused in words about the address, not about a body', async () => {
    const { status, body } = await product.call('/api/users/%c0%af');
    expect([status, body.code, body.detail]).toEqual([400, 'invalid_request', 'The address of this request cannot be read. Check it and try again.']);
  });
});

describe('a session object of a shop', () => {
  it('that is nested 3,000 deep is refused', async () => {
    const body = `{"auth_type":"shopify","shopify_session":{"shop":"a.myshopify.com","id_token":"x","more":${nested(3_000)}}}`;
    expect(refusalOf(await product.call('/api/receivers/propel_auth_access_token', { method: 'POST', body }))).toEqual([400, 'invalid_request']);
  });
});

describe('where a bank is to lead back to', () => {
  it.each(['//evil.example', '/\\evil.example', '/a\\b', '/a b', '/a\r\nb', '/\t/evil.example', 'https://evil.example'])(
    '%j is refused',
    async (redirect_path) => {
      const answer = await product.call(`/api/users/${merchant.receiver.token}/bank/link_token`, {
        method: 'POST',
        host: merchant.host,
        token: merchant.token,
        body: { mode: 'link', redirect_path },
      });
      expect(refusalOf(answer)).toEqual([400, 'invalid_request']);
    },
  );
});
