import { randomUUID } from 'node:crypto';
import { expect, type Frame, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { ask } from '../support/ask.ts';
import { eventually } from '../support/eventually.ts';
import { fewOrders } from '../support/fewOrders.ts';
import { shopIdToken } from '../support/handIns.ts';
import { sandboxUrl, siteUrl } from './addresses.ts';
import { finishOnboarding, type OnboardedMerchant, press } from './merchants.ts';
import { merchantOf, type NewMerchant } from './onboardingMerchant.ts';

/** A shop on the platform with the app installed. */
export interface TestShop {
  domain: string;
  /** The shop's admin with our app in its frame. */
  adminUrl: string;
}

/** Creates a shop with the app installed, and a business of this kind. */
export async function installApp(profile = 'new', business: { orders_per_day?: string; currency?: string } = {}): Promise<TestShop> {
  const handle = `shop-${randomUUID().slice(0, 13)}`;
  const { shop, path } = await press<{ shop: string; path: string }>('shopify', 'install', { handle, profile, ...business });
  return { domain: shop, adminUrl: `${sandboxUrl()}${path}` };
}

/** Returns the admin's address of a page of our app. */
export const pageOf = ({ adminUrl }: TestShop, path: string) => `${adminUrl}/apps/sandbox-shopify-key/${path}`;

/** The selectors by which axe finds the app's own page. */
export const inApp = ['iframe[name="app-iframe"]', 'body'];

/** The selectors by which axe finds the card issuer's own frame in the app. */
export const cardFrameInApp = ['iframe[name="app-iframe"]', '.card-picture iframe'];
/** Returns the entries of our app in the admin's menu, which a phone keeps behind the title. */
export async function openMenu(page: Page): Promise<Locator> {
  const opener = page.getByRole('button', { name: /^Menu of the app/ });
  const menu = page.getByRole('list', { name: 'App' });
  // Both are empty until the app in the frame has named its title and its pages.
  await opener.or(menu).first().waitFor();
  if ((await opener.isVisible()) && !(await menu.isVisible())) await opener.click();
  return menu;
}

/** Returns our app in the frame of the admin. */
export const appFrame = (page: Page): FrameLocator => page.frameLocator('iframe[name="app-iframe"]');

/**
 * Waits until the app takes what is pressed in the admin around it: a press on a button of its title bar is lost before, and a page of
 * the menu is loaded as a new document. Presses within the frame wait by themselves.
 */
export async function untilAlive(page: Page): Promise<void> {
  await expect(appFrame(page).locator('body:not([inert]) main')).toBeAttached();
}

/** Onboards a merchant in a shop, and opens the form of a further card in the admin, from the page of their only card. */
export async function openCardForm(page: Page, beforeIt: () => Promise<void> = async () => {}): Promise<TestShop & OnboardedMerchant> {
  const shop = await onboardedShop();
  await page.goto(pageOf(shop, 'cards'));
  // One card alone is shown at a glance.
  await expect(appFrame(page).getByRole('button', { name: 'Show card details' })).toBeVisible();
  await untilAlive(page);
  await beforeIt();
  await page.getByRole('button', { name: 'Add a card' }).click();
  return shop;
}

/** Loads the app's frame again, as its own menu in the browser does, and waits until the document that was there has gone. */
export async function reloadFrame(page: Page): Promise<void> {
  // The app adds the shop to the address of a page that it has just opened, and no admin may frame one without.
  await expect.poll(async () => (await ourFrame(page)).url()).toContain('shop=');
  await (await ourFrame(page)).evaluate(() => {
    document.documentElement.setAttribute('data-document', 'old');
    location.reload();
  });
  await expect(appFrame(page).locator('html:not([data-document])')).toBeAttached();
}

/** Comes back to the app from elsewhere, where it reads its page anew, until that shows the news. */
export async function comeBackTo(page: Page, news: Locator): Promise<void> {
  const frame = await ourFrame(page);
  await expect(async () => {
    await frame.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(news).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** Stops the time of the page and its frames, a little ahead of now; `page.clock.runFor` lets some of it pass. */
export async function stopTime(page: Page): Promise<void> {
  const nowMs = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(nowMs + 30_000);
}

/**
 * Denies storage to our frame in another site's page, as browsers do that block third-party cookies: any access to a cookie or to
 * local or session storage inside the frame throws.
 */
export async function blockFramedStorage(page: Page): Promise<void> {
  await page.addInitScript((ours) => {
    if (window.self === window.top || location.origin !== ours) return;
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse });
    Object.defineProperty(document, 'cookie', { get: refuse, set: refuse });
  }, siteUrl());
}

/** Expects that the browser keeps no cookie for our app in the admin's frame, keeps one for our own page, and hides that one from the frame. */
export async function expectNoFramedCookies(page: Page): Promise<void> {
  const keep = () => cookieStore.set({ name: 'kept', value: '1', sameSite: 'none' }).catch(() => undefined);
  const seen = async () => (await cookieStore.getAll()).map(({ name }) => name);
  const inside = await ourFrame(page);
  await inside.evaluate(keep);
  expect(await inside.evaluate(seen)).toEqual([]);
  const own = await page.context().newPage();
  await own.goto(`${siteUrl()}/healthz`);
  await own.evaluate(keep);
  expect(await own.evaluate(seen)).toEqual(['kept']);
  await own.close();
  expect(await inside.evaluate(seen)).toEqual([]);
  await page.context().clearCookies();
}

export async function ourFrame(page: Page): Promise<Frame> {
  const handle = await page.locator('iframe[name="app-iframe"]').elementHandle();
  const frame = await handle?.contentFrame();
  if (!frame) throw new Error('the app is not in its frame');
  return frame;
}

/** Returns the address at which the admin opens the app, with a custom session token. */
export async function withSessionToken({ domain }: TestShop, token: Parameters<typeof shopIdToken>[1]): Promise<string> {
  const host = Buffer.from(`admin.shopify.com/store/${domain.replace('.myshopify.com', '')}`).toString('base64url');
  const query = new URLSearchParams({ embedded: '1', shop: domain, host, id_token: await shopIdToken(domain, token) });
  return `${siteUrl()}/shopify?${query}`;
}

/** Hands a session of the shop's owner in, and returns its access token. */
async function sessionOfShop({ domain }: TestShop): Promise<{ email: string; token: string }> {
  const { hostname, port } = new URL(siteUrl());
  const shopify_session = { shop: domain, id_token: await shopIdToken(domain) };
  const { body } = await ask(`http://127.0.0.1:${port}/api/receivers/propel_auth_access_token`, {
    method: 'POST',
    host: hostname,
    body: { auth_type: 'shopify', shopify_session },
  });
  return { email: body.propel_auth_user.email, token: body.access_token };
}

/** Returns the shop's merchant, who calls the API by a handed-in session of the shop. */
export async function merchantOfShop(shop: TestShop): Promise<NewMerchant> {
  const { email, token } = await sessionOfShop(shop);
  return merchantOf('headway', email, token);
}

/** Opens the app as a shop's admin does, without a browser. The first opening gives the app its access to the shop's sales. */
async function openApp(shop: TestShop): Promise<void> {
  const { hostname, port, pathname, search } = new URL(await withSessionToken(shop, {}));
  // The app has no page for a robot.
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36' };
  const { status } = await ask(`http://127.0.0.1:${port}${pathname}${search}`, { host: hostname, headers });
  if (status !== 200) throw new Error(`the app answered ${status}`);
}

/** Creates a shop whose merchant has opened the app and finished onboarding: with an open card, a linked bank and the shop's own sales. */
export async function onboardedShop({ physical = false, currency = 'USD' } = {}): Promise<TestShop & OnboardedMerchant> {
  const { profile, ...business } = fewOrders;
  const shop = await installApp(profile, { ...business, currency });
  await openApp(shop);
  const { email, program, call: asked, receiver: read } = await merchantOfShop(shop);
  const call: OnboardedMerchant['call'] = async (path, options = {}) => {
    const answer = await asked(path, options);
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  const { token } = await read();
  await eventually('the store is connected', async () => (await read()).isStoreConnected);
  const receiver = await finishOnboarding({ call, token, name: 'Juniper & Oak LLC', physical, untilRead: true, store: null });
  return { ...shop, email, program, receiver, cardToken: receiver.lithic_card_token ?? '', call };
}
