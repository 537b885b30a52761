import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { programSettingNames } from '../../../server/settings.ts';
import { launchOptions } from '../../frontends/launchOptions.ts';
import { findingsOf } from './findingsOf.ts';
import { type OpenSandbox, openSandbox } from './openSandbox.ts';

/** An embedded app of a few lines. */
const embeddedApp = () => `<!doctype html><meta name="shopify-api-key" content="${sandbox.config.shopify.apiKey}">
<script src="http://localhost:${new URL(sandbox.url).port}/shopify/app-bridge.js"></script>
<script>
if (new URLSearchParams(location.search).has('routed'))
  addEventListener('shopify:navigate', (event) => { event.preventDefault(); history.pushState({}, '', event.target.getAttribute('href')); });
</script>
<ui-nav-menu><a href="/shopify" rel="home">Home</a><a href="/shopify/transactions">Transactions</a></ui-nav-menu>
<ui-title-bar title="Spending power"><button variant="breadcrumb">Home</button>
<button variant="primary" onclick="shopify.toast.show('Saved <b>it</b>')">Save</button></ui-title-bar>
<h1>Inside</h1><p id="seen"></p>
<form data-save-bar onsubmit="event.preventDefault(); document.querySelector('#seen').textContent = 'sent'"><label>Name <input name="name"></label></form>`;

let sandbox: OpenSandbox;
let product: Server;
let asked: { path: string; authorization: string | undefined }[] = [];
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  product = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://product');
    asked.push({ path: pathname, authorization: request.headers.authorization });
    response.setHeader('Content-Type', 'text/html');
    if (pathname === '/shopify/api' && asked.filter(({ path }) => path === '/shopify/api').length === 1) {
      response.writeHead(401, { 'X-Shopify-Retry-Invalid-Session-Request': '1' });
      return void response.end();
    }
    response.end(pathname.startsWith('/shopify') ? embeddedApp() : '<!doctype html><title>product</title><h1>Product</h1>');
  });
  await new Promise<void>((resolve) => product.listen(0, resolve));
  const { port } = product.address() as AddressInfo;
  sandbox = await openSandbox(`http://127.0.0.1:${port}`, { PORT: String(port) });
  browser = await chromium.launch(launchOptions('headless'));
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

/** Returns the serious accessibility findings of a page. On one without frames axe need not open a page of its own to look across them. */
const seriousFindings = (page: Page, { hasFrames = false } = {}) => findingsOf(new AxeBuilder({ page }).setLegacyMode(!hasFrames));

describe('the hosted pages', () => {
  async function fillSignUp(page: Page, password: string): Promise<void> {
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Alvarez');
    await page.getByLabel('Email').fill('ada@shop.example');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
  }

  // A page with a problem has text in each of a program's colors, on each of its backgrounds.
  it.each(programSettingNames)('%s: sign up, land where one came from, and nothing is hard to read in light and dark', async (program) => {
    const page = await context.newPage();
    const authUrl = sandbox.config.propelauth.authUrls[program] ?? '';
    await page.goto(`${authUrl}/signup?rt=${encodeURIComponent(Buffer.from(`${site(program)}/?now=1`).toString('base64'))}`);
    await fillSignUp(page, 'short');
    await page.getByText('Please correct what is marked below.').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousFindings(page)).toEqual([]);
    }
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL(`${site(program)}/?now=1`);
  });

  // The programs' pages differ in colors, letters and logo alone.
  it('have no page on which anything is hard to read or to reach', async () => {
    const page = await context.newPage();
    const authUrl = sandbox.config.propelauth.authUrls.BOOST ?? '';
    for (const path of ['/login', '/signup', '/forgot-password']) {
      await page.goto(`${authUrl}${path}`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await seriousFindings(page)).toEqual([]);
      }
    }
    await sandbox.press('propelauth', 'create_user', { program: 'BOOST', email: 'reader@shop.example', password: 'correct horse' });
    await page.goto(`${authUrl}/login`);
    await page.getByLabel('Email').fill('reader@shop.example');
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(`${site('BOOST')}/`);
    for (const path of ['/account', '/org', '/create_org']) {
      await page.goto(`${authUrl}${path}`);
      expect(await seriousFindings(page)).toEqual([]);
    }
    await page.getByLabel('Name').fill('Juniper & Oak');
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.getByRole('heading', { name: 'Juniper & Oak' }).waitFor();
    await page.getByRole('link', { name: 'Single sign-on' }).click();
    await page.getByRole('heading', { name: 'Single sign-on' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });
});

describe('the store admin', () => {
  async function admin(handle: string, query = ''): Promise<Page> {
    await sandbox.press('shopify', 'install', { handle });
    const page = await context.newPage();
    const { port } = new URL(sandbox.url);
    await page.goto(`http://localhost:${port}/shopify/admin/store/${handle}/apps/${sandbox.config.shopify.apiKey}${query}`);
    await page.frameLocator('#app').getByRole('heading', { name: 'Inside' }).waitFor();
    return page;
  }

  it('shows the app’s menu, title and toast, and goes where the app’s router takes it', async () => {
    const page = await admin('frame-shop', '?routed=1');
    await page.getByRole('link', { name: 'Transactions' }).click();
    await page.waitForURL(/\/apps\/[^/]+\/shopify\/transactions$/);
    expect(asked.filter(({ path }) => path === '/shopify/transactions')).toEqual([]);
    await page.getByText('Spending power').first().waitFor();
    await page.getByRole('button', { name: 'Home', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved <b>it</b>').waitFor();
    expect(await seriousFindings(page, { hasFrames: true })).toEqual([]);
  });

  it('shows a save bar of its own for a form that asks for one', async () => {
    const page = await admin('form-shop');
    const app = page.frameLocator('#app');
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await app.getByLabel('Name').fill('Ad');
    const discard = await bar.getByRole('button', { name: 'Discard' }).elementHandle();
    await app.getByLabel('Name').fill('Ada');
    await app.getByLabel('Name').blur();
    // A button that is made anew as the field is left loses the press that left it.
    expect(await discard?.evaluate((button) => button.isConnected)).toBe(true);
    await bar.getByRole('button', { name: 'Discard' }).click();
    await bar.waitFor({ state: 'hidden' });
    expect(await app.getByLabel('Name').inputValue()).toBe('');
    await app.getByLabel('Name').fill('Grace');
    await bar.getByRole('button', { name: 'Save' }).click();
    await app.getByText('sent').waitFor();
    await bar.waitFor({ state: 'hidden' });
  });

  it('gives the app’s calls a session token, the same one while it lives, and repeats a call that was refused for it', async () => {
    const page = await admin('fetch-shop');
    const frame = page.frame('app-iframe');
    const first = new URL(frame?.url() ?? '').searchParams.get('id_token');
    const status = await frame?.evaluate(async () => (await fetch('/shopify/api')).status);
    expect(status).toBe(200);
    const tokens = asked.filter(({ path }) => path === '/shopify/api').map(({ authorization }) => authorization);
    expect(tokens).toEqual([`Bearer ${first}`, `Bearer ${first}`]);

    // Once its minute is over, the admin is asked for one, once.
    const askings: string[] = [];
    page.on('request', (request) => request.url().endsWith('/session-token') && askings.push(request.method()));
    const { exp } = JSON.parse(Buffer.from(first?.split('.')[1] ?? '', 'base64url').toString());
    const next = await frame?.evaluate(
      async (after) => {
        Date.now = () => after;
        const { idToken } = (window as unknown as { shopify: { idToken(): Promise<string> } }).shopify;
        return Promise.all([idToken(), idToken()]);
      },
      exp * 1_000 + 1,
    );
    expect(next?.[0]).toMatch(/^ey/);
    expect(next?.[1]).toBe(next?.[0]);
    expect(askings).toEqual(['POST']);
  });
});
