import { afterAll, beforeAll, expect, it } from 'vitest';
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
  const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await search(eager)).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
  const refused = await search(eager);
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
  const wait_s = Number(refused.headers.get('retry-after'));
  expect(wait_s).toBeGreaterThan(0);
  expect(wait_s).toBeLessThanOrEqual(60);
  expect((await search(colleague)).status).toBe(200);
});
