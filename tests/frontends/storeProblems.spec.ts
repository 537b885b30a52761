import type { Locator, Page } from '@playwright/test';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { shopHandIn } from '../support/handIns.ts';
import { siteUrl } from './addresses.ts';
import { expectNoFindings, expectNoFindingsInAnyLight } from './axe.ts';
import { cardIsDrawn } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { type OnboardedMerchant, press } from './merchants.ts';
import { appFrame, cardFrameInApp, inApp, onboardedShop, type TestShop } from './store.ts';

type Shop = TestShop & OnboardedMerchant;

const all = 'read_orders,read_shopify_payments_accounts,read_shopify_payments_payouts,read_shopify_payments_disputes';
/** Changes what the shop grants, also to the same, which the platform tells of: the shop is then read again. */
const grant = ({ domain }: TestShop, scopes = all) => press('shopify', 'change_scopes', { shop: domain, scopes });
const problemOf = async (shop: Shop) => (await shop.call<ReceiverAnswer>('/api/receiver')).store_problem?.error ?? null;

/** Opens the full site in a tab of its own, as the app's button for it does. */
async function openSite(page: Page, shop: Shop): Promise<Page> {
  const site = await page.context().newPage();
  await site.goto(`${siteUrl()}/?${await shopHandIn(shop.domain)}`);
  await expect(site.getByRole('heading', { level: 1 })).toBeVisible();
  return site;
}

interface Words {
  title: string;
  /** The remedy that the branded site names. */
  remedy: string;
}

/** Expects the warning on the branded home, and a link in it to the connected stores. */
async function expectOnSite(site: Page, { title, remedy }: Words): Promise<Locator> {
  const strip = site.getByRole('status', { name: 'Store', exact: true });
  await expect(strip).toContainText(title);
  await expect(strip).toContainText(remedy);
  const link = strip.getByRole('link', { name: 'Your stores' });
  await expect(link).toHaveAttribute('href', /\/settings.*#stores$/);
  return link;
}

/** Expects that the branded home with a warning is accessible in any light, and that its link leads to the stores. */
async function expectWayToStores(site: Page, words: Words): Promise<void> {
  const link = await expectOnSite(site, words);
  await cardIsDrawn(site);
  await expectNoFindingsInAnyLight(site, words.title);
  await link.click();
  await expect(site).toHaveURL(/\/settings.*#stores$/);
  await expect(site.getByRole('region', { name: 'Stores' })).toBeInViewport();
}

/** A reason that the merchant ends in the app, and one that they end on the platform; the other reasons differ in their words alone. */
interface State extends Words {
  error: string;
  cause: (shop: Shop) => Promise<unknown>;
  /** Ends the state; where it is left out, the button in the app does. */
  mend?: (shop: Shop) => Promise<unknown>;
}

const states: readonly State[] = [
  {
    error: 'access_denied',
    title: 'Shopify does not let us see the orders of this store.',
    remedy: 'Open the app in your Shopify admin and allow what it asks for.',
    cause: (shop) => grant(shop, 'read_products'),
  },
  {
    error: 'store_frozen',
    title: 'Shopify has frozen this store.',
    remedy: 'Settle your bill with Shopify. We then read the store by ourselves.',
    cause: ({ domain }) => press('shopify', 'close_store', { shop: domain, state: 'frozen' }),
    mend: ({ domain }) => press('shopify', 'close_store', { shop: domain, state: 'open' }),
  },
];

test('why the store is not read is said in the app and on the branded home, accessibly, with the way to end it', async ({ page }) => {
  test.slow();
  const shop = await onboardedShop();
  const site = await openSite(page, shop);
  const app = appFrame(page);
  for (const { error, title, remedy, cause, mend } of states) {
    await cause(shop);
    if (mend) await grant(shop);
    await expect.poll(() => problemOf(shop), { timeout: 60_000 }).toBe(error);

    // The open page hears of each.
    if (error === 'access_denied') {
      await expectWayToStores(site, { title, remedy });
      await site.getByRole('link', { name: 'Home', exact: true }).first().click();
    } else await expectOnSite(site, { title, remedy });
    await page.goto(shop.adminUrl);
    await expect(app.getByText(title)).toBeVisible();
    await expect(app.getByText(mend ? remedy : 'Allow the app to see them.')).toBeVisible();
    await expectNoFindings(page, `${title} in the app`, inApp, cardFrameInApp);

    if (mend) {
      await expect(app.getByRole('button', { name: 'Allow it' })).toHaveCount(0);
      await mend(shop);
      await grant(shop);
      await expect.poll(() => problemOf(shop), { timeout: 60_000 }).toBeNull();
      await page.reload();
      await expect(app.getByRole('heading', { name: 'Available to Spend' })).toBeVisible();
    } else await app.getByRole('button', { name: 'Allow it' }).click();
    // Home looks again by itself after a while.
    await expect(async () => {
      await page.clock.runFor(15_000);
      await expect(app.getByText(title)).toHaveCount(0, { timeout: 3_000 });
    }).toPass();
    expect(await problemOf(shop)).toBeNull();
  }
});
