import type { Page } from '@playwright/test';
import { charge, content, openHome } from './dashboard.ts';
import { allPaths, goTo } from './dashboardWalk.ts';
import { expect, test } from './fixtures.ts';
import { onboardedMerchant } from './merchants.ts';

/** Returns what has focus and how far below the part of the page that can be seen it ends; null in the bar itself, and at the end of the page. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const bar = document.querySelector('nav[aria-label="Pages"]')?.parentElement ?? null;
    if (element === null || element === document.body || bar?.contains(element)) return null;
    const { top, bottom, height } = element.getBoundingClientRect();
    // Of a frame, which has focus for what is inside it, a part is enough.
    const needed = element instanceof HTMLIFrameElement ? top + Math.min(1, height) : bottom;
    const barTop = bar?.getBoundingClientRect().height ? bar.getBoundingClientRect().top : window.innerHeight;
    return { name: `${element.tagName} ${element.textContent?.slice(0, 40)}`, top, hidden: Math.round(needed - barTop) };
  });

test('whoever goes through home by keys sees what has focus: nothing of it is below the bar', { tag: '@phone' }, async ({ page }) => {
  const merchant = await onboardedMerchant();
  await charge(merchant, 8_410);
  await openHome(page, merchant);
  await expect(page.getByRole('tabpanel').locator('tbody tr')).toHaveCount(1);
  // Late content would move the focused element.
  await expect(page.getByRole('region', { name: 'Your cash in the next 90 days' })).toContainText('Lowest point');
  const seen = new Set<string>();
  for (let press = 0; press < 50; press += 1) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    if (at === null) continue;
    seen.add(at.name);
    expect(at.hidden, at.name).toBeLessThanOrEqual(0);
    expect(at.top, at.name).toBeGreaterThanOrEqual(0);
  }
  expect(seen.size).toBeGreaterThan(10);
});

test('a page that is opened is shown from its top, and going back leads to where one was', { tag: '@phone' }, async ({ page, sharedMerchant }) => {
  await openHome(page, sharedMerchant);
  // Late content would move the scroll target.
  await expect(page.getByRole('region', { name: 'What to do first' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your cash in the next 90 days' })).toContainText('Lowest point');
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  await page.evaluate(() => window.scrollTo(0, 400));
  await expect.poll(scrolled).toBe(400);
  // Content above that changes by itself, soon after the account was opened, moves the view.
  const left = await page
    .getByRole('link', { name: 'Payments', exact: true })
    .first()
    .evaluate((link: HTMLElement) => {
      const place = Math.round(window.scrollY);
      link.click();
      return place;
    });
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Your cash in the next 90 days' })).toBeVisible();
  await expect.poll(scrolled).toBe(left);
});

test('the downloads stay folded over a reload, and unfolded', { tag: '@phone' }, async ({ page, isMobile, sharedMerchant }) => {
  await openHome(page, sharedMerchant);
  const openMenu = async () => {
    if (isMobile) await page.getByRole('button', { name: 'More' }).click();
  };
  const fold = page.getByRole('button', { name: 'Downloads', exact: true });
  const downloads = page.getByRole('list', { name: 'Downloads' });
  await openMenu();
  await expect(downloads).toBeVisible();
  // A sidebar that is cut fades where it goes on.
  if (!isMobile) await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCSS('mask-image', /gradient/);
  await fold.click();
  await expect(downloads).toBeHidden();
  await page.reload();
  await openMenu();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(downloads).toBeHidden();
  await fold.click();
  await page.reload();
  await openMenu();
  await expect(downloads).toBeVisible();
});

/** Returns the links of a page, and one without any class put into it, that have the browser's own color. */
const uncolored = (page: Page) =>
  page.evaluate(() => {
    const sample = document.createElement('span');
    sample.style.color = 'LinkText';
    const bare = Object.assign(document.createElement('a'), { href: '/bare', textContent: 'bare' });
    document.querySelector('main')?.append(sample, bare);
    const own = getComputedStyle(sample).color;
    const found = [...document.querySelectorAll('a[href]')].filter((link) => getComputedStyle(link).color === own).map((link) => link.textContent);
    const { color } = getComputedStyle(bare);
    sample.remove();
    bare.remove();
    return { found, color };
  });

test('no link of any page has the browser’s own color, but the brand’s, light and dark', async ({ page, sharedMerchant }) => {
  await openHome(page, sharedMerchant);
  for (const path of ['/', ...allPaths] as const) {
    if (path !== '/') await goTo(page, path);
    for (const [colorScheme, color] of [
      ['light', 'rgb(15, 118, 110)'],
      ['dark', 'rgb(79, 209, 192)'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => uncolored(page), `${path}, ${colorScheme}`).toEqual({ found: [], color });
    }
  }
});

/** Makes the page's queries for the dark scheme such as Chromium's are at times: who reads a change that is not told yet keeps it untold. */
function keepReadChangesUntold() {
  let isDark = false;
  const told = new Map<MediaQueryList, boolean>();
  const matchMedia = window.matchMedia.bind(window);
  const read = (query: MediaQueryList) => {
    told.set(query, isDark);
    return isDark;
  };
  window.matchMedia = (media) => {
    const query = matchMedia(media);
    if (!media.includes('prefers-color-scheme')) return query;
    read(query);
    return Object.defineProperty(query, 'matches', { get: () => read(query) });
  };
  window.addEventListener('turn-dark', () => {
    isDark = true;
  });
  window.addEventListener('tell', () => {
    for (const [query, before] of told) {
      if (before !== read(query)) query.dispatchEvent(new MediaQueryListEvent('change', { media: query.media, matches: isDark }));
    }
  });
}

test('a system that turns dark turns the whole page, also where a part of it is drawn at that moment', async ({ page, sharedMerchant }) => {
  await page.addInitScript(keepReadChangesUntold);
  await openHome(page, sharedMerchant);
  const body = page.locator('body');
  await expect(body).toHaveCSS('background-color', 'rgb(245, 248, 247)');
  await page.evaluate(() => window.dispatchEvent(new Event('turn-dark')));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Payments' }).click();
  await expect(content(page).getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('tell')));
  await expect(body).toHaveCSS('background-color', 'rgb(11, 20, 19)');
});
