import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { merchantOf } from '../../app/merchant.server.ts';
import type { getAgreement, postAgreement } from '../../server/contract/agreements.ts';
import type { getReceiver } from '../../server/contract/receiver.ts';
import { createEmbeddedCore } from '../../server/http/embeddedCore.ts';
import type { CoreLoadContext } from '../../server/http/loadContext.ts';
import { fontUrl } from '../../server/http/middleware/embeddedHeaders.ts';
import { routes } from '../../server/http/routes/index.ts';
import { describePage } from '../../server/services/receiver/describePage.ts';
import { exchangeOnce } from '../../server/services/store/shopify/exchangeOnce.ts';
import { shopSessions } from '../../server/services/store/shopify/shopSessions.ts';
import { createLifecycle } from '../../server/start/lifecycle.ts';
import type { OpenDeps } from '../../server/start/product.ts';
import { openDeps } from '../../server/start/product.ts';
import { freePort } from '../support/freePort.ts';
import { type Claims, shopToken } from '../support/handIn.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let newContext: () => CoreLoadContext;
beforeAll(async () => {
  product = await testProduct();
  newContext = webProcess();
});
afterAll(() => product.stop());

/** Returns what one web process hands to the app with each request. */
function webProcess(deps: OpenDeps = product.deps): () => CoreLoadContext {
  const { config } = product;
  const program = deps.programs.headway;
  const coreOf = createEmbeddedCore(deps, routes);
  const shared = { sessions: shopSessions(deps), exchangeOnce: exchangeOnce(deps) };
  const origin = { requestId: randomUUID(), address: '203.0.113.7', userAgent: 'Browser/1' };
  return () => ({
    ...shared,
    requestId: randomUUID(),
    nonce: 'nonce',
    page: describePage(deps, program),
    siteUrl: program.siteUrl,
    shopify: { ...config.shopify, appUrl: config.publicUrl, fontUrl: fontUrl(config.shopify) },
    core: coreOf({ program, origin, left: new AbortController().signal, untilTaken: async () => {} }),
    reportFailure: (error) => {
      throw error;
    },
  });
}

async function installedShop(): Promise<string> {
  const handle = `shop-${randomUUID().slice(0, 8)}`;
  return (await product.press<{ shop: string }>('shopify', 'install', { handle, profile: 'new' })).shop;
}

/** A request as App Bridge makes it, with a session token of its own. */
const fetched = (shop: string, changes: Claims = {}, token = shopToken(product, shop, changes)) =>
  new Request(`${product.config.publicUrl}/shopify`, { headers: { authorization: `Bearer ${token}`, 'user-agent': 'Mozilla/5.0 (X11) Chrome/140' } });

const answerOf = (thrown: unknown): Response => {
  if (thrown instanceof Response) return thrown;
  throw thrown;
};
const refusal = (request: Request, context = newContext()) =>
  merchantOf({ request, context }).then(
    () => null,
    (thrown: unknown) => answerOf(thrown),
  );

/** Counts the exchanges for access to a shop; who opens the app is asked with every session. */
async function exchanges(): Promise<number> {
  const answer = await fetch(`${product.sandboxUrl}/control/journal?stand_in=shopify&limit=500`);
  const { entries } = (await answer.json()) as { entries: { path: string; body: string }[] };
  return entries.filter(({ path, body }) => path.endsWith('/admin/oauth/access_token') && body.includes('token-type:offline-access-token')).length;
}

describe('the app in a store’s admin', () => {
  it('exchanges tokens once when a shop’s first requests come together, and all of them are the same merchant', async () => {
    const shop = await installedShop();
    const before = await exchanges();
    const merchants = await Promise.all([1, 2, 3, 4].map(() => merchantOf({ request: fetched(shop), context: newContext() })));
    const receivers = await Promise.all(merchants.map((merchant) => merchant.ask<typeof getReceiver>('GET /api/receiver', { query: {} })));
    expect(new Set(receivers.map(({ token }) => token)).size).toBe(1);
    expect((await exchanges()) - before).toBe(1);
    expect(await product.deps.database.shopifySession.count({ where: { shop } })).toBe(1);
  });

  it('exchanges tokens once as well when a shop’s first requests come to two web processes on one database', async () => {
    const lifecycle = createLifecycle();
    const { config, deps } = product;
    try {
      const other = await openDeps({ ...config, role: 'web' }, config.databaseUrl ?? '', lifecycle, deps.clock);
      const [here, there] = [webProcess(), webProcess(other)];
      const shop = await installedShop();
      const before = await exchanges();
      await Promise.all([here, there, here, there].map((context) => merchantOf({ request: fetched(shop), context: context() })));
      expect((await exchanges()) - before).toBe(1);
    } finally {
      await lifecycle.stop();
    }
  });

  it('is answered in its own process, where no web server of the product listens', async () => {
    const lifecycle = createLifecycle();
    const { config, deps } = product;
    try {
      const alone = await openDeps({ ...config, role: 'web', port: await freePort() }, config.databaseUrl ?? '', lifecycle, deps.clock);
      const merchant = await merchantOf({ request: fetched(await installedShop()), context: webProcess(alone)() });
      expect((await merchant.ask<typeof getReceiver>('GET /api/receiver', { query: {} })).whitelabel).toBe('headway');
    } finally {
      await lifecycle.stop();
    }
  });

  it('is signed in once for the loaders of one page', async () => {
    const shop = await installedShop();
    const context = newContext();
    const request = fetched(shop);
    const [one, other] = await Promise.all([merchantOf({ request, context }), merchantOf({ request, context })]);
    expect(one).toBe(other);
  });

  it.each<[string, Claims]>([
    ['expired', { exp: Math.floor(Date.now() / 1_000) - 60 }],
    ['for another app', { aud: 'another-app' }],
  ])('lets nobody in with a session token that is %s', async (_name, changes) => {
    const shop = await installedShop();
    expect((await refusal(fetched(shop, changes)))?.status).toBe(401);
    expect(await product.deps.database.shopifySession.count({ where: { shop } })).toBe(0);
  });

  it('takes the same session token again while it lives, at whichever process', async () => {
    const shop = await installedShop();
    const token = shopToken(product, shop);
    await merchantOf({ request: fetched(shop, {}, token), context: newContext() });
    expect(await refusal(fetched(shop, {}, token), webProcess()())).toBeNull();
  });

  it('records agreements under the visitor’s own address, and not under ours', async () => {
    const shop = await installedShop();
    const merchant = await merchantOf({ request: fetched(shop), context: newContext() });
    const { token } = await merchant.ask<typeof getReceiver>('GET /api/receiver', { query: {} });
    const { version } = await merchant.ask<typeof getAgreement>('GET /api/programs/current/agreements/:document', { params: { document: 'privacy_policy' } });
    await merchant.ask<typeof postAgreement>('POST /api/users/:token/agreements/:document', {
      params: { token, document: 'privacy_policy' },
      body: { version },
      idempotencyKey: randomUUID(),
    });
    const { id } = await product.deps.database.receiver.findUniqueOrThrow({ where: { token } });
    const acceptance = await product.deps.database.agreementAcceptance.findFirstOrThrow({ where: { receiver_id: id } });
    expect([acceptance.ip_address, acceptance.user_agent]).toEqual(['203.0.113.7', 'Browser/1']);
  });
});

it('lets a page call what a signed-in merchant may, but gets it no access token and nothing of staff', () => {
  const { core } = newContext();
  const asked = [
    'POST /api/users/:token/pay_now',
    'GET /api/users/:token/cash_flow',
    'POST /api/receivers/hand_over',
    'POST /api/receivers/access_token_renewal',
    'POST /api/receivers/propel_auth_access_token',
    'GET /api/staff/receivers',
    'GET /api/nothing',
    null,
  ];
  expect(asked.filter((name) => core.isPageCall(name))).toEqual(asked.slice(0, 3));
});
