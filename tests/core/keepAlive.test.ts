import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen } from '../../server/start/listen.ts';
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

it.each([
  { told: 'in its headers', sendsHeadersFirst: false },
  { told: 'by its end, where its headers were sent before', sendsHeadersFirst: true },
])('at a stop, what is under way is answered, and its connection takes no further request: $told', async ({ sendsHeadersFirst }) => {
  const asked: string[] = [];
  let answer = () => {};
  const server = await listen(
    (request, response) => {
      asked.push(request.url ?? '');
      if (sendsHeadersFirst) response.flushHeaders();
      answer = () => response.end('done');
    },
    0,
    'PORT',
  );
  const client = connect(server.port, '127.0.0.1').setEncoding('utf8');
  const closed = once(client, 'close');
  let heard = '';
  client.on('data', (chunk) => {
    heard += chunk;
    // As a proxy does, which has the next request at hand for as long as the connection is kept.
    if (heard.includes('done') && !/connection: close/i.test(heard)) client.write('GET /next HTTP/1.1\r\nHost: a\r\n\r\n');
  });
  client.write('GET /first HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => asked).toEqual(['/first']);
  const stopped = server.stop();
  answer();
  await Promise.all([closed, stopped]);
  expect(heard).toContain('done');
  expect(asked).toEqual(['/first']);
});
