import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

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
async function haveCalled(limit: 'caller' | 'address' | 'ingest' | 'staffSearch', times: number): Promise<void> {
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

  it('of the analytics is one of six hundred a minute from its address', async () => {
    const count = () => product.call('/ingest/e/', { method: 'POST', body: {}, address: '127.8.8.8' });
    await count();
    await haveCalled('ingest', 599);
    expect((await count()).status).not.toBe(429);
    expect((await count()).status).toBe(429);
  });
});
