import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { collectFalseWords, watchHome } from './homeFigures.ts';
import { press } from './merchants.ts';
import { signUpAtTheDoor } from './onboardingMerchant.ts';
import {
  acceptAll,
  connectStore,
  heading,
  linkBank,
  next,
  noMessageService,
  openingHeading,
  start,
  stayAtTheEnd,
  submit,
  submitForm,
  typeAddress,
  typeBusiness,
  typePerson,
} from './onboardingPages.ts';

/** Each program with its name, its onboarding path, whether that is the checklist, and the card that the test chooses. */
const programs = [
  ['headway', 'Headway', '/onboarding', false, 'physical'],
  ['boost', 'Boost', '/titanium-onboarding', false, 'virtual'],
  ['card', 'Card', '/apply/cc', false, 'virtual'],
  ['harbor-new', 'Harbor', '/onboarding-new', true, 'virtual'],
  ['meridian-new', 'Meridian', '/onboarding-new', true, 'physical'],
] as const;

for (const [program, label, path, isChecklist, choice] of programs) {
  test(`a merchant of ${label} comes from the door to the first purchase alone, and home never says what the API does not`, async ({
    page,
    expectConsoleError,
  }) => {
    expectConsoleError(noMessageService);
    const falseWords = await collectFalseWords(page);
    const merchant = await signUpAtTheDoor(page, program);
    await expect(page).toHaveURL(siteUrl(program) + path);
    await expect(page).toHaveTitle(`Get Started | ${label}`);
    await expect(openingHeading(page, label)).toBeVisible();
    await start(page);
    await expect(heading(page, 'Privacy Policy')).toBeVisible();
    await expect(page.getByText(/Step 1 of 8/)).toBeVisible();
    await expect(openingHeading(page, label)).toBeVisible({ visible: isChecklist });

    await acceptAll(page);
    await typeBusiness(page);
    await next(page);
    await typePerson(page);
    await typeAddress(page, { street: '12 Elm Street' });
    await next(page);
    await next(page);
    await submitForm(page);

    await expect(heading(page, 'Link your bank account')).toBeVisible();
    await expect(page.getByText(/Step 5 of 8/)).toBeVisible();
    await page.getByRole('button', { name: 'Choose your bank' }).click();
    await linkBank(page);
    await expect(heading(page, 'Connect your store or accounting')).toBeVisible();
    const store = await connectStore(page, 'Slow Bakery');

    await expect(heading(page, 'Get your card')).toBeVisible();
    const leave = await stayAtTheEnd(page);
    if (choice === 'virtual') {
      await page.getByRole('button', { name: 'Issue my card' }).click();
    } else {
      await page.getByRole('radio', { name: /Virtual and physical card/ }).check();
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(heading(page, 'Where should we send your card?')).toBeVisible();
      await expect(page.getByText('By clicking Submit, you agree to recieve a physical credit card')).toBeVisible();
      await expect(page.getByLabel('Email')).toHaveValue(merchant.email);
      await page.getByRole('button', { name: 'Use 45 Market Street, Albany, NY 12207' }).click();
      await submit(page);
    }

    await expect(heading(page, 'You are all set')).toBeVisible();
    leave();
    // The page opens the dashboard by itself after a few seconds; the button is only faster.
    await page
      .getByRole('button', { name: 'Go to your dashboard' })
      .click({ timeout: 5_000 })
      .catch(() => undefined);
    await expect(page).toHaveURL(`${siteUrl(program)}/`);
    const home = watchHome(page, merchant);
    await expect(page).toHaveTitle(`Dashboard | ${label}`);
    await expect(page.locator('#content')).toBeFocused();

    const receiver: ReceiverAnswer = await merchant.receiver();
    expect(receiver.store_reading).toEqual({ months_read: 0, months_wanted: 12 });
    await home.agrees();
    const purchase = { card_token: receiver.lithic_card_token, amount: 4_210, descriptor: 'FJORD TEXTILES IMPORT' };
    const { token } = await press<{ token: string }>('lithic', 'spend', { ...purchase, settle: 'no' });
    await expect(page.getByRole('row', { name: /FJORD TEXTILES IMPORT/ })).toContainText('$42.10');
    await home.agrees();
    await press('rutter', 'finish_reading', { connection: store });
    await expect(page.getByRole('region', { name: 'Available to Spend' })).not.toContainText('Reading your store', { timeout: 60_000 });
    await press('lithic', 'settle', { token });
    await expect(page.getByRole('row', { name: /FJORD TEXTILES IMPORT/ })).not.toContainText('Pending');
    await home.agrees();
    await home.end();
    expect(await falseWords()).toEqual([]);

    const card = async () => (await merchant.call(`/api/lithic_card?token=${receiver.lithic_card_token}`)).body;
    expect((await card()).spend_limit).toBeGreaterThan(1);
    if (choice === 'physical') {
      // A physical card is printed first, then mailed, and its holder activates it on arrival.
      expect((await card()).state).toBe('PENDING_FULFILLMENT');
      await press('lithic', 'ship_card', { card_token: receiver.lithic_card_token });
      await expect.poll(async () => (await card()).state).toBe('PENDING_ACTIVATION');
      await page.reload();
      await page.getByRole('link', { name: 'I have my card' }).click();
      await page.getByLabel('Last four digits on the plastic').fill((await card()).last_four);
      await page.getByRole('button', { name: 'Activate' }).click();
    }
    await expect.poll(async () => (await card()).state).toBe('OPEN');
  });
}
