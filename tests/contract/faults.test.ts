import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ProviderFailure } from '../../server/providers/failure.ts';
import { createProviderMetrics } from '../../server/providers/metrics.ts';
import { createSlack } from '../../server/providers/slack/index.ts';
import { createWebPush } from '../../server/providers/webPush/index.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

/** Runs the clients of messages against every fault of the sandbox. `tests/core/providers/failures.test.ts` tries the others. */

const faults = ['error_500', 'rate_limited', 'hang', 'cut', 'half_open', 'nonsense', 'effect_then_500', 'effect_then_cut'] as const;

/** Far below the 30 seconds that the sandbox hangs. */
const limits = { timeoutMs: 1_500, pauseMs: 10 };

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());
afterEach(() => control('DELETE', 'faults'));

async function control(method: string, path: string, body?: unknown): Promise<void> {
  const sent = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`${product.sandboxUrl}/control/${path}`, { method, ...sent });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
}

const metrics = createProviderMetrics(new Registry());

const calls: Readonly<Record<string, { standIn: string; call: () => Promise<unknown> }>> = {
  'a push message': {
    standIn: 'push',
    call: async () => {
      const { endpoint, keys } = await product.press<{ endpoint: string; keys: { p256dh: string; auth: string } }>('push', 'subscribe');
      const message = { title: 'Title', body: 'Body', url: 'https://example.com/', tag: 'tag', isUrgent: true };
      return createWebPush(product.config.webPush, metrics, limits).send({ endpoint, ...keys }, message);
    },
  },
  'a post to Slack, which must not be repeated': {
    standIn: 'slack',
    call: async () => {
      const { url } = await product.press<{ url: string }>('slack', 'add_webhook');
      return createSlack(product.config.slack, metrics, limits).post(url, {
        title: 'Title',
        body: 'Body',
        link: { label: 'Open', url: 'https://example.com/' },
      });
    },
  },
};

describe.each(Object.entries(calls))('%s', (_name, { standIn, call }) => {
  it.each(faults)('ends within its limit, in words of ours, while the provider has the fault %s', async (kind) => {
    await control('POST', 'faults', { stand_in: standIn, kind, remaining: 10, retry_after_s: 60, hang_ms: 30_000 });
    const failure = await call().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(failure).toBeInstanceOf(ProviderFailure);
    expect(String((failure as ProviderFailure).message)).not.toMatch(/secret|Bearer/i);
    expect((await product.call('/healthz')).status).toBe(200);
  });
});
