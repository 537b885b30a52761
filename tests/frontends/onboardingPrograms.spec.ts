import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { press } from './merchants.ts';
import { newMerchant } from './onboardingMerchant.ts';
import { acceptAll, connectStore, heading, linkBank, next, noMessageService, submit, typeAddress, typeBusiness, typePerson } from './onboardingPages.ts';

/** Each program with its name, its onboarding path, whether that is the checklist, and the card that the test chooses. */
const programs = [
  ['headway', 'Headway', '/onboarding', false, 'physical'],
  ['boost', 'Boost', '/titanium-onboarding', false, 'virtual'],
  ['card', 'Card', '/apply/cc', false, 'virtual'],
  ['harbor-new', 'Harbor', '/onboarding-new', true, 'virtual'],
  ['meridian-new', 'Meridian', '/onboarding-new', true, 'physical'],
] as const;

for (const [program, label, path, isChecklist, choice] of programs) {
  test(`a merchant of ${label} comes from sign-up to an open card alone`, async ({ page, expectConsoleError }) => {
    expectConsoleError(noMessageService);
    const merchant = await newMerchant(page, program);
    await page.goto(siteUrl(program));
    await expect(page).toHaveURL(siteUrl(program) + path);
    await expect(page).toHaveTitle(`Get Started | ${label}`);
    await expect(heading(page, 'Privacy Policy')).toBeVisible();
    await expect(page.getByText(/Step 1 of 8/)).toBeVisible();
    await expect(heading(page, `Get your ${label} card`)).toBeVisible({ visible: isChecklist });

    await acceptAll(page);
    await typeBusiness(page);
    await next(page);
    await typePerson(page);
    await typeAddress(page, { street: '12 Elm Street' });
    await next(page);
    await next(page);
    await submit(page);

    await expect(heading(page, 'Link your bank account')).toBeVisible();
    await expect(page.getByText(/Step 5 of 8/)).toBeVisible();
    await page.getByRole('button', { name: 'Choose your bank' }).click();
    await linkBank(page);
    await expect(heading(page, 'Connect your store or accounting')).toBeVisible();
    await connectStore(page);

    await expect(heading(page, 'Get your card')).toBeVisible();
    if (choice === 'virtual') {
      await page.getByRole('button', { name: 'Issue my card' }).click();
    } else {
      await page.getByRole('radio', { name: /Virtual and physical card/ }).check();
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(heading(page, 'Where should we send your card?')).toBeVisible();
      await expect(page.getByText('By clicking Submit, you agree to recieve a physical credit card')).toBeVisible();
      await expect(page.getByLabel('E-mail')).toHaveValue(merchant.email);
      await page.getByRole('button', { name: 'Use 45 Market Street, Albany, NY 12207' }).click();
      await page.getByLabel('Business Name').fill('Corner Bakery');
      await submit(page);
    }

    await expect(heading(page, 'You are all set')).toBeVisible();
    // The page opens the dashboard by itself after a few seconds; the button is only faster.
    await page
      .getByRole('button', { name: 'Go to your dashboard' })
      .click({ timeout: 5_000 })
      .catch(() => undefined);
    await expect(page).toHaveURL(`${siteUrl(program)}/`);
    await expect(page).toHaveTitle(`Dashboard | ${label}`);

    const receiver: ReceiverAnswer = await merchant.receiver();
    const card = async () => (await merchant.call(`/api/lithic_card?token=${receiver.lithic_card_token}`)).body;
    expect((await card()).spend_limit).toBeGreaterThan(1);
    if (choice === 'physical') {
      // A physical card is printed first, then mailed, and its holder activates it on arrival.
      expect((await card()).state).toBe('PENDING_FULFILLMENT');
      await press('lithic', 'ship_card', { card_token: receiver.lithic_card_token });
      await expect.poll(async () => (await card()).state).toBe('PENDING_ACTIVATION');
      await page.reload();
      await page.getByRole('button', { name: 'I have my card' }).click();
    }
    await expect.poll(async () => (await card()).state).toBe('OPEN');
  });
}
