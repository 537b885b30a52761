import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
