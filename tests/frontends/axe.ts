import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { isPhone } from './screen.ts';

/** The rules of WCAG 2.2 AA that axe runs only when it is asked: the size of targets (2.5.8), and what is written in what is heard (2.5.3). */
const alsoAsked = { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true }, 'td-has-header': { enabled: true } };

/**
 * The style sheets of a frame are not read anew, as the issuer's frame forbids that; no rule that runs needs them. Findings of several
 * frames are put together in a page of axe's own, which takes about as long as the judging does: a part without frames is spared it.
 */
async function axeOn(page: Page, part: string | string[]): Promise<AxeBuilder> {
  const hasFrames = typeof part === 'string' ? (await page.locator(part).locator('iframe').count()) > 0 : page.frames().length > 1;
  return new AxeBuilder({ page })
    .include(part)
    .options({ preload: { assets: ['media'] }, rules: alsoAsked })
    .setLegacyMode(!hasFrames);
}

/** Waits until colors have faded into their new ones, in frames too; axe would judge the mixture. */
async function fadingEnds(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    const ends = frame.evaluate(async () => {
      const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
      await Promise.allSettled(fading.map(({ finished }) => finished));
    });
    // A frame that is loaded or taken away meanwhile, as the card's may be at any time, has nothing left that fades.
    await (frame === page.mainFrame() ? ends : ends.catch(() => undefined));
  }
}

async function expectNone(axe: AxeBuilder, what: string): Promise<void> {
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    what,
  ).toEqual([]);
}

/**
 * Expects that axe finds nothing on the page, or on one part of it, which may lie within frames. `what` names it in the failure;
 * `except` is a page of somebody else's within that part.
 */
export async function expectNoFindings(page: Page, what: string, part: string | string[] = 'html', except: string[] | null = null): Promise<void> {
  await fadingEnds(page);
  const axe = await axeOn(page, part);
  await expectNone(except === null ? axe : axe.exclude(except), what);
}

/** The rules that judge colors. Light and dark are the same page in other colors, so that they alone are judged twice. */
const rulesOfColors = ['color-contrast', 'link-in-text-block'];

const hasDarkBackground = (page: Page) =>
  page.locator('body').evaluate((body) => {
    const parts = getComputedStyle(body).backgroundColor.match(/\d+/g) ?? [];
    return parts.slice(0, 3).every((part) => Number(part) < 128);
  });

async function turnTo(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  // A page that is still being put together may miss being told once.
  await expect
    .poll(async () => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      return hasDarkBackground(page);
    })
    .toBe(colorScheme === 'dark');
  await fadingEnds(page);
}

async function expectReadable(page: Page, what: string, part: string | string[], colorScheme: 'light' | 'dark'): Promise<void> {
  await turnTo(page, colorScheme);
  await expectNone((await axeOn(page, part)).withRules(rulesOfColors), `${what}, ${colorScheme}`);
}

/**
 * Expects the same of the page in the light and in the dark scheme, without loading it again. A phone arranges the same parts otherwise,
 * in the colors of a desktop, where they are judged in the dark; what a phone alone has is its bar and its menu.
 */
export async function expectNoFindingsInAnyLight(page: Page, what: string, part: string | string[] = 'html'): Promise<void> {
  await turnTo(page, 'light');
  await expectNoFindings(page, `${what}, light`, part);
  if (!isPhone(page)) await expectReadable(page, what, part, 'dark');
}

/** Expects that the colors of a page can be read in both schemes, where its parts have been judged in those of another brand. */
export async function expectReadableInAnyLight(page: Page, what: string, part: string | string[] = 'html'): Promise<void> {
  await expectReadable(page, what, part, 'light');
  await expectReadable(page, what, part, 'dark');
}
