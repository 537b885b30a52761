import express, { type RequestHandler } from 'express';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../server/http/app.ts';
import { createDecisionApp } from '../../server/http/decisionApp.ts';
import { embeddedHeaders } from '../../server/http/middleware/embeddedHeaders.ts';
import { securityHeaders } from '../../server/http/middleware/headers.ts';
import { listen } from '../../server/start/listen.ts';
import { ask } from '../support/ask.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

const policyOf = async (path: string, host: string) => {
  const header = (await product.call(path, { host })).headers.get('content-security-policy') ?? '';
  return new Map(header.split('; ').map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]));
};

describe('every answer', () => {
  /** Returns the headers that must be on it, as an answer at this address has them; the product is at an address with TLS. */
  async function headersAt(path: string, which: 'web' | 'decide'): Promise<(string | null)[]> {
    const deps = { ...product.deps, config: { ...product.config, publicUrl: 'https://headway.example' } };
    const file: RequestHandler = (request, response, next) => (request.path.startsWith('/_assets/shopify') ? void response.type('js').send('0') : next());
    const none: RequestHandler = (_request, _response, next) => next();
    const web = { deps, routes: [], raw: [], frontends: { assets: none, page: none, embedded: file }, isReady: async () => true, development: false };
    const metrics = new Registry();
    const app = which === 'web' ? createApp({ ...web, deps: { ...deps, metrics } }) : createDecisionApp({ ...deps, metrics }, async () => true);
    const { port, stop } = await listen(app, 0, 'PORT');
    const { headers } = await ask(`http://127.0.0.1:${port}${path}`, {}).finally(stop);
    const policy = headers.get('content-security-policy') ?? '';
    const named = ['strict-transport-security', 'x-content-type-options', 'cross-origin-resource-policy'].map((name) => headers.get(name));
    return [...named, /frame-ancestors 'none'/.exec(policy)?.[0] ?? null];
  }

  it.each([
    ['/healthz', 'web'],
    ['/readyz', 'web'],
    ['/metrics', 'web'],
    ['/_assets/shopify/entry.js', 'web'],
    ['/nothing', 'web'],
    ['/healthz', 'decide'],
    ['/metrics', 'decide'],
    ['/nothing', 'decide'],
  ] as const)('holds to TLS, to its own type and to no frame: %s of a process for %s', async (path, which) => {
    expect(await headersAt(path, which)).toEqual(['max-age=31536000; includeSubDomains', 'nosniff', 'same-site', "frame-ancestors 'none'"]);
  });
});

describe('the branded site', () => {
  it.each(['headway', 'boost', 'card', 'harbor', 'meridian'])('of %s runs nothing but its own scripts and talks to its own sign-in', async (program) => {
    const policy = await policyOf('/api/program', `${program}.localhost`);
    expect(policy.get('script-src')).toMatch(/^'self' 'nonce-[\w+/=]{24}' http:\/\/localhost:\d+$/);
    expect(policy.get('script-src')).not.toMatch(/unsafe|\*/);
    expect(policy.get('connect-src')).toContain(`http://auth.${program}.localhost:${product.config.sandbox.port}`);
    expect(policy.get('connect-src')).not.toContain(program === 'boost' ? 'auth.card' : 'auth.boost');
    expect([policy.get('frame-ancestors'), policy.get('object-src'), policy.get('base-uri'), policy.get('form-action')]).toEqual([
      "'none'",
      "'none'",
      "'none'",
      "'self'",
    ]);
  });

  it('runs a worker of its own alone, and takes its place on a home screen from itself', async () => {
    const policy = await policyOf('/settings', 'headway.localhost');
    expect([policy.get('worker-src'), policy.get('manifest-src')]).toEqual(["'self'", "'self'"]);
  });

  it('lets its built files load nothing, as none of them is a page', async () => {
    const policy = await policyOf('/_assets/app/assets/any.js', 'headway.localhost');
    expect([...policy]).toEqual([
      ['default-src', "'none'"],
      ['frame-ancestors', "'none'"],
    ]);
    expect((await policyOf('/_assets/app/brand/headway-light.svg', 'headway.localhost')).get('script-src')).toContain('nonce-');
  });

  it('gives every answer another nonce', async () => {
    const nonces = await Promise.all([1, 2, 3].map(async () => (await policyOf('/api/program', 'headway.localhost')).get('script-src')));
    expect(new Set(nonces).size).toBe(3);
  });

  it('may be framed by the store’s control panel below that path, and nowhere else', async () => {
    expect((await policyOf('/bigcommerce/anything', 'headway.localhost')).get('frame-ancestors')).toBe(
      `https://*.mybigcommerce.com https://*.bigcommerce.com http://localhost:${product.config.sandbox.port}`,
    );
    expect((await policyOf('/bigcommercex', 'headway.localhost')).get('frame-ancestors')).toBe("'none'");
  });

  it('tells nobody where a visitor came from, and lets nobody guess at types', async () => {
    const { headers } = await product.call('/api/program');
    expect([headers.get('referrer-policy'), headers.get('x-content-type-options'), headers.get('x-powered-by')]).toEqual(['no-referrer', 'nosniff', null]);
  });

  it('answers no other site’s page: no CORS', async () => {
    const answer = await product.call('/api/program', { headers: { origin: 'https://evil.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the recorder', () => {
  /** Returns the policy of a page of the site whose recordings go to this host. */
  async function policyWith(clarity: TestProduct['config']['clarity']): Promise<string[]> {
    const config = { ...product.config, clarity };
    const app = express();
    app.use((_request, response, next) => {
      Object.assign(response.locals, { nonce: 'abc', program: { authUrl: 'https://auth.example' } });
      next();
    });
    app.use(securityHeaders({ config, providers: product.deps.providers }, { development: false }), (_request, response) => void response.end());
    const { port, stop } = await listen(app, 0, 'PORT');
    const { headers } = await ask(`http://127.0.0.1:${port}/`, {}).finally(stop);
    return headers.get('content-security-policy')?.split('; ') ?? [];
  }
  const sandbox = () => `http://localhost:${product.config.sandbox.port}`;

  it('comes from Microsoft’s hosts and reports to them, where an operator has set it up', async () => {
    const policy = await policyWith({ id: 'abc123', url: 'https://www.clarity.ms' });
    expect(policy).toContain(`script-src 'self' 'nonce-abc' ${sandbox()} https://*.clarity.ms`);
    expect(policy).toContain(`connect-src 'self' https://auth.example ${sandbox()} https://*.clarity.ms`);
    expect(policy).toContain("img-src 'self' data: https://*.clarity.ms");
  });

  it('may come from any other host that is set, and from that one alone', async () => {
    const policy = await policyWith({ id: 'abc123', url: 'https://recorder.example/clarity' });
    expect(policy).toContain(`script-src 'self' 'nonce-abc' ${sandbox()} https://recorder.example`);
    expect(policy).toContain(`connect-src 'self' https://auth.example ${sandbox()} https://recorder.example`);
  });

  it('has no place in the policy when nothing is recorded', async () => {
    const policy = await policyWith(undefined);
    expect(policy).toContain(`script-src 'self' 'nonce-abc' ${sandbox()}`);
    expect(policy).toContain("img-src 'self' data:");
  });
});

describe('wallets', () => {
  type Scripts = TestProduct['deps']['providers']['cardIssuer']['walletScripts'];
  const appleUrl = 'https://smp-device-content.apple.com/navweb/asset/initAddToAppleWallet.js';
  const googleUrl = 'https://developers.google.com/static/pay/issuers/apis/push-provisioning/web/downloads/integration.min.js';
  const apple = { scriptUrl: appleUrl, partnerId: 'ORG-1', origin: 'https://apple-pay.apple.com' };

  /** Returns the policy of a page of the site whose issuer is set up for these wallets. */
  async function policyWith(walletScripts: Scripts): Promise<Map<string, string>> {
    const { cardIssuer } = product.deps.providers;
    const providers = { ...product.deps.providers, cardIssuer: { ...cardIssuer, walletScripts } };
    const app = express();
    app.use((_request, response, next) => {
      Object.assign(response.locals, { nonce: 'abc', program: { authUrl: 'https://auth.example' } });
      next();
    });
    app.use(securityHeaders({ config: product.config, providers }, { development: false }), (_request, response) => void response.end());
    const { port, stop } = await listen(app, 0, 'PORT');
    const { headers } = await ask(`http://127.0.0.1:${port}/`, {}).finally(stop);
    const policy = headers.get('content-security-policy') ?? '';
    return new Map(policy.split('; ').map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]));
  }

  it('may load the one script of each wallet that is set up, nothing else of its host, and of no other', async () => {
    const without = await policyWith({ APPLE_PAY: null, GOOGLE_PAY: null });
    const own = `'self' 'nonce-abc' http://localhost:${product.config.sandbox.port}`;
    expect(without.get('script-src')).toBe(own);
    const both = await policyWith({ APPLE_PAY: apple, GOOGLE_PAY: { scriptUrl: googleUrl, integratorId: 'HEADWAY_1' } });
    expect(both.get('script-src')).toBe(`${own} ${appleUrl} ${googleUrl}`);
    expect((await policyWith({ APPLE_PAY: apple, GOOGLE_PAY: null })).get('script-src')).toBe(`${own} ${appleUrl}`);
    for (const name of ['connect-src', 'frame-src', 'img-src', 'form-action', 'default-src']) expect(both.get(name)).toBe(without.get(name));
  });
});

describe('the embedded app', () => {
  /** Returns the policy of an answer to this query, where the platform is the real one unless `inSandbox` says otherwise. */
  async function embeddedPolicy(query: string, { inSandbox = false } = {}): Promise<string[]> {
    const real = { ...product.config.shopify, appBridgeUrl: undefined, sandboxAdminOrigin: undefined };
    const config = { ...product.config, shopify: inSandbox ? product.config.shopify : real };
    const app = express().set('query parser', 'simple');
    app.use((_request, response, next) => {
      response.locals.nonce = 'abc';
      next();
    });
    app.use(embeddedHeaders({ config, providers: product.deps.providers }), (_request, response) => void response.end());
    const { port, stop } = await listen(app, 0, 'PORT');
    const { headers } = await ask(`http://127.0.0.1:${port}/shopify${query}`, {}).finally(stop);
    return headers.get('content-security-policy')?.split('; ') ?? [];
  }

  it('may be framed by the sandbox’s admin while there is one, and loads its double of App Bridge from there', async () => {
    const sandbox = `http://localhost:${product.config.sandbox.port}`;
    const policy = await embeddedPolicy('?shop=corner-shop.myshopify.com', { inSandbox: true });
    expect(policy).toContain(`frame-ancestors https://corner-shop.myshopify.com https://admin.shopify.com ${sandbox}`);
    expect(policy).toContain('report-uri /policy-reports');
    expect(policy).toContain(`script-src 'self' 'nonce-abc' https://cdn.shopify.com ${sandbox} ${sandbox}`);
    expect(await embeddedPolicy('', { inSandbox: true })).toContain("frame-ancestors 'none'");
  });

  it('takes the admin’s typeface from the platform, and no other style or font from there', async () => {
    const policy = await embeddedPolicy('?shop=corner-shop.myshopify.com');
    expect(policy).toContain("style-src 'self' 'unsafe-inline' https://cdn.shopify.com/static/fonts/inter/");
    expect(policy).toContain("font-src 'self' https://cdn.shopify.com/static/fonts/inter/");
  });

  it.each([
    ['?shop=corner-shop.myshopify.com', 'https://corner-shop.myshopify.com https://admin.shopify.com'],
    ['', "'none'"],
    ['?shop=', "'none'"],
    ['?shop=corner-shop.myshopify.com&shop=other-shop.myshopify.com', "'none'"],
    ['?shop=evil.example', "'none'"],
    ['?shop=corner-shop.myshopify.com.evil.example', "'none'"],
    ['?shop=evil.example/.myshopify.com', "'none'"],
    ['?shop=a.b.myshopify.com', "'none'"],
    ['?shop=*.myshopify.com', "'none'"],
    ['?shop=x.myshopify.com%20https://evil.example', "'none'"],
    ['?shop=x.myshopify.com%3B%20script-src%20*', "'none'"],
  ])('may be framed by that very shop and the admin alone: %s', async (query, expected) => {
    expect(await embeddedPolicy(query)).toContain(`frame-ancestors ${expected}`);
  });
});
