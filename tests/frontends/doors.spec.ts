import { request } from 'node:http';
import { shopIdToken } from '../support/handIns.ts';
import { publishedPorts, siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { installApp } from './store.ts';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

interface Asking {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request as it is written: neither the path nor a redirect is followed up. */
function ask(path: string, { method = 'GET', headers = {}, body }: Asking = {}): Promise<Answer> {
  const { hostname, port } = new URL(siteUrl());
  const browser = { host: `${hostname}:${port}`, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0' };
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: publishedPorts().web, path, method, headers: { ...browser, ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    asked.once('error', reject).end(body);
  });
}

test.describe('an address that no page has', () => {
  for (const path of ['/.env', '/.git/config', '/%2eenv', '/wp-login.php', '/backup.zip', '/a/b.sql', '/.well-known/security.txt']) {
    test(`${path} is not found`, async () => {
      const { status, headers } = await ask(path);
      expect([status, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
    });
  }

  for (const path of [
    '/_assets/app/..%2f..%2fpackage.json',
    '/_assets/app/%2e%2e/package.json',
    '/_assets/shopify/..%2f..%2fpackage.json',
    '/_assets/app/%00',
    '/_assets/app/%',
  ]) {
    test(`${path} is refused`, async () => {
      const { status, text } = await ask(path);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(text).not.toContain('"dependencies"');
    });
  }

  test('the file of a site’s icon is the brand’s', async () => {
    const { status, headers } = await ask('/favicon.ico');
    expect(status).toBe(302);
    expect((await ask(String(headers.location))).headers['content-type']).toBe('image/svg+xml');
  });

  test('the file for crawlers lets them read the pages, which say themselves what a site is', async () => {
    const { status, headers, text } = await ask('/robots.txt');
    expect([status, headers['content-type'], text]).toEqual([200, 'text/plain; charset=utf-8', 'User-agent: *\nAllow: /\n']);
    expect((await ask('/')).text).toContain(
      '<meta name="description" content="Headway: a charge card for your business, with a limit that follows your sales." />',
    );
  });

  test('a crawler may list a site’s door, and no private page', async () => {
    expect((await ask('/')).headers['x-robots-tag']).toBeUndefined();
    expect((await ask('/settings')).headers['x-robots-tag']).toBe('noindex');
  });
});

test.describe('the app in a store’s admin', () => {
  const host = Buffer.from('admin.shopify.com/store/a').toString('base64url');
  const pages = [
    '/shopify?shop=a.myshopify.com&host=x',
    '/shopify.data?shop=a.myshopify.com&host=x',
    '/shopify/files?report=card&shop=a.myshopify.com&host=x',
    '/shopify?shop=a.myshopify.com',
    `/shopify?shop=a.myshopify.com&embedded=1&id_token=x&host=${host}`,
    '/shopify/auth/login?shop=a.myshopify.com',
    '/shopify/auth/session-token?shop=a.myshopify.com',
    '/shopify/nothing?shop=a.myshopify.com',
  ];

  for (const path of pages) {
    test(`${path} is answered with all security headers, and nothing is stored`, async () => {
      const { status, headers } = await ask(path);
      expect(status).toBeLessThan(500);
      const policy = String(headers['content-security-policy']);
      expect(policy.match(/frame-ancestors [^;,]+/g)?.map((line) => line.split(' ').slice(0, 3))).toEqual([
        ['frame-ancestors', 'https://a.myshopify.com', 'https://admin.shopify.com'],
      ]);
      expect([headers['cache-control'], headers['referrer-policy'], headers['x-content-type-options'], headers['x-powered-by']]).toEqual([
        'no-store',
        'same-origin',
        'nosniff',
        undefined,
      ]);
    });
  }

  for (const method of ['TRACE', 'PURGE', 'PROPFIND']) {
    test(`${method} is refused`, async () => expect((await ask('/shopify', { method })).status).toBe(405));
  }

  const inputs = ['{"name":null,"input":null}', 'null', ''];
  test('a form that no page sends is refused', async () => {
    const { domain } = await installApp();
    const forms = [
      ['/shopify/card-switch', 'application/json', '{}'],
      ['/shopify/settings', 'application/json', '{}'],
      ['/shopify/settings', 'application/x-www-form-urlencoded', 'intent=anything'],
    ] as const;
    for (const [path, type, body] of forms) {
      const headers = { authorization: `Bearer ${await shopIdToken(domain)}`, 'content-type': type };
      expect([path, body, (await ask(path, { method: 'POST', headers, body })).status]).toEqual([path, body, 400]);
    }
  });

  test('a call with input that no page sends is refused', async () => {
    const { domain } = await installApp();
    for (const body of inputs) {
      const headers = { authorization: `Bearer ${await shopIdToken(domain)}`, 'content-type': 'application/json' };
      const { status, text } = await ask('/shopify/calls', { method: 'POST', headers, body });
      const refusal = status === 200 ? JSON.parse(text).problem?.status : status;
      expect([body.slice(0, 120), refusal >= 400 && refusal < 500]).toEqual([body.slice(0, 120), true]);
    }
  });
});

test('markup that somebody planted does nothing, and the browser reports it to us', async ({ page, expectConsoleError }) => {
  expectConsoleError(/evil\.example/);
  expectConsoleError(/404/);
  // A page that leads nowhere else by itself.
  await page.goto('/mails/unsubscribe/none');
  const reported = page.waitForRequest(/\/policy-reports$/);
  await page.evaluate(() => {
    const planted = document.createElement('script');
    planted.src = 'https://evil.example/steal.js';
    document.head.append(planted);
  });
  const request = await reported;
  expect((await request.response())?.status()).toBe(204);
  expect(request.postDataJSON()['csp-report']).toMatchObject({ 'effective-directive': 'script-src-elem', 'blocked-uri': 'https://evil.example/steal.js' });
});
