import type { Page } from '@playwright/test';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import type { ProgramKey } from '../../server/domain/basics/programKeys.ts';
import { siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { collectFalseWords, expectHomeAgrees, watchHome } from './homeFigures.ts';
import { press, spendApproved } from './merchants.ts';
import { type NewMerchant, prepare, signUpAtTheDoor } from './onboardingMerchant.ts';
import {
  acceptAll,
  connectStore,
  heading,
  linkBank,
  noMessageService,
  openingHeading,
  start,
  stayAtTheEnd,
  submit,
  verifyBusiness,
} from './onboardingPages.ts';

interface Brand {
  program: ProgramKey;
  label: string;
  /** Its onboarding path. */
  path: string;
  /** Whether that path is the checklist. */
  isChecklist: boolean;
}

/** A brand of each way to arrange the steps; merchants take different cards there. */
const whole: readonly (Brand & { choice: 'physical' | 'virtual' })[] = [
  { program: 'headway', label: 'Headway', path: '/onboarding', isChecklist: false, choice: 'physical' },
  { program: 'harbor-new', label: 'Harbor', path: '/onboarding-new', isChecklist: true, choice: 'virtual' },
];

/** The brands whose steps are arranged as in one of those. */
const alike: readonly Brand[] = [
  { program: 'boost', label: 'Boost', path: '/titanium-onboarding', isChecklist: false },
  { program: 'card', label: 'Card', path: '/apply/cc', isChecklist: false },
  { program: 'meridian-new', label: 'Meridian', path: '/onboarding-new', isChecklist: true },
];

/** Signs up at a brand's door, and goes on to the first agreement. */
async function comeIn(page: Page, { program, label, path, isChecklist }: Brand): Promise<NewMerchant> {
  const merchant = await signUpAtTheDoor(page, program);
  await expect(page).toHaveURL(siteUrl(program) + path);
  await expect(page).toHaveTitle(`Get Started | ${label}`);
  await expect(openingHeading(page, label)).toBeVisible();
  await start(page);
  await expect(heading(page, 'Privacy Policy')).toBeVisible();
  await expect(page.getByText(/Step 1 of 8/)).toBeVisible();
  await expect(openingHeading(page, label)).toBeVisible({ visible: isChecklist });
  return merchant;
}

/** Takes every step from the first agreement to the choice of a card. Returns the provider's id of the store's connection. */
async function takeSteps(page: Page): Promise<string> {
  await acceptAll(page);
  await verifyBusiness(page);
  await expect(page.getByText(/Step 5 of 8/)).toBeVisible();
  await page.getByRole('button', { name: 'Choose your bank' }).click();
  await linkBank(page);
  await expect(heading(page, 'Connect your store or accounting')).toBeVisible();
  return connectStore(page, 'Slow Bakery');
}

/** Chooses a card, and leaves the last step for the dashboard. */
async function chooseCard(page: Page, { email, program }: NewMerchant, { label, choice }: { label: string; choice: 'physical' | 'virtual' }): Promise<void> {
  await expect(heading(page, 'Get your card')).toBeVisible();
  const leave = await stayAtTheEnd(page);
  if (choice === 'virtual') {
    await page.getByRole('button', { name: 'Issue my card' }).click();
  } else {
    await page.getByRole('radio', { name: /Virtual and physical card/ }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(heading(page, 'Where should we send your card?')).toBeVisible();
    await expect(page.getByText('By clicking Submit, you agree to recieve a physical credit card')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
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
  await expect(page).toHaveTitle(`Dashboard | ${label}`);
  await expect(page.locator('#content')).toBeFocused();
}

for (const { choice, ...brand } of whole) {
  test(`a merchant of ${brand.label} comes from the door to the first purchase alone, and home never says what the API does not`, async ({
    page,
    expectConsoleError,
  }) => {
    expectConsoleError(noMessageService);
    const falseWords = await collectFalseWords(page);
    const merchant = await comeIn(page, brand);
    const store = await takeSteps(page);
    await chooseCard(page, merchant, { ...brand, choice });
    const home = watchHome(page, merchant);

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

for (const brand of alike) {
  test(`a merchant of ${brand.label} comes in at its own door and path, gets its card, and sees the first purchase at home as the API has it`, async ({
    page,
  }) => {
    const falseWords = await collectFalseWords(page);
    const merchant = await comeIn(page, brand);
    // The steps between are those of the brands above.
    await prepare(merchant, 'card');
    await page.reload();
    await chooseCard(page, merchant, { ...brand, choice: 'virtual' });
    const { lithic_card_token } = await merchant.receiver();
    await spendApproved({ cardToken: lithic_card_token ?? '' }, 4_210);
    await expect(page.getByRole('row', { name: /FJORD TEXTILES IMPORT/ })).toContainText('$42.10');
    await expectHomeAgrees(page, merchant);
    expect(await falseWords()).toEqual([]);
  });
}
