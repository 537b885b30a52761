import { chromium, type Page } from 'playwright';
import { publishPorts } from '../frontends/addresses.ts';
import { onboardedMerchant, signInAsMerchant } from '../frontends/merchants.ts';
import { findChromium } from '../support/chromium.ts';
import type { Figure } from './figures.ts';
import { middleOpening } from './middleOpening.ts';
import { startWholeProduct } from './processes.ts';

/** Limits on what a merchant waits for in the morning. */
const limits = { scripts_kB: 260, largestPaintMs: 1_500, layoutShift: 0.05 };
const opened = 3;

interface Opened {
  scripts_kB: number;
  largestPaintMs: number;
  layoutShift: number;
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** Runs in the page before its own scripts: records the browser's reports of paints and layout shifts. */
export function watchPaint(): void {
  const seen = { largestPaintMs: 0, layoutShift: 0 };
  Object.assign(window, { seenByBench: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largestPaintMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) seen.layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Opens home as a signed-in user with an empty cache, and waits until it is idle. */
async function openHome(page: Page, url: string): Promise<Opened> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  const scripts = new Set<string>();
  let bytes = 0;
  network.on('Network.responseReceived', ({ type, requestId }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.addInitScript(watchPaint);
  await page.goto(url, { waitUntil: 'load' });
  await page.getByRole('region', { name: 'Why this limit' }).getByText('Total limit').waitFor();
  await page.frameLocator('iframe[title="Your card"]').locator('body').waitFor();
  await page.waitForLoadState('networkidle');
  const seen = await page.evaluate(() => (window as unknown as { seenByBench: Omit<Opened, 'scripts_kB'> }).seenByBench);
  return { ...seen, scripts_kB: bytes / 1_000 };
}

/** Measures the first opening of home: its size, time to the largest paint, and layout shift; the median of three openings. */
export async function benchHomeView(): Promise<Figure[]> {
  const product = await startWholeProduct();
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-features=LocalNetworkAccessChecks'] });
  try {
    publishPorts({ web: Number(new URL(product.url).port), sandbox: Number(new URL(product.sandboxUrl).port) });
    const merchant = await onboardedMerchant();
    const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
    const first = await context.newPage();
    await signInAsMerchant(first, merchant);
    await first.getByRole('heading', { level: 1 }).waitFor();
    const home = first.url();
    await first.close();
    const runs: Opened[] = [];
    for (let run = 0; run < opened; run += 1) {
      const page = await context.newPage();
      runs.push(await openHome(page, home));
      await page.close();
    }
    const within = middleOpening(runs, limits);
    return [
      within('scripts of home’s first load, compressed', 'scripts_kB', 'kB'),
      within('largest contentful paint of home', 'largestPaintMs', 'ms'),
      within('layout shift of home', 'layoutShift', 'score'),
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}
