import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct({ ROLE: 'web' });
});
afterAll(() => product.stop());

const figures = async () => (await product.call('/metrics')).text.split('\n').filter((line) => line.startsWith('jobs{'));

it('a web process tells an operator how many jobs wait and run, and how many have failed for good', async () => {
  // As the worker counts them each minute.
  await product.deps.database.$executeRaw`UPDATE pgboss.queue SET monitor_on = now()`;
  await product.deps.database.$executeRaw`UPDATE pgboss.queue SET ready_count = 7, active_count = 2 WHERE name = 'handle-webhook'`;
  await product.deps.database.$executeRaw`UPDATE pgboss.queue SET ready_count = 3 WHERE name = 'dead-letter'`;
  const told = await figures();
  expect(told).toContain('jobs{job="handle-webhook",state="waiting"} 7');
  expect(told).toContain('jobs{job="handle-webhook",state="running"} 2');
  expect(told).toContain('jobs{job="plan-draws",state="waiting"} 0');
  expect(told).toContain('jobs{job="dead-letter",state="waiting"} 3');
});

it('and tells none while no worker counts, rather than the last ones', async () => {
  await product.deps.database.$executeRaw`UPDATE pgboss.queue SET ready_count = 7, monitor_on = now() - interval '6 minutes'`;
  expect(await figures()).toEqual([]);
  const all = (await product.call('/metrics')).text;
  expect(all).toContain('# TYPE jobs gauge');
});
