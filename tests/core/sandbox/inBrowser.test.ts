import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import type { createClient } from '@propelauth/javascript';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { programSettingNames } from '../../../server/settings.ts';
import { launchOptions } from '../../frontends/launchOptions.ts';
import { findingsOf } from './findingsOf.ts';
import { type OpenSandbox, openSandbox } from './openSandbox.ts';

/** Pages that do what the product's pages do with the providers' own scripts; and an embedded app of a few lines. */
const fileOf = (name: string) => readFile(createRequire(import.meta.url).resolve(name));
const scripts: Record<string, () => Promise<Buffer>> = {
  '/propelauth.js': () => readFile(new URL('../../../node_modules/@propelauth/javascript/dist/esm/index.js', import.meta.url)),
  '/rutter-link.js': () => fileOf('@rutter/rutter-link'),
};
const embeddedApp = () => `<!doctype html><meta name="shopify-api-key" content="${sandbox.config.shopify.apiKey}">
<script src="http://localhost:${new URL(sandbox.url).port}/shopify/app-bridge.js"></script>
<script>
if (new URLSearchParams(location.search).has('routed'))
  addEventListener('shopify:navigate', (event) => { event.preventDefault(); history.pushState({}, '', event.target.getAttribute('href')); });
</script>
<ui-nav-menu><a href="/shopify" rel="home">Home</a><a href="/shopify/transactions">Transactions</a></ui-nav-menu>
<ui-title-bar title="Spending power"><button variant="breadcrumb">Home</button>
<button variant="primary" onclick="shopify.toast.show('Saved <b>it</b>')">Save</button></ui-title-bar>
<ui-save-bar id="bar" discardConfirmation><button variant="primary"></button><button onclick="shopify.saveBar.hide('bar')"></button></ui-save-bar>
<ui-modal id="modal"><p>This cannot be undone.</p><ui-title-bar title="Really?"><button tone="critical" onclick="shopify.modal.hide('modal')">Do it</button></ui-title-bar></ui-modal>
<h1>Inside</h1><p id="seen"></p>
<button onclick="shopify.saveBar.show('bar')">Change</button>
<button onclick="shopify.modal.show('modal')">Ask</button>
<button onclick="shopify.saveBar.leaveConfirmation().then(() => { document.querySelector('#seen').textContent = 'left'; })">Leave</button>
<form data-save-bar onsubmit="event.preventDefault(); document.querySelector('#seen').textContent = 'sent'"><label>Name <input name="name"></label></form>
<a href="/shopify/pressed" onclick="document.querySelector('#seen').textContent = 'pressed'">Reports</a>`;

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
    const cancel = (await opened(page)).getByRole('button', { name: 'Cancel' });
    // It closes its own window: the press may not wait for an answer, which would come from a window that is gone.
    await cancel.evaluate((button: HTMLElement) => void setTimeout(() => button.click()));
    await page.getByText('left').waitFor();
  });
});

describe('the store admin', () => {
  async function admin(handle: string, query = '', path = '', opened?: Page): Promise<Page> {
    await sandbox.press('shopify', 'install', { handle });
    const page = opened ?? (await context.newPage());
    const { port } = new URL(sandbox.url);
    await page.goto(`http://localhost:${port}/shopify/admin/store/${handle}/apps/${sandbox.config.shopify.apiKey}${path && `/${path}`}${query}`);
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

  it('loads the very address of a page that the app’s router does not take, and presses no link of the app', async () => {
    const page = await admin('loading-shop');
    const frame = page.frame('app-iframe');
    await page.getByRole('link', { name: 'Transactions' }).click();
    await frame?.waitForURL(/\/shopify\/transactions$/);
    expect(asked.at(-1)?.path).toBe('/shopify/transactions');
  });

  it.each(['shopify/transactions', 'transactions'])('opens the app at its page by the address %s', async (path) => {
    const page = await admin('path-shop', '', path);
    expect(new URL(page.frame('app-iframe')?.url() ?? '').pathname).toBe('/shopify/transactions');
  });

  it('asks before unsaved changes are left or discarded', async () => {
    const page = await admin('unsaved-shop', '?routed=1');
    const app = page.frameLocator('#app');
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await app.getByRole('button', { name: 'Change' }).click();
    await bar.getByRole('button', { name: 'Save' }).waitFor();
    expect(await seriousFindings(page, { hasFrames: true })).toEqual([]);

    const question = page.getByRole('dialog', { name: 'Leave page with unsaved changes?' });
    await page.getByRole('link', { name: 'Transactions' }).click();
    await question.getByRole('button', { name: 'Stay' }).click();
    expect(new URL(page.frame('app-iframe')?.url() ?? '').pathname).toBe('/shopify');
    await app.getByRole('button', { name: 'Leave' }).click();
    await question.getByRole('button', { name: 'Leave page' }).click();
    await app.getByText('left').waitFor();
    await bar.waitFor({ state: 'hidden' });

    await app.getByRole('button', { name: 'Change' }).click();
    await bar.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog', { name: 'Discard all unsaved changes?' }).getByRole('button', { name: 'Discard changes' }).click();
    await bar.waitFor({ state: 'hidden' });
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

  it('shows a modal on its own side, and presses the app’s button', async () => {
    const page = await admin('modal-shop');
    const app = page.frameLocator('#app');
    await app.getByRole('button', { name: 'Ask' }).click();
    const dialog = page.getByRole('dialog', { name: 'Really?' });
    await dialog.frameLocator('iframe').getByText('This cannot be undone.').waitFor();
    await dialog.getByRole('button', { name: 'Do it' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('has on a phone the app’s menu behind its title, and downloads nothing from a page’s memory', async () => {
    const page = await context.newPage();
    await page.setViewportSize({ width: 390, height: 800 });
    await admin('phone-shop', '?routed=1', '', page);
    await page.getByRole('link', { name: 'Transactions' }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /^Menu of the app/ }).click();
    await page.getByRole('link', { name: 'Transactions' }).click();
    await page.waitForURL(/\/shopify\/transactions$/);

    const downloads: unknown[] = [];
    page.on('download', (download) => downloads.push(download));
    const isMobile = await page.frame('app-iframe')?.evaluate(() => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(['a']));
      link.download = 'a.txt';
      link.click();
      return (window as unknown as { shopify: { environment: { mobile: boolean } } }).shopify.environment.mobile;
    });
    expect(isMobile).toBe(true);
    // The next answer of the frame comes after a download would have begun.
    await page.frame('app-iframe')?.evaluate(async () => (await fetch('/shopify/api')).status);
    expect(downloads).toEqual([]);
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

  it('opens again, with a token, an app whose page came without one', async () => {
    const page = await admin('bounce-shop');
    const frame = page.frame('app-iframe');
    await frame?.evaluate(() => location.assign(`/shopify/auth/session-token?shopify-reload=${encodeURIComponent('/shopify/reports?month=1')}`));
    await page.waitForURL(/\/apps\/[^/]+\/shopify\/reports\?month=1$/);
    expect(asked.find(({ path }) => path === '/shopify/reports')?.authorization).toMatch(/^Bearer ey/);
  });

  it('uninstalling from it leads back to the page that installs', async () => {
    const page = await admin('gone-shop');
    await page.getByRole('button', { name: 'Uninstall app' }).click();
    await page.getByRole('heading', { name: 'Install app' }).waitFor();
  });
});
