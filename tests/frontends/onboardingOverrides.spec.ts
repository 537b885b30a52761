import type { Page } from '@playwright/test';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { completionChecklist } from '../../server/domain/onboarding/onboarding.ts';
import { siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { newMerchant, prepare } from './onboardingMerchant.ts';
import { goWithinSite, heading } from './onboardingPages.ts';
import { signInAs } from './people.ts';

/** Gives the page a record with overridden fields, in place of the server's answer. */
async function override(page: Page, merchant: { receiver: () => Promise<ReceiverAnswer> }, fields: Partial<ReceiverAnswer>): Promise<void> {
  const record = { ...(await merchant.receiver()), ...fields };
  const facts = { plaid_account_verification_status: null, kybStatus: record.kybStatus, card: null };
  await page.route(/\/api\/receiver(\?|$)/, (route) => route.fulfill({ json: { ...record, completion: completionChecklist(record, facts) } }));
}

test('overridden steps are skipped', async ({ page }) => {
  const merchant = await newMerchant(page);
  await prepare(merchant, 'kyb');
  await override(page, merchant, { lithic_account_holder_token: 'BLANK', plaid_access_token: 'BLANK', plaid_item_id: 'BLANK' });
  await page.goto(siteUrl());
  await expect(heading(page, 'Connect your store or accounting')).toBeVisible();
  await override(page, merchant, { lithic_account_holder_token: 'BLANK', plaid_access_token: 'BLANK', plaid_item_id: 'BLANK', rutter_access_token: 'BLANK' });
  await page.reload();
  await expect(heading(page, 'Get your card')).toBeVisible();
});

test('the page shows the step that its address asks for, and the server still says what comes first', async ({ page, expectConsoleError }) => {
  expectConsoleError(/409/);
  await newMerchant(page);
  await page.goto(`${siteUrl()}/onboarding?onboardingStep=9`);
  await expect(heading(page, 'Get your card')).toBeVisible();
  await page.getByRole('button', { name: 'Issue my card' }).click();
  await expect(page.getByRole('alert').getByText('Accept the Privacy Policy first.')).toBeVisible();
});

test('staff who view a customer see the step and cannot take it for them', async ({ page, anotherBrowser }) => {
  const merchant = await newMerchant(page);
  // The record of a customer is created by their first call.
  await merchant.receiver();
  const staff = await anotherBrowser();
  await signInAs(staff, 'support@demo.localhost', `/?boss=true`);
  await staff.goto(`${siteUrl()}/onboarding?masqueradeAs=${encodeURIComponent(merchant.email)}`);
  await expect(heading(staff, 'Privacy Policy')).toBeVisible();
  await expect(staff.getByText('Only the customer can do this, signed in as themselves.')).toBeVisible();
  await expect(staff.getByRole('button', { name: 'Accept and continue' })).toHaveCount(0);
});

test('a step in the address that has no screen is said to have none, and the way leads on', async ({ page }) => {
  await newMerchant(page);
  await page.goto(`${siteUrl()}/onboarding?onboardingStep=0`);
  for (const [step, reason] of [
    ['0', 'There is no step “0”. The steps have the numbers 1 to 11.'],
    ['99', 'There is no step “99”. The steps have the numbers 1 to 11.'],
    ['four', 'There is no step “four”. The steps have the numbers 1 to 11.'],
    ['7', 'Step 7 has nothing to show yet: no bank account is linked.'],
    ['11', 'Step 11 has nothing to show yet: no business verification was sent.'],
  ] as const) {
    await goWithinSite(page, `/onboarding?onboardingStep=${step}`);
    await expect(heading(page, 'This step has no screen')).toBeVisible();
    await expect(page.getByText(reason)).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go to the next step' }).click();
  await expect(heading(page, 'Get your Headway card')).toBeVisible();
  expect(page.url()).toBe(`${siteUrl()}/onboarding`);
});
