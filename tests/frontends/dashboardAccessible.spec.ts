import { expectNoFindingsInAnyLight } from './axe.ts';
import { expectItFits, walkDashboard } from './dashboardWalk.ts';
import { test } from './fixtures.ts';

test('axe finds nothing on the dashboard, light and dark, and no page is wider than the screen', { tag: '@phone' }, async ({ page }) => {
  test.slow();
  await walkDashboard(page, 'headway', { expectNoFindings: expectNoFindingsInAnyLight, expectItFits });
});
