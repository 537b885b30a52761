import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '../../server/domain/basics/money.ts';
import { createBigcommerce } from '../../server/providers/bigcommerce/index.ts';
import { ProviderFailure } from '../../server/providers/failure.ts';
import { createLithic } from '../../server/providers/lithic/index.ts';
import { createProviderMetrics } from '../../server/providers/metrics.ts';
import { createPlaid } from '../../server/providers/plaid/index.ts';
import { createPropelauth } from '../../server/providers/propelauth/index.ts';
import { createRutter } from '../../server/providers/rutter/index.ts';
import { createSlack } from '../../server/providers/slack/index.ts';
import { createWebPush } from '../../server/providers/webPush/index.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

/** Runs the product's own clients against every fault of the sandbox. */

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
  'a look at the issuer': { standIn: 'lithic', call: () => createLithic(product.config.lithic, metrics, limits).findAccountHolder(randomUUID()) },
  'the transfer events of the bank': { standIn: 'plaid', call: () => createPlaid(product.config.plaid, metrics, limits).syncTransferEvents(0) },
  'the risk of a debit at the bank': {
    standIn: 'plaid',
    call: () =>
      createPlaid(product.config.plaid, metrics, limits).evaluateDebit({
        accessToken: 'access-sandbox-none',
        accountId: 'none',
        amountCents: cents(12_345),
        key: randomUUID(),
      }),
  },
  'the report of a debit that came back': {
    standIn: 'plaid',
    call: () => createPlaid(product.config.plaid, metrics, limits).reportReturn({ key: randomUUID(), returnCode: 'R01', returnedAt: new Date() }),
  },
  'an exchange at the bank, which must not be repeated': {
    standIn: 'plaid',
    call: () => createPlaid(product.config.plaid, metrics, limits).exchangePublicToken('public-sandbox-none'),
  },
  'an exchange at the store’s provider, which must not be repeated': {
    standIn: 'rutter',
    call: () => createRutter(product.config.rutter, metrics, limits).exchangePublicToken('none'),
  },
  'a look at the users': {
    standIn: 'propelauth',
    call: () =>
      createPropelauth(product.config.propelauth, metrics, () => new Date(), limits).findUserByEmail(product.deps.programs.boost, 'nobody@example.com'),
  },
  'a new user': {
    standIn: 'propelauth',
    call: () =>
      createPropelauth(product.config.propelauth, metrics, () => new Date(), limits).createUser(product.deps.programs.boost, {
        email: `${randomUUID()}@example.com`,
        firstName: null,
        lastName: null,
        properties: {},
      }),
  },
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
  'an installation in a store': {
    standIn: 'bigcommerce',
    call: () =>
      createBigcommerce(product.config.bigcommerce, metrics, limits).exchangeCode({
        code: 'none',
        context: 'stores/abc',
        scope: 'store_v2_orders',
        redirectUri: `${product.url}/bigcommerce/auth`,
      }),
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
