import { sandboxUrl, siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { newMerchant } from './onboardingMerchant.ts';
import { heading, start } from './onboardingPages.ts';

test('an agreement is printed whole and by itself, and its copy is mailed', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  const { email } = await newMerchant(page, 'boost');
  await page.goto(siteUrl('boost'));
  await start(page);
  const text = page.getByRole('region', { name: 'Privacy Policy' });
  const end = text.getByRole('paragraph').last();
  await expect(end).toBeAttached();
  await expect(end).not.toBeInViewport();
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');

  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  await expect(heading(page, 'Privacy Policy')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });

  // Printing does not count as reading.
  const accept = page.getByRole('button', { name: 'Accept and continue' });
  await expect(page.getByText('You can accept it once you have scrolled to the end.')).toBeVisible();
  await expect(accept).toBeDisabled();
  await end.scrollIntoViewIfNeeded();
  const accepted: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && /\/agreements\//.test(request.url()) && accepted.push(request.url()));
  // Many people press every button twice.
  await accept.dblclick();
  await expect(heading(page, 'Terms and Conditions')).toBeVisible();
  expect(accepted).toHaveLength(1);
  await expect.poll(async () => (await fetch(`${sandboxUrl()}/mail?to=${encodeURIComponent(email)}`)).text()).toContain('Your copy: Boost Privacy Policy');
});
