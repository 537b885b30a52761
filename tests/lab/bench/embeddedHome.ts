import type { Page } from 'playwright';
import { charge } from '../../frontends/dashboard.ts';
import { appFrame, onboardedShop, ourFrame, type TestShop } from '../../frontends/store.ts';
import { launchBrowser, startPublishedProduct } from './browser.ts';
import type { Figure } from './figures.ts';
import { homeLimits, openBrandedHome, type SeenOfPage, seenOf, settledMs, signInAtHome, watchFirstLoad } from './homeView.ts';
import { middleOf, middleOpening } from './middleOpening.ts';

const opened = 5;

/** Does what a merchant does on home in the admin: pauses the card, reopens it, opens its page and comes back by the admin's title bar. */
async function tryCard(page: Page): Promise<void> {
  const app = appFrame(page);
  await app.getByRole('button', { name: 'Pause card' }).click();
  await app.getByRole('button', { name: 'Reopen card' }).click();
  await app.getByRole('button', { name: 'Pause card' }).waitFor();
  await app.getByRole('link', { name: 'Card details' }).click();
  await app.getByRole('button', { name: 'Show card details' }).waitFor();
}

/** Opens home in the admin's frame with an empty cache, waits until it is idle, and uses the card. Sees the frame's own page alone. */
async function openHome(page: Page, { adminUrl }: TestShop): Promise<SeenOfPage> {
  await watchFirstLoad(page);
  await page.goto(adminUrl, { waitUntil: 'load' });
  await appFrame(page).getByRole('heading', { name: 'Available to Spend' }).waitFor();
  await page.waitForTimeout(settledMs);
  await tryCard(page);
  await page.waitForTimeout(settledMs);
  return seenOf(await ourFrame(page));
}

/** Creates a shop whose merchant owes for a purchase, so that home has all its parts. */
async function shopWithPurchase(): Promise<TestShop> {
  const shop = await onboardedShop();
  await charge(shop, 8_410);
  return shop;
}

/**
 * Measures home inside the store's admin, as its frame's own page: time to the largest paint, layout shift and the slowest interaction;
 * the median of five openings. The branded home is opened in turn with it.
 */
export async function benchEmbeddedHome(): Promise<Figure[]> {
  const product = await startPublishedProduct();
  const browser = await launchBrowser();
  try {
    // The server answers a robot's browser differently.
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
    const context = await browser.newContext({ viewport: { width: 1_440, height: 900 }, userAgent });
    const shop = await shopWithPurchase();
    const branded = await signInAtHome(context);
    const inNewPage = async (open: (page: Page) => Promise<SeenOfPage>) => {
      const page = await context.newPage();
      const seen = await open(page);
      await page.close();
      return seen;
    };
    const runs: SeenOfPage[] = [];
    const brandedRuns: SeenOfPage[] = [];
    for (let run = 0; run < opened; run += 1) {
      runs.push(await inNewPage((page) => openHome(page, shop)));
      brandedRuns.push(await inNewPage((page) => openBrandedHome(page, branded)));
    }
    const besideBranded = (name: string, key: 'largestPaintMs' | 'interactionMs'): Figure => ({
      name,
      value: middleOf(runs, key),
      unit: 'ms',
      beside: { name: 'the branded home', value: middleOf(brandedRuns, key) },
      valueMost: homeLimits[key],
    });
    return [
      besideBranded('largest contentful paint of home in the store’s admin', 'largestPaintMs'),
      middleOpening(runs, homeLimits)('layout shift of home in the store’s admin', 'layoutShift', 'score'),
      besideBranded('slowest interaction on home in the store’s admin', 'interactionMs'),
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}
