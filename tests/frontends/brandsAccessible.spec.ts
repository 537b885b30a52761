import type { Page } from '@playwright/test';
import { programs } from '../../server/programs/all.ts';
import { expectReadableInAnyLight } from './axe.ts';
import { walkHome, walkPages } from './dashboardWalk.ts';
import { test } from './fixtures.ts';
import { expectItFits, expectItFitsAt } from './screen.ts';

// The pages of the other brands: the same parts, judged in the default brand on both screens, in each brand's colors and letters.

test.describe.configure({ mode: 'parallel' });

const otherPrograms = programs.filter(({ key }) => key !== 'headway');

/** Expects that a page fits this screen and a phone's, and leaves it on this one. */
async function expectItFitsAnyScreen(page: Page): Promise<void> {
  await expectItFits(page);
  const desktop = page.viewportSize();
  await expectItFitsAt(page, 360);
  if (desktop) await page.setViewportSize(desktop);
}

for (const { key: program, name } of otherPrograms) {
  test(`the dashboard of ${name} is readable, light and dark, and no page is wider than the screen or a phone’s`, async ({ page }) => {
    test.slow();
    const judge = { expectNoFindings: expectReadableInAnyLight, expectItFits: expectItFitsAnyScreen };
    await walkHome(page, program, judge);
    // The calendar, the card's art and the charts, where a brand's colors lie on one another; the other pages are built of the same parts.
    await walkPages(page, ['/payments', '/card', '/insights'], judge);
  });
}
