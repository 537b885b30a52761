import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedPolicy } from '../../server/http/middleware/embeddedHeaders.ts';
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

describe('the embedded app', () => {
  const surroundings = {
    nonce: 'abc',
    appBridgeUrl: undefined,
    sandboxAdminOrigin: undefined,
    linkScriptUrl: 'https://bank.example/link.js',
    cardFrameUrl: 'https://issuer.example/v1/embed/card',
  };

  it('may be framed by the sandbox’s admin while there is one, and loads its double of App Bridge from there', () => {
    const inSandbox = { ...surroundings, appBridgeUrl: 'http://localhost:3900/shopify/app-bridge.js', sandboxAdminOrigin: 'http://localhost:3900' };
    const policy = embeddedPolicy('corner-shop.myshopify.com', inSandbox).split('; ');
    expect(policy).toContain('frame-ancestors https://corner-shop.myshopify.com https://admin.shopify.com http://localhost:3900');
    expect(policy).toContain("script-src 'self' 'nonce-abc' https://cdn.shopify.com https://bank.example http://localhost:3900");
    expect(embeddedPolicy(undefined, inSandbox).split('; ')).toContain("frame-ancestors 'none'");
  });

  it.each([
    ['corner-shop.myshopify.com', 'https://corner-shop.myshopify.com https://admin.shopify.com'],
    [undefined, "'none'"],
    ['', "'none'"],
    [['corner-shop.myshopify.com', 'other-shop.myshopify.com'], "'none'"],
    ['evil.example', "'none'"],
    ['corner-shop.myshopify.com.evil.example', "'none'"],
    ['evil.example/.myshopify.com', "'none'"],
    ['a.b.myshopify.com', "'none'"],
    ['*.myshopify.com', "'none'"],
    ['x.myshopify.com https://evil.example', "'none'"],
    ['x.myshopify.com; script-src *', "'none'"],
  ])('may be framed by that very shop and the admin alone: %j', (shop, expected) => {
    expect(embeddedPolicy(shop, surroundings).split('; ')).toContain(`frame-ancestors ${expected}`);
  });
});
