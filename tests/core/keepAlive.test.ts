import { Agent, get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

/** Returns for how many seconds a server says that it keeps a connection that lies idle. */
async function keptSeconds(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => get(url, { agent }, resolve).once('error', reject));
  answer.resume();
  agent.destroy();
  return Number(/timeout=(\d+)/.exec(String(answer.headers['keep-alive']))?.[1]);
}

it('an idle connection is kept longer than a load balancer keeps its own, so that no request meets one that is being closed', async () => {
  const balancerSeconds = 60;
  expect(await keptSeconds(`${product.url}/health`)).toBeGreaterThan(balancerSeconds);
  expect(await keptSeconds(`${product.sandboxUrl}/`)).toBeGreaterThan(balancerSeconds);
});
