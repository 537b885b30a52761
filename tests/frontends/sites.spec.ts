import { siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { blockLoginRedirect } from './people.ts';

/** The name of each brand and the color of the button on its door, as its designer chose them. */
const brands = [
  ['headway', 'Headway', 'rgb(15, 118, 110)'],
  ['boost', 'Boost', 'rgb(196, 174, 255)'],
  ['card', 'Card', 'rgb(224, 161, 92)'],
  ['harbor-new', 'Harbor', 'rgb(156, 194, 255)'],
  ['meridian-new', 'Meridian', 'rgb(157, 23, 77)'],
] as const;

for (const [program, brand, primary] of brands) {
  test(`${brand} greets a visitor on its own site, under its own name and in its own color`, async ({ page }) => {
    await blockLoginRedirect(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(siteUrl(program));
    await expect(page).toHaveTitle(`Get Started | ${brand}`);
    await expect(page.getByText('You are signed out')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Login' }).or(page.getByRole('button', { name: 'Login' }))).toHaveCSS('background-color', primary);
  });
}

test('an unknown host is the default site, and leads to its own address, where the sign-in answers', async ({ page }) => {
  await blockLoginRedirect(page);
  await page.goto(`${siteUrl().replace('headway.localhost', 'somewhere.localhost')}/?boss=true`);
  await page.waitForURL(`${siteUrl()}/?boss=true`);
  await expect(page.getByText('You are signed out')).toBeVisible();
});
