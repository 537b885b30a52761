import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { desktopConfig, type Flags } from 'lighthouse';
import { chromium } from 'playwright';
import { siteUrl } from '../../frontends/addresses.ts';
import { charge } from '../../frontends/dashboard.ts';
import { onboardedMerchant, signInAsMerchant } from '../../frontends/merchants.ts';
import { findChromium } from '../../support/chromium.ts';
import { freePort } from '../../support/freePort.ts';
import { median } from '../../support/percentile.ts';
import { browserArguments, startPublishedProduct } from './browser.ts';
import type { Figure } from './figures.ts';

const paths = ['/', '/transactions', '/payments', '/card', '/insights', '/reports', '/settings'] as const;

/** The kinds of device that are audited, with the least score of speed, out of 100. */
const devices = [
  { name: 'phone', config: undefined, leastSpeed: 95 },
  { name: 'desktop', config: desktopConfig, leastSpeed: 98 },
] as const;

/** Speed varies from one loading to the next; the other scores do not. */
const loadingsOfSpeed = 5;

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Scores = Readonly<Record<(typeof categories)[number], number>>;

/** Runs Lighthouse, again when it missed the page's beginning, which it does where the browser was busy. */
async function lighthouseOf(url: string, flags: Flags, config: (typeof devices)[number]['config']): ReturnType<typeof lighthouse> {
  for (let left = 3; ; left -= 1) {
    const result = await lighthouse(url, flags, config);
    if (left === 0 || result?.lhr.runtimeError?.code !== 'NO_NAVSTART') return result;
  }
}

/** Loads a page in the browser behind the port, and returns its scores out of 100. Prints what costs it points. */
async function audit(url: string, port: number, config: (typeof devices)[number]['config'], only: readonly string[]): Promise<Scores> {
  const flags: Flags = {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...only],
    // Private pages ask not to be listed, which would count as a mistake.
    skipAudits: ['is-crawlable'],
    // The person stays signed in.
    disableStorageReset: true,
  };
  const result = await lighthouseOf(url, flags, config);
  if (!result || result.lhr.runtimeError) throw new Error(`${url} could not be audited: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  const { lhr } = result;
  for (const category of only.filter((name) => name !== 'performance')) {
    for (const { id, weight } of lhr.categories[category]?.auditRefs ?? []) {
      const { score, title, details } = lhr.audits[id] ?? {};
      if (weight > 0 && score !== null && score !== undefined && score < 1) console.log(`  ${url}: ${title} ${JSON.stringify(details ?? {}).slice(0, 600)}`);
    }
  }
  return Object.fromEntries(categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? Number.NaN) * 100)])) as Scores;
}

const figure = (name: string, value: number, least: number): Figure => ({
  name,
  value,
  unit: 'of 100',
  beside: { name: 'the least it may be', value: least },
  ratioLeast: 1,
});

/** The score of a page, out of 100. */
interface Score {
  path: string;
  value: number;
}

/** Returns the figure of the page with the lowest score. */
function worst(name: string, scores: readonly Score[], least: number): Figure {
  const [lowest = { path: 'no page', value: Number.NaN }] = scores.toSorted((one, other) => one.value - other.value);
  return figure(`${name}: the worst of ${scores.length} pages (${lowest.path})`, lowest.value, least);
}

/** Audits every page of a signed-in merchant as a phone and as a desktop: speed (the median of five loadings), accessibility, best practices, search. */
export async function benchPageAudits(): Promise<Figure[]> {
  const product = await startPublishedProduct();
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), 'headway-audits-'));
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: [...browserArguments, `--remote-debugging-port=${port}`],
  });
  try {
    const merchant = await onboardedMerchant();
    await charge(merchant, 8_410);
    const page = await browser.newPage();
    await signInAsMerchant(page, merchant);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const figures: Figure[] = [];
    for (const { name: device, config, leastSpeed } of devices) {
      const speeds: Score[] = [];
      const first = new Map<string, Scores>();
      for (const path of paths) {
        const scores = await audit(siteUrl() + path, port, config, categories);
        first.set(path, scores);
        const loadings = [scores.performance];
        while (loadings.length < loadingsOfSpeed) loadings.push((await audit(siteUrl() + path, port, config, ['performance'])).performance);
        speeds.push({ path, value: median(loadings) });
      }
      figures.push(worst(`speed on a ${device}`, speeds, leastSpeed));
      for (const category of categories.filter((one) => one !== 'performance')) {
        const scores = [...first].map(([path, { [category]: value }]) => ({ path, value }));
        figures.push(worst(`${category} on a ${device}`, scores, 100));
      }
    }
    return figures;
  } finally {
    await browser.close();
    await product.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}
