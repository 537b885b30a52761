import { siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { goWithinSite } from './onboardingPages.ts';
import { expectSignedInAs, openAsNewPerson, signInAs } from './people.ts';

test('a new merchant is led to the onboarding from anywhere with the query, and elsewhere only by boss=true', async ({ page }) => {
  const site = siteUrl();
  await openAsNewPerson(page, '/?now=2026-07-04');
  await page.waitForURL(`${site}/onboarding?now=2026-07-04`);
  await expect(page).toHaveTitle('Get Started | Headway');
  await expect(page.locator('main')).toBeVisible();
  await page.goto(`${site}/reports?now=2026-07-04`);
  await page.waitForURL(`${site}/onboarding?now=2026-07-04`);
  await goWithinSite(page, '/titanium-onboarding?now=2026-07-05');
  await page.waitForURL(`${site}/onboarding?now=2026-07-05`);

  // It leads from another program's onboarding to the root, and shows the new onboarding.
  await page.goto(`${site}/titanium-onboarding?boss=true`);
  await page.waitForURL(`${site}/?boss=true`);
  await expect(page).toHaveTitle('Get Started | Headway');
  await page.goto(`${site}/onboarding-new?boss=true`);
  await expect(page.locator('main')).toBeVisible();
  expect(page.url()).toBe(`${site}/onboarding-new?boss=true`);
});

test('a forced step of -1 counts as onboarded, and no other', async ({ page }) => {
  await openAsNewPerson(page, '/?onboardingStep=-1');
  await expect(page).toHaveTitle('Dashboard | Headway');
  expect(page.url()).toBe(`${siteUrl()}/?onboardingStep=-1`);
  await page.goto(`${siteUrl()}/?onboardingStep=11`);
  await page.waitForURL(`${siteUrl()}/onboarding?onboardingStep=11`);
});

test('an unknown address says so to the onboarded, and leads home with the query', async ({ page }) => {
  await openAsNewPerson(page, '/nowhere?onboardingStep=-1');
  await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to your dashboard' }).click();
  await page.waitForURL(`${siteUrl()}/?onboardingStep=-1`);
});

test('a visitor who waits longer than a moment reads what is loading', async ({ page }) => {
  let answer = () => undefined as unknown;
  const held = new Promise<void>((resolve) => {
    answer = () => resolve();
  });
  await page.route(/\/api\/receiver$/, async (route) => {
    await held;
    await route.continue();
  });
  await openAsNewPerson(page, '/?boss=true');
  await expect(page.getByRole('status')).toHaveText('Loading your account…');
  answer();
  await expect(page.getByText('Loading your account…')).toBeHidden();
});

test('a record that could not be loaded says why and can be asked for again', async ({ page, expectConsoleError }) => {
  expectConsoleError(/503.*\/api\/receiver/);
  await page.route(/\/api\/receiver$/, (route) =>
    route.fulfill({
      status: 503,
      json: { status: 503, code: 'not_ready', title: 'Not ready', detail: 'The service is starting. Try again in a moment.', request_id: '1' },
    }),
  );
  const email = await openAsNewPerson(page, '/?boss=true');
  await expect(page.getByText('The service is starting. Try again in a moment.')).toBeVisible();
  await page.unroute(/\/api\/receiver$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectSignedInAs(page, email);
});

test('leaving a customer breaks off what the page was still asking of them, before the view ends', async ({ page, sharedMerchant }) => {
  let end = () => undefined as unknown;
  const held = new Promise<void>((resolve) => {
    end = () => resolve();
  });
  const brokenOff: string[] = [];
  page.on('requestfailed', (request) => brokenOff.push(new URL(request.url()).pathname.replace(/^\/api\/users\/[^/]+/, '')));
  await page.route(/\/api\/events\?token=|\/calendar$|masquerade_end$/, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  const asked = Promise.all([page.waitForRequest(/\/api\/events\?token=/), page.waitForRequest(/\/calendar$/)]);
  await signInAs(page, 'support@demo.localhost', `/payments?masqueradeAs=${sharedMerchant.email}`);
  await asked;
  await page.getByRole('button', { name: 'Exit Masquerade' }).click();
  await expect.poll(() => brokenOff).toEqual(expect.arrayContaining(['/api/events', '/calendar']));
  end();
  await page.waitForURL(`${siteUrl()}/payments`);
});

test('what was known of the onboarding stays known while another record loads', async ({ page, anotherBrowser }) => {
  const customer = await openAsNewPerson(await anotherBrowser(), '/?boss=true');
  await signInAs(page, 'admin@demo.localhost', `/staff?onboardingStep=-1&q=${customer}`);
  await expect(page).toHaveTitle('Find a customer · Staff | Headway');
  let answer = () => undefined as unknown;
  const held = new Promise<void>((resolve) => {
    answer = () => resolve();
  });
  await page.route(/\/api\/receiver\?email=/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: `View as customer ${customer}` }).click();
  await expect(page.getByText('Loading your account…')).toBeVisible();
  await expect(page).toHaveTitle('Dashboard | Headway');
  answer();
  await expect(page.getByText(`Currently viewing as: ${customer}`)).toBeVisible();
});
