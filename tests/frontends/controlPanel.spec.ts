import type { FrameLocator, Page } from '@playwright/test';
import { siteUrl } from './addresses.ts';
import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { press } from './merchants.ts';
import { prepare } from './onboardingMerchant.ts';
import { heading, openingHeading, start } from './onboardingPages.ts';
import { finishOnboarding, inPanel, installInPanel, merchantOfPanel, newPanelStore, type PanelStore, panelFrame } from './panelStore.ts';
import { blockFramedStorage } from './store.ts';

const ourFrame = (page: Page) => page.frames().find((one) => one.url().startsWith(siteUrl()));

/** Loads our frame anew, and waits until another document has taken the place of this one. */
async function reloadFrame(page: Page): Promise<void> {
  const frame = ourFrame(page);
  const isLoading = page.waitForEvent('framenavigated', (navigated) => navigated === frame);
  await frame?.evaluate(() => location.reload());
  await isLoading;
}

/** Expects nothing of ours that the panel has already: no logo, no person, no way out. */
async function expectNothingTwice(app: FrameLocator, email: string): Promise<void> {
  const header = app.getByRole('banner');
  await expect(header).toHaveCount(1);
  await expect(header.getByText(email)).toHaveCount(0);
  await expect(header.getByRole('img')).toHaveCount(0);
  await expect(app.getByText('Log out')).toHaveCount(0);
}

test('a BigCommerce store installs the app and is in its onboarding at once; the panel and the frame may be reloaded, and storage is refused', async ({
  page,
  context,
}) => {
  await blockFramedStorage(page);
  const store = newPanelStore();
  await installInPanel(page, store);
  const app = panelFrame(page);
  await expect(openingHeading(app, 'Headway')).toBeVisible();
  await expect(app.getByText('The sign-in of your store’s admin or of your books.')).toHaveCount(0);
  await expectNothingTwice(app, store.ownerEmail);
  await start(app);
  await expect(heading(app, 'Privacy Policy')).toBeVisible();
  expect(ourFrame(page)?.url()).not.toContain('session_jwt');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoFindings(page, `the first step at ${width}`, inPanel);
  }

  await reloadFrame(page);
  await expect(heading(app, 'Privacy Policy')).toBeVisible();
  await page.goto(store.panelUrl);
  await expect(openingHeading(app, 'Headway').or(heading(app, 'Privacy Policy'))).toBeVisible();
  await page.reload();
  await expect(openingHeading(app, 'Headway').or(heading(app, 'Privacy Policy'))).toBeVisible();
  expect(await context.cookies()).toEqual([]);

  // A call of the frame between the end of its session and the panel's next page would be refused.
  await ourFrame(page)?.goto('about:blank');
  await page.getByRole('button', { name: 'Uninstall app' }).click();
  await expect(page.getByRole('button', { name: 'Install' })).toBeVisible();
});

let storeWithCard: PanelStore | undefined;

/** Returns a store whose merchant has a card, made once: what tests do to it is seen by none of the others. */
async function openStoreWithCard(page: Page): Promise<PanelStore> {
  if (storeWithCard) return storeWithCard;
  const store = newPanelStore();
  await installInPanel(page, store);
  await expect(openingHeading(panelFrame(page), 'Headway')).toBeVisible();
  await finishOnboarding(await merchantOfPanel(store));
  storeWithCard = store;
  return store;
}

test('a merchant of a BigCommerce store comes home in the panel’s frame and finds every page there, though storage is refused', { tag: '@all' }, async ({
  page,
}) => {
  await blockFramedStorage(page);
  const store = await openStoreWithCard(page);
  const app = panelFrame(page);
  const { lithic_card_token } = await (await merchantOfPanel(store)).receiver();
  // Home shows a declined purchase, whose strip remembers in this tab what was put away.
  await press('lithic', 'spend', { card_token: lithic_card_token, amount: '9900000' });

  await page.goto(store.panelUrl);
  await expect(app.getByRole('status', { name: 'Declined purchase' })).toBeVisible();
  await expectNothingTwice(app, store.ownerEmail);
  const pages = app.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(pages).toHaveText(['Home', 'Transactions', 'Payments', 'Cards', 'Insights', 'Reports', 'Settings']);
  const openPage = async (name: string) => {
    await pages.filter({ hasText: name }).click();
    // The address changes before the page, and this mark with the page.
    await expect(pages.filter({ hasText: name })).toHaveAttribute('aria-current', 'page');
    await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(app.locator('[aria-busy="true"]')).toHaveCount(0);
  };
  for (const name of await pages.allTextContents()) {
    await openPage(name);
    await expectNoFindings(page, name, inPanel);
  }
  // On a phone, of which the pages themselves are judged outside the panel, the row of pages and the settings of a store are its own.
  await page.setViewportSize({ width: 390, height: 900 });
  for (const name of ['Home', 'Settings']) {
    await openPage(name);
    await expectNoFindings(page, `${name} on a phone`, inPanel);
  }
  await expect(app.getByText(/BigCommerce, by our app/)).toBeVisible();
  await expect(app.getByText('You are signed in by your store’s control panel.')).toBeVisible();

  await pages.filter({ hasText: 'Home' }).click();
  await app.getByRole('button', { name: /Dismiss/ }).click();
  await expect(app.getByRole('status', { name: 'Declined purchase' })).toHaveCount(0);
  await reloadFrame(page);
  await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a store that does not let its orders be seen says so at its step, and asks for no sign-in to itself; another may be connected', { tag: '@all' }, async ({
  page,
}) => {
  const store = newPanelStore();
  await page.goto(`${store.panelUrl}?install=1&scope=store_v2_information_read_only`);
  const app = panelFrame(page);
  await expect(openingHeading(app, 'Headway')).toBeVisible();
  await prepare(await merchantOfPanel(store), 'store');
  await page.goto(store.panelUrl);
  await expect(heading(app, 'Connect your store or accounting')).toBeVisible();
  await expect(app.getByText('BigCommerce does not let us see the orders of this store.')).toBeVisible();
  await expect(app.getByRole('button', { name: 'Connect', exact: true })).toHaveCount(0);
  await expectNoFindings(page, 'the store’s step', inPanel);
  await app.getByRole('button', { name: 'Connect another store or accounting' }).click();
  await expect(app.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
});

test('the page of a card in a panel leads to the full site for a phone, signed in, and its row of pages shows that there is more', { tag: '@all' }, async ({
  page,
  context,
}) => {
  test.slow();
  const store = await openStoreWithCard(page);
  const app = panelFrame(page);
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(store.panelUrl);
  const row = app.getByRole('navigation', { name: 'Main' });
  await expect(row).toBeVisible();
  expect(await row.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  await expect(row).toHaveCSS('background-attachment', 'local, local, scroll, scroll');

  await row.getByRole('link', { name: 'Cards' }).click();
  await app.getByRole('link', { name: 'Open its settings' }).click();
  await expect(row.locator('[aria-current]')).toHaveText('Cards');
  const stored = app.getByRole('region', { name: 'On phones and at merchants' });
  await expect(stored).toContainText('open a window of their own');
  await expect(stored.getByRole('button', { name: 'Add to Google Pay' })).toHaveCount(0);
  const opening = context.waitForEvent('page');
  await stored.getByRole('button', { name: 'Add it to a phone on the full site' }).click();
  const site = await opening;
  await expect(site.getByRole('button', { name: 'Add to Google Pay' })).toBeVisible();
  expect(new URL(site.url()).search).not.toContain('session_jwt');
});
