import { expect, type FrameLocator, type Page } from '@playwright/test';

// Whether a page fits its screen.

type Part = Page | FrameLocator;

const isTooWide = (part: Part) => part.locator('html').evaluate((html) => html.scrollWidth > html.clientWidth);

/** Tells whether the screen is as small as a phone's now. */
export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 400;

/** Expects that nothing of a page, or of one in its frame, lies beyond the right edge of the screen. */
export const expectItFits = (part: Part): Promise<void> => expect.poll(() => isTooWide(part)).toBe(false);

/** Makes the screen so wide, and expects that a page fits it, or one in its frame. */
export async function expectItFitsAt(page: Page, width: number, part: Part = page): Promise<void> {
  const height = page.viewportSize()?.height ?? 740;
  await expect(async () => {
    await page.setViewportSize({ width, height });
    const doesNotFit = await isTooWide(part);
    // A busy browser may keep the rules of the width before; it asks its media queries again where one of them changes.
    if (doesNotFit) await page.setViewportSize({ width: 1440, height });
    expect(doesNotFit).toBe(false);
  }).toPass({ timeout: 40_000 });
}
