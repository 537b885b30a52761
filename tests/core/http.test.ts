import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../server/http/app.ts';
import { routes } from '../../server/http/routes/index.ts';
import { webhookRouter } from '../../server/http/webhooks/index.ts';
import { listen } from '../../server/start/listen.ts';
import { ask, type CallOptions } from '../support/ask.ts';
import { signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

describe('the API', () => {
  it('tells each host its own program', async () => {
    const keys = await Promise.all(
      ['headway.localhost:3000', 'boost.localhost', 'card.localhost', 'harbor.localhost', 'meridian.localhost', 'elsewhere.example'].map(
        async (host) => (await product.call('/api/program', { host })).body.program.key,
      ),
    );
    expect(keys).toEqual(['headway', 'boost', 'card', 'harbor-new', 'meridian-new', 'headway']);
  });

  it('answers a failure as a problem with the request id and without inside details', async () => {
    const answer = await product.call('/api/receiver');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toEqual({
      type: '/api/docs#unauthenticated',
      title: 'Please sign in',
      status: 401,
      detail: 'Sign in again to go on.',
      code: 'unauthenticated',
      request_id: answer.headers.get('x-request-id'),
    });
  });

  it('knows no address that is not declared, and names the methods of those that are', async () => {
    expect((await product.call('/api/nothing')).status).toBe(404);
    const wrongMethod = await product.call('/api/program', { method: 'DELETE' });
    expect(wrongMethod.status).toBe(405);
    expect(wrongMethod.headers.get('allow')).toBe('GET');
  });

  it('is alive and ready, and describes itself', async () => {
    expect((await product.call('/healthz')).body).toEqual({ status: 'alive' });
    expect((await product.call('/readyz')).status).toBe(200);
    expect((await product.call('/metrics')).text).toContain('process_cpu_user_seconds_total');
    const { body } = await product.call('/api/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths)).toContain('/api/users/{token}');
    expect((await product.call('/api/docs')).text).toContain('/api/users/{token}');
  });

  it('names a mistake in a field in the words that were written for it', async () => {
    const staff = await signUp(product, { staff: { support: true } });
    const { token, receiver } = await signUp(product);
    const own = `/api/users/${receiver.token}`;
    const headers = { 'idempotency-key': randomUUID() };
    const firstError = async (path: string, options: CallOptions) => (await product.call(path, options)).body.errors[0];
    expect(await firstError('/api/staff/receivers?q=x', { token: staff.token })).toEqual({
      path: 'query.q',
      message: 'Type at least two characters.',
      fix: 'Type at least two characters.',
    });
    const request = { kind: 'card', amount_cents: 0, note: 'Fair' };
    expect(await firstError(`${own}/card_requests`, { method: 'POST', token, body: request, headers })).toMatchObject({
      path: 'amount_cents',
      message: 'At least one cent; null for no limit.',
    });
    expect(await firstError(`${own}/credit/payout`, { method: 'POST', token, body: { amount_cents: 1.5 }, headers })).toEqual({
      path: 'amount_cents',
      message: 'This is not a whole number.',
      fix: 'Send a whole number.',
    });
    expect(await firstError('/api/receivers/propel_auth_access_token', { method: 'POST', body: {} })).toMatchObject({
      message: 'This has none of the forms that are allowed.',
    });
  });

  it('describes the failures of a call with a body and a key', async () => {
    const { paths } = (await product.call('/api/openapi.json')).body;
    const { responses } = paths['/api/users/{token}/pay_now'].post;
    const told = (status: number) => responses[status]?.description ?? '';
    expect(told(400)).toContain('`idempotency_key_required`');
    expect(told(409)).toContain('`idempotency_in_flight`');
    expect([told(413), told(415)]).toEqual([expect.stringContaining('`body_too_large`'), expect.stringContaining('`unsupported_media_type`')]);
    expect(told(422)).toContain('`idempotency_key_reused`');
    expect(Object.keys(paths['/api/program'].get.responses)).not.toContain('415');
  });

  it('makes the receiver of somebody who calls for the first time, in the program of the host', async () => {
    const person = await signUp(product, { program: 'boost', email: 'First.Visit@example.com' });
    const { status, body } = await product.call('/api/receiver', { host: person.host, token: person.token });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email: 'first.visit@example.com',
      whitelabel: 'boost',
      net_terms: 15,
      net_terms_type: 'calendar',
      initial_spend_limit: 50_000,
      admin: false,
      support: false,
    });
    // Nothing is wrong with a bank link that is not there yet: the seventh condition only asks for the absence of a fault.
    expect(body.completion.filter((entry: { isComplete: boolean }) => entry.isComplete).map((entry: { key: string }) => entry.key)).toEqual([
      'user',
      'bank_link_healthy',
    ]);
    expect((await product.call('/api/receiver', { host: person.host, token: person.token })).body.id).toBe(body.id);
  });
});

describe('an address of the server, not of the site', () => {
  let web: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    const passOn: RequestHandler = (_request, _response, next) => next();
    const frontends = { assets: passOn, page: (_request, response) => void response.send('a page'), embedded: passOn } satisfies Record<string, RequestHandler>;
    const deps = { ...product.deps, metrics: new Registry() };
    web = await listen(createApp({ deps, routes, raw: [webhookRouter(deps)], frontends, isReady: async () => true, development: false }), 0, 'PORT');
  });
  afterAll(() => web.stop());
  const statusOf = async (path: string, method: string) => (await ask(`http://127.0.0.1:${web.port}${path}`, { method })).status;

  it.each([
    ...['/webhooks', '/webhooks/lithic', '/webhooks/lithic/authorization', '/webhooks/plaid/', '/WEBHOOKS/rutter', '/webhooks/nobody'],
    ...['/api', '/api/nothing', '/ingest/nothing', '/shopify/webhooks', '/shopify/ext/nothing', '/mails/nothing', '/calendar/nothing'],
    ...['/policy-reports', '/_assets/app/nothing'],
  ])('%s is no page', async (path) => {
    expect([await statusOf(path, 'GET'), await statusOf(path, 'HEAD')]).toEqual([404, 404]);
  });

  it('below /webhooks answers nothing but a POST', async () => {
    expect(await Promise.all(['PUT', 'DELETE', 'OPTIONS', 'POST'].map((method) => statusOf('/webhooks/lithic', method)))).toEqual([404, 404, 404, 401]);
  });

  it.each(['/', '/settings', '/webhooksettings', '/mail', '/nothing'])('%s is a page of the site', async (path) => {
    expect(await statusOf(path, 'GET')).toBe(200);
  });
});
