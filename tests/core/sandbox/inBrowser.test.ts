import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import type { createClient } from '@propelauth/javascript';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { programSettingNames } from '../../../server/settings.ts';
import { findChromium } from '../../support/chromium.ts';
import { type OpenSandbox, openSandbox } from './openSandbox.ts';

/** Pages that do what the product's pages do with the providers' own scripts; and an embedded app of a few lines. */
const fileOf = (name: string) => readFile(createRequire(import.meta.url).resolve(name));
const scripts: Record<string, () => Promise<Buffer>> = {
  '/propelauth.js': () => readFile(new URL('../../../node_modules/@propelauth/javascript/dist/esm/index.js', import.meta.url)),
  '/rutter-link.js': () => fileOf('@rutter/rutter-link'),
};
const embeddedApp = () => `<!doctype html><meta name="shopify-api-key" content="${sandbox.config.shopify.apiKey}">
<script src="http://localhost:${new URL(sandbox.url).port}/shopify/app-bridge.js"></script>
<ui-nav-menu><a href="/shopify" rel="home">Home</a><a href="/shopify/transactions">Transactions</a></ui-nav-menu>
<ui-title-bar title="Spending power"><button variant="primary" onclick="shopify.toast.show('Saved <b>it</b>')">Save</button></ui-title-bar>
<ui-save-bar id="bar"><button variant="primary">Keep</button><button>Discard</button></ui-save-bar>
<h1>Inside</h1><button onclick="shopify.saveBar.show('bar')">Change</button>
<script>
document.querySelector('a[href="/shopify/transactions"]').addEventListener('click', (event) => { event.preventDefault(); history.pushState({}, '', '/shopify/transactions'); });
</script>`;

let sandbox: OpenSandbox;
let product: Server;
let asked: { path: string; authorization: string | undefined }[] = [];
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  product = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://product');
    asked.push({ path: pathname, authorization: request.headers.authorization });
    const script = scripts[pathname];
    response.setHeader('Content-Type', script ? 'text/javascript' : 'text/html');
    if (pathname === '/shopify/api' && asked.filter(({ path }) => path === '/shopify/api').length === 1) {
      response.writeHead(401, { 'X-Shopify-Retry-Invalid-Session-Request': '1' });
      return void response.end();
    }
    response.end(script ? await script() : pathname.startsWith('/shopify') ? embeddedApp() : '<!doctype html><title>product</title><h1>Product</h1>');
  });
  await new Promise<void>((resolve) => product.listen(0, resolve));
  const { port } = product.address() as AddressInfo;
  sandbox = await openSandbox(`http://127.0.0.1:${port}`, { PORT: String(port) });
  browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser.close();
  await sandbox.stop();
  product.closeAllConnections();
  await new Promise((resolve) => product.close(resolve));
});
beforeEach(async () => {
  asked = [];
  context = await browser.newContext();
});
afterEach(() => context.close());

const site = (program: string) => `http://${program.toLowerCase()}.localhost:${(product.address() as AddressInfo).port}`;

/** Where a page has no frames, axe need not open a page of its own to look across them. */
async function seriousFindings(page: Page, { hasFrames = false } = {}) {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(!hasFrames).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

describe('the hosted pages', () => {
  it.each(programSettingNames)('%s: sign up, land where one came from, and nothing is hard to read or to reach', async (program) => {
    const page = await context.newPage();
    const authUrl = sandbox.config.propelauth.authUrls[program] ?? '';
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const path of ['/login', '/signup', '/forgot-password']) {
        await page.goto(`${authUrl}${path}`);
        expect(await seriousFindings(page)).toEqual([]);
      }
    }
    await page.goto(`${authUrl}/signup?rt=${encodeURIComponent(Buffer.from(`${site(program)}/?now=1`).toString('base64'))}`);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Alvarez');
    await page.getByLabel('Email').fill('ada@shop.example');
    await page.getByLabel('Password').fill('short');
    await page.getByRole('button', { name: 'Create account' }).click();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL(`${site(program)}/?now=1`);

    for (const path of ['/account', '/create_org', '/org']) {
      await page.goto(`${authUrl}${path}`);
      expect(await seriousFindings(page)).toEqual([]);
    }
    await page.goto(`${authUrl}/create_org`);
    await page.getByLabel('Name').fill('Juniper & Oak');
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.getByRole('heading', { name: 'Juniper & Oak' }).waitFor();
    await page.getByRole('link', { name: 'Single sign-on' }).click();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('a page of the program gets its session with the provider’s own library, and another program’s page does not', async () => {
    await sandbox.press('propelauth', 'create_user', { program: 'BOOST', email: 'library@shop.example', password: 'correct horse' });
    const page = await context.newPage();
    await page.goto(`${sandbox.config.propelauth.authUrls.BOOST}/login`);
    await page.getByLabel('Email').fill('library@shop.example');
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(`${site('BOOST')}/`);

    const ask = async (authUrl: string) => {
      await page.addScriptTag({ type: 'module', content: "import { createClient } from '/propelauth.js'; window.createAuthClient = createClient;" });
      await page.waitForFunction(() => 'createAuthClient' in window);
      return page.evaluate(async (url) => {
        const { createAuthClient } = window as unknown as { createAuthClient: typeof createClient };
        const client = createAuthClient({ authUrl: url, enableBackgroundTokenRefresh: false });
        try {
          return (await client.getAuthenticationInfoOrNull())?.user.email ?? 'nobody';
        } catch {
          return 'refused';
        } finally {
          client.destroy();
        }
      }, authUrl);
    };
    expect(await ask(sandbox.config.propelauth.authUrls.BOOST ?? '')).toBe('library@shop.example');
    await page.goto(`${site('CARD')}/`);
    expect(await ask(sandbox.config.propelauth.authUrls.BOOST ?? '')).toBe('refused');
    expect(await ask(sandbox.config.propelauth.authUrls.CARD ?? '')).toBe('nobody');
  });
});

describe('the store link window', () => {
  async function opened(page: Page): Promise<Page> {
    await page.goto(`${site('HEADWAY')}/`);
    await page.addScriptTag({ url: '/rutter-link.js' });
    const popup = context.waitForEvent('page');
    await page.evaluate(
      ({ publicKey, openUrl }) => {
        const report = (text: string) => document.body.append(text);
        const { Rutter } = window as unknown as { Rutter: { create(config: object): { open(options: object): void } } };
        Rutter.create({ publicKey, dev: { openUrl }, onLoad() {}, onSuccess: (token: string) => report(`token ${token}`), onExit: () => report('left') }).open({
          platform: 'bigcommerce',
        });
      },
      { publicKey: sandbox.config.rutter.publicKey, openUrl: sandbox.config.rutter.linkUrl },
    );
    return popup;
  }

  it('hands a public token to the page that opened it through the provider’s own script', async () => {
    const page = await context.newPage();
    const popup = await opened(page);
    await popup.getByRole('heading', { name: 'Connect your business' }).waitFor();
    expect(await popup.getByRole('radio', { name: 'BigCommerce' }).isChecked()).toBe(true);
    expect(await seriousFindings(popup)).toEqual([]);
    await popup.getByRole('radio', { name: /Frostline/ }).check();
    await popup.getByRole('button', { name: 'Connect' }).click();
    await page.getByText(/token public-[0-9a-f-]{36}/).waitFor();
  });

  it('says when it was left', async () => {
    const page = await context.newPage();
    await (await opened(page)).getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('left').waitFor();
  });
});

describe('the store admin', () => {
  async function admin(handle: string): Promise<Page> {
    await sandbox.press('shopify', 'install', { handle });
    const page = await context.newPage();
    await page.goto(`http://localhost:${new URL(sandbox.url).port}/shopify/admin/store/${handle}`);
    await page.frameLocator('#app').getByRole('heading', { name: 'Inside' }).waitFor();
    return page;
  }

  it('shows the app’s menu, title, toast and save bar, and follows where the app goes', async () => {
    const page = await admin('frame-shop');
    const app = page.frameLocator('#app');
    await page.getByRole('link', { name: 'Transactions' }).click();
    await page.waitForURL(/\/apps\/[^/]+\/transactions$/);
    await page.getByText('Spending power').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved <b>it</b>').waitFor();
    await app.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('button', { name: 'Keep' }).waitFor();
    expect(await seriousFindings(page, { hasFrames: true })).toEqual([]);
  });

  it('gives the app’s calls a session token, anew when the first was too old, and none to other sites', async () => {
    const page = await admin('fetch-shop');
    const frame = page.frame('app-iframe');
    const status = await frame?.evaluate(async () => (await fetch('/shopify/api')).status);
    expect(status).toBe(200);
    const tokens = asked.filter(({ path }) => path === '/shopify/api').map(({ authorization }) => authorization);
    expect(tokens).toEqual([expect.stringMatching(/^Bearer ey/), expect.stringMatching(/^Bearer ey/)]);
    expect(tokens[0]).not.toBe(tokens[1]);
  });

  it('opens again, with a token, an app whose page came without one', async () => {
    const page = await admin('bounce-shop');
    const frame = page.frame('app-iframe');
    await frame?.evaluate(() => location.assign(`/shopify/auth/session-token?shopify-reload=${encodeURIComponent('/shopify/reports?month=1')}`));
    await page.waitForURL(/\/apps\/[^/]+\/reports\?month=1$/);
    expect(asked.find(({ path }) => path === '/shopify/reports')?.authorization).toMatch(/^Bearer ey/);
  });

  it('uninstalling from it leads back to the page that installs', async () => {
    const page = await admin('gone-shop');
    await page.getByRole('button', { name: 'Uninstall app' }).click();
    await page.getByRole('heading', { name: 'Install app' }).waitFor();
  });
});
