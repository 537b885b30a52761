import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The rules of WCAG 2.2 AA that axe runs only when it is asked: the size of targets (2.5.8), and what is written in what is heard (2.5.3). */
const alsoAsked = { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true }, 'td-has-header': { enabled: true } };

/**
 * Expects that axe finds nothing on the page, or on one part of it, which may lie within frames. `what` names it in the failure;
 * `except` is a page of somebody else's within that part.
 */
export async function expectNoFindings(page: Page, what: string, part: string | string[] = 'html', except: string[] | null = null): Promise<void> {
  // The style sheets of a frame are not read anew, as the issuer's frame forbids that; no rule that runs needs them.
  const axe = new AxeBuilder({ page }).include(part).options({ preload: { assets: ['media'] }, rules: alsoAsked });
  if (except !== null) axe.exclude(except);
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    what,
  ).toEqual([]);
}

const hasDarkBackground = (page: Page) =>
  page.locator('body').evaluate((body) => {
    const parts = getComputedStyle(body).backgroundColor.match(/\d+/g) ?? [];
    return parts.slice(0, 3).every((part) => Number(part) < 128);
  });

/** Waits until colors have faded into their new ones; axe would judge the mixture. */
const fadingEnds = (page: Page) =>
  page.evaluate(async () => {
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(fading.map(({ finished }) => finished));
  });

/** Expects the same of the page in the light and in the dark scheme, without loading it again. Leaves it in the dark one. */
export async function expectNoFindingsInAnyLight(page: Page, what: string, part?: string | string[]): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect.poll(() => hasDarkBackground(page)).toBe(colorScheme === 'dark');
    await fadingEnds(page);
    await expectNoFindings(page, `${what}, ${colorScheme}`, part);
  }
}
