import { siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { blockLoginRedirect } from './people.ts';

test('an unknown host is the default site, and leads to its own address, where the sign-in answers', async ({ page }) => {
  await blockLoginRedirect(page);
  await page.goto(`${siteUrl().replace('headway.localhost', 'somewhere.localhost')}/?boss=true`);
  await page.waitForURL(`${siteUrl()}/?boss=true`);
  await expect(page.getByText('You are signed out')).toBeVisible();
});
