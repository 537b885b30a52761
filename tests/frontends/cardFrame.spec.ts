import type { FrameLocator, Page } from '@playwright/test';
import { sandboxUrl } from './addresses.ts';
import { openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { addCard } from './furtherCards.ts';
import { type OnboardedMerchant, onboardedMerchant, press } from './merchants.ts';
import { appFrame, onboardedShop, openMenu, pageOf } from './store.ts';

/** Lets more than a minute pass, for the page and for the issuer's frame of the card. */
async function letAMinutePass(page: Page, { cardToken }: Pick<OnboardedMerchant, 'cardToken'>): Promise<void> {
  await press('lithic', 'expire_frames', { card_token: cardToken });
  await page.clock.fastForward(61_000);
}

/** Collects the addresses at which the issuer's frame is asked for, with the issuer's answers to them. */
function watchFrames(page: Page): { address: string; status: number }[] {
  const asked: { address: string; status: number }[] = [];
  page.on('response', (response) => {
    const isFrame = response.url().startsWith(sandboxUrl()) && response.url().includes('/embed/card?');
    if (isFrame) asked.push({ address: response.url(), status: response.status() });
  });
  return asked;
}

const cardIn = (scope: Page | FrameLocator) => scope.frameLocator('iframe[title="Your card"]').locator('#card');
const refusal = /401.*\/embed\/card/;

test('the card is shown, and not the issuer’s error, on each page that is opened more than a minute after another', async ({ page }) => {
  const merchant = await onboardedMerchant();
  const asked = watchFrames(page);
  const home = page.getByRole('heading', { level: 1, name: 'Corner Bakery LLC' });
  const cards = page.getByRole('heading', { level: 1, name: 'Cards' });
  const menu = page.getByRole('navigation').first();
  await openHome(page, merchant);
  await expect(cardIn(page)).toBeVisible();

  const steps = [
    { go: () => menu.getByRole('link', { name: 'Cards', exact: true }).click(), there: cards },
    { go: () => menu.getByRole('link', { name: 'Home', exact: true }).click(), there: home },
    { go: () => page.goBack(), there: cards },
    { go: () => page.goForward(), there: home },
  ];
  for (const { go, there } of steps) {
    await letAMinutePass(page, merchant);
    await go();
    await expect(there).toBeVisible();
    await expect(cardIn(page)).toBeVisible();
  }

  // With several cards, home and the first card's own page show the same one.
  await addCard(merchant, { name: 'Postage' });
  const ownPage = page.getByRole('button', { name: 'Show card details' });
  await page.locator(`#content a[href^="/cards/${merchant.cardToken}"]`).first().click();
  await expect(ownPage).toBeVisible();
  await expect(cardIn(page)).toBeVisible();
  for (const { go, there } of [
    { go: () => page.goBack(), there: home },
    { go: () => page.goForward(), there: ownPage },
    { go: () => menu.getByRole('link', { name: 'Home', exact: true }).click(), there: home },
  ]) {
    await letAMinutePass(page, merchant);
    await go();
    await expect(there).toBeVisible();
    await expect(cardIn(page)).toBeVisible();
  }
  expect(asked.filter(({ status }) => status !== 200)).toEqual([]);
  expect(new Set(asked.map(({ address }) => address)).size).toBe(asked.length);
});

test('the card is shown on each page of the app in a store’s admin, more than a minute after another', async ({ page }) => {
  const shop = await onboardedShop();
  const app = appFrame(page);
  const asked = watchFrames(page);
  const cards = app.getByRole('heading', { level: 1, name: 'Cards' });
  const {
    cards: [only],
  } = await shop.call<{ cards: { name: string }[] }>(`/api/users/${shop.receiver.token}/cards`);
  const ownPage = app.getByRole('heading', { level: 1, name: only?.name ?? '', exact: true });
  const openCards = async () => (await openMenu(page)).getByRole('link', { name: 'Cards', exact: true }).click();
  // Home has no frame of the card.
  await page.goto(pageOf(shop, ''));
  await app
    .getByRole('button', { name: 'Card details' })
    .or(app.getByRole('link', { name: 'Card details' }))
    .click();
  await expect(ownPage).toBeVisible();
  await expect(cardIn(app)).toBeVisible();
  for (const { go, there } of [
    { go: openCards, there: cards },
    { go: () => page.goBack(), there: ownPage },
    { go: () => page.goForward(), there: cards },
  ]) {
    await letAMinutePass(page, shop);
    await go();
    await expect(there).toBeVisible();
    await expect(cardIn(app)).toBeVisible();
  }
  expect(asked.filter(({ status }) => status !== 200)).toEqual([]);
  expect(new Set(asked.map(({ address }) => address)).size).toBe(asked.length);
});

/** Has the browser load the issuer's frame again by itself, as its own menu does. */
async function reloadCardFrame(scope: Page | FrameLocator): Promise<void> {
  await cardIn(scope).evaluate(() => location.reload());
}

for (const frontend of ['the dashboard', 'the app in a store’s admin'] as const) {
  test(`a frame of ${frontend} that is loaded again by the browser more than a minute later gets a new address`, async ({ page, expectConsoleError }) => {
    expectConsoleError(refusal);
    const isApp = frontend !== 'the dashboard';
    const merchant = isApp ? await onboardedShop() : await onboardedMerchant();
    if ('adminUrl' in merchant) await page.goto(pageOf(merchant, 'cards'));
    else await openHome(page, merchant);
    const scope = isApp ? appFrame(page) : page;
    await expect.poll(() => cardIn(scope).evaluate(() => document.readyState)).toBe('complete');
    const asked = watchFrames(page);
    await letAMinutePass(page, merchant);
    await reloadCardFrame(scope);
    await expect.poll(() => asked.map(({ status }) => status)).toEqual([401, 200]);
    await expect(cardIn(scope)).toBeVisible();
  });
}
