import { siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { forward } from './forward.ts';
import { press } from './merchants.ts';
import { newMerchant, prepare } from './onboardingMerchant.ts';
import { heading, stayAtTheEnd, submit } from './onboardingPages.ts';
import { closeAccount } from './staff.ts';

test('the page waits for the issuer and continues by itself once the business is accepted', { tag: '@all' }, async ({ page }) => {
  const merchant = await newMerchant(page);
  await prepare(merchant, 'approval', { name: 'Pending Bakery LLC' });
  await page.goto(siteUrl());
  await expect(heading(page, 'Almost there')).toBeVisible();
  await expect(page.getByText('Verifying your business')).toBeVisible();

  const leave = await stayAtTheEnd(page);
  const { lithic_account_holder_token } = await merchant.receiver();
  await press('lithic', 'decide_kyb', { account_holder_token: lithic_account_holder_token, status: 'ACCEPTED' });
  await expect(heading(page, 'You are all set')).toBeVisible();
  leave();
  // After a few seconds the dashboard opens by itself.
  await expect(page).toHaveURL(`${siteUrl()}/`);
  await expect(page).toHaveTitle('Dashboard | Headway');
});

test('a merchant whose account is closed before the card reads that, and is asked for no step', { tag: '@all' }, async ({ page }) => {
  const merchant = await newMerchant(page);
  await prepare(merchant, 'approval', { name: 'Pending Bakery LLC' });
  await closeAccount(merchant);
  await page.goto(siteUrl());
  await expect(heading(page, /^Your account is (being )?closed$/)).toBeVisible();
  await expect(page.getByText('No card opens, and no step is left to take.')).toBeVisible();
  await expect(page.getByText(/^Step \d/)).toHaveCount(0);
});

test('a correction that the issuer wants can be made from any step, with only those fields open', async ({ page }) => {
  const merchant = await newMerchant(page, 'harbor-new');
  await prepare(merchant, 'bank', { name: 'Resubmit Bakery LLC' });
  await page.goto(siteUrl('harbor-new'));
  await expect(page.getByRole('alert').getByText('The card issuer has a question')).toBeVisible();
  await page.getByRole('button', { name: 'See what it is' }).click();

  await expect(heading(page, 'Correct a few details')).toBeVisible();
  const reasons = page.getByRole('list', { name: 'What the card issuer says' });
  await expect(reasons.getByRole('listitem')).toHaveCount(2);
  await expect(reasons).toContainText('does not match official records');
  await expect(page.getByRole('textbox')).toHaveCount(2);
  await expect(page.getByText('You can send it 4 more times.')).toBeVisible();
  await page.getByLabel('Legal business name').fill('');
  await submit(page);
  await expect(page.getByLabel('Legal business name')).toBeFocused();
  await page.getByLabel('Legal business name').fill('Corner Bakery Resubmit LLC');
  await submit(page);

  await expect(heading(page, 'Link your bank account')).toBeVisible();
  await expect(page.getByText('The card issuer has a question')).toHaveCount(0);
  expect((await merchant.receiver()).kybStatus).toBe('ACCEPTED');
});

test('a business that was refused is told why and what to do, corrects what it sent, and is accepted', async ({ page }) => {
  const merchant = await newMerchant(page);
  await prepare(merchant, 'approval', { name: 'Reject Bakery LLC' });
  await page.goto(siteUrl());
  await expect(heading(page, 'Your business was not accepted')).toBeVisible();
  await expect(page.getByRole('list', { name: 'What the card issuer says' })).toBeVisible();
  await page.getByRole('button', { name: 'Check what I sent' }).click();
  await expect(heading(page, 'Check what you sent')).toBeVisible();
  await expect(page.getByLabel(/^SSN or ITIN/)).toHaveValue('•••••6789');
  await page.getByLabel('Legal business name').fill('Corner Bakery LLC');
  await stayAtTheEnd(page);
  await submit(page);
  await expect(heading(page, 'You are all set')).toBeVisible();
});

test('a decision that comes right after a correction was sent is told before the dashboard opens', { tag: '@all' }, async ({ page }) => {
  const merchant = await newMerchant(page);
  await prepare(merchant, 'approval', { name: 'Reject Bakery LLC' });
  await page.route('**/api/users/*/kyb', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const answer = await forward(route);
    const { lithic_account_holder_token } = await merchant.receiver();
    await press('lithic', 'decide_kyb', { account_holder_token: lithic_account_holder_token, status: 'ACCEPTED' });
    await expect.poll(async () => (await merchant.receiver()).completion.every(({ isComplete }) => isComplete)).toBe(true);
    return route.fulfill({ response: answer });
  });
  await page.goto(siteUrl());
  await page.getByRole('button', { name: 'Check what I sent' }).click();
  await page.getByLabel('Legal business name').fill('Pending Bakery LLC');
  await stayAtTheEnd(page);
  await submit(page);
  await expect(heading(page, 'You are all set')).toBeVisible();
});

test('a document is uploaded straight to the issuer, and the page says how many attempts are left', { tag: '@all' }, async ({ page }) => {
  const merchant = await newMerchant(page);
  await prepare(merchant, 'approval', { name: 'Document Bakery LLC' });
  await page.goto(siteUrl());
  await expect(heading(page, 'Send a document')).toBeVisible();
  await expect(page.getByText('You can send a document 2 more times.')).toBeVisible();
  await page.getByRole('radio', { name: 'Tax return' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled();
  // The next field follows it.
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
  const chooseFile = () => page.getByLabel('The document').setInputFiles({ name: 'tax-return.png', mimeType: 'image/png', buffer: Buffer.from('a picture') });
  await chooseFile();
  // Another document is another file.
  await page.getByRole('button', { name: 'Another document' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled();
  await chooseFile();
  await stayAtTheEnd(page);
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Send' }).click();
  expect((await sent).headers()).not.toHaveProperty('authorization');
  await expect(heading(page, 'You are all set')).toBeVisible();
});
