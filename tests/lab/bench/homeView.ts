import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Frame, Page } from 'playwright';
import { charge } from '../../frontends/dashboard.ts';
import { onboardedMerchant, signInAsMerchant } from '../../frontends/merchants.ts';
import { launchBrowser, startPublishedProduct } from './browser.ts';
import type { Figure } from './figures.ts';
import { middleOpening } from './middleOpening.ts';

/** Limits on what a merchant waits for in the morning, on the branded site and inside a store's admin. */
export const homeLimits = { largestPaintMs: 1_200, layoutShift: 0.02, interactionMs: 100 };
const limits = { ...homeLimits, load_kB: 200 };
const opened = 3;
/** How long a page that shows everything is watched for shifts. */
export const settledMs = 1_000;

/** The browser's reports of a page, from its own beginning on. */
export interface SeenOfPage {
  largestPaintMs: number;
  /** The sum of all shifts that no input caused. */
  layoutShift: number;
  /** The slowest click or key, to the next paint. */
  interactionMs: number;
}

interface Opened extends SeenOfPage {
  /** Scripts and style sheets, compressed. */
  load_kB: number;
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

interface Interaction extends PerformanceEntry {
  /** Zero for an event that is no part of a click or a key. */
  interactionId: number;
}

/** Runs in the page before its own scripts: records the browser's reports of paints, layout shifts and interactions. */
function watchPaint(): void {
  const seen = { largestPaintMs: 0, layoutShift: 0, interactionMs: 0 };
  Object.assign(window, { seenByBench: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largestPaintMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) seen.layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as Interaction[])
      if (interactionId > 0) seen.interactionMs = Math.max(seen.interactionMs, duration);
    // Shorter ones than this are not reported.
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

/** Watches every document of a page, and loads each as a browser that has never been here. */
export async function watchFirstLoad(page: Page) {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.addInitScript(watchPaint);
  return network;
}

/** Returns what was seen of a watched document so far. */
export const seenOf = (document: Page | Frame): Promise<SeenOfPage> => document.evaluate(() => (window as unknown as { seenByBench: SeenOfPage }).seenByBench);

/** Does what a merchant does on home: changes the tab, sorts, searches, opens a row and closes it. */
async function tryTable(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Repayments' }).click();
  await page.getByRole('tab', { name: 'Card transactions' }).click();
  await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
  await page.getByRole('tabpanel').locator('tbody tr').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('searchbox').pressSequentially('bakery', { delay: 60 });
}

/** Opens home as a signed-in user with an empty cache, waits until it is idle, and uses its table. */
export async function openBrandedHome(page: Page, url: string): Promise<Opened> {
  const network = await watchFirstLoad(page);
  const scripts = new Set<string>();
  let bytes = 0;
  network.on('Network.responseReceived', ({ type, requestId }) => {
    if (type === 'Script' || type === 'Stylesheet') scripts.add(requestId);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.frameLocator('iframe[title="Your card"]').locator('body').waitFor();
  // The stream of changes stays open, so the network is never idle.
  await pause(settledMs);
  const load_kB = bytes / 1_000;
  await tryTable(page);
  await pause(settledMs);
  return { ...(await seenOf(page)), load_kB };
}

/** Creates a merchant with a purchase, signs them in in this browser, and returns the address of their home. */
export async function signInAtHome(context: BrowserContext): Promise<string> {
  const merchant = await onboardedMerchant();
  await charge(merchant, 8_410);
  const page = await context.newPage();
  await signInAsMerchant(page, merchant);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const home = page.url();
  await page.close();
  return home;
}

/** Measures the first opening of home: its size, time to the largest paint, layout shift and slowest interaction; the median of three openings. */
export async function benchHomeView(): Promise<Figure[]> {
  const product = await startPublishedProduct();
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
    const home = await signInAtHome(context);
    const runs: Opened[] = [];
    for (let run = 0; run < opened; run += 1) {
      const page = await context.newPage();
      runs.push(await openBrandedHome(page, home));
      await page.close();
    }
    const within = middleOpening(runs, limits);
    return [
      within('scripts and style sheets of home’s first load, compressed', 'load_kB', 'kB'),
      within('largest contentful paint of home', 'largestPaintMs', 'ms'),
      within('layout shift of home', 'layoutShift', 'score'),
      within('slowest interaction on home', 'interactionMs', 'ms'),
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}
