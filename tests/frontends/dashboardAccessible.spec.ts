import { expectNoFindingsInAnyLight } from './axe.ts';
import { allPaths, walkDialogs, walkHome, walkPages } from './dashboardWalk.ts';
import { test } from './fixtures.ts';
import { expectItFits } from './screen.ts';

test('axe finds nothing on the dashboard, light and dark, and no page is wider than the screen', { tag: '@phone' }, async ({ page }) => {
  test.slow();
  const judge = { expectNoFindings: expectNoFindingsInAnyLight, expectItFits };
  await walkHome(page, 'headway', judge);
  await walkPages(page, allPaths, judge);
  await walkDialogs(page, judge);
});
