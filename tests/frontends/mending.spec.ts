import type { FrameLocator, Page } from '@playwright/test';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { siteUrl } from './addresses.ts';
import { charge, openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { transfersOf } from './fourBooks.ts';
import { type OnboardedMerchant, onboardedMerchant, press } from './merchants.ts';
import { linkBank } from './onboardingPages.ts';
import { appFrame, onboardedShop, pageOf } from './store.ts';

/** A purchase that the issuer declines without asking us. */
const decline = ({ cardToken }: OnboardedMerchant, reason: string) =>
  press('lithic', 'decline', { card_token: cardToken, amount: 4_200, descriptor: 'FJORD TEXTILES IMPORT', reason });

/** A decline, its words, and its link with what is found behind it; without a link it says who mends it and by when. */
interface Walk {
  reason: string;
  says: RegExp;
  link?: string;
  found?: (part: Page | FrameLocator) => ReturnType<Page['getByRole']>;
}

const details = (part: Page | FrameLocator) => part.getByRole('button', { name: 'Show card details' });
const anotherCard = (part: Page | FrameLocator) => part.getByRole('button', { name: 'Add a card' });
const address = (part: Page | FrameLocator) => part.getByRole('heading', { name: 'Billing address' });

const walks: readonly Walk[] = [
  { reason: 'ADDRESS_INCORRECT', says: /billing address that was entered does not match/, link: 'See the billing address', found: address },
  { reason: 'CARD_SECURITY_CODE_INCORRECT', says: /Check number, expiry and security code/, link: 'See the card’s details', found: details },
  { reason: 'INCORRECT_PIN', says: /The PIN was not right/, link: 'See the card’s details', found: details },
  { reason: 'CARD_EXPIRED', says: /This card has expired/, link: 'See your cards', found: anotherCard },
  { reason: 'CARD_CLOSED', says: /This card is closed/, link: 'See your cards', found: anotherCard },
  { reason: 'AUTH_RULE_BLOCKED_MCC', says: /The card issuer allows no card of this kind at such a store, and that stays so/ },
  { reason: 'LITHIC_SYSTEM_ERROR', says: /mends that by itself\. Try again in a few minutes/ },
];

test('each decline that the merchant mends by another entry or another card leads there, and each other says who mends it and by when', async ({ page }) => {
  test.slow();
  const merchant = await onboardedMerchant();
  await openHome(page, merchant);
  const strip = page.getByRole('status', { name: 'Declined purchase' });
  for (const { reason, says, link, found } of walks) {
    await decline(merchant, reason);
    await page.goto(siteUrl());
    await expect(strip).toContainText(says);
    if (link === undefined || found === undefined) {
      await expect(strip.getByRole('link')).toHaveCount(0);
      continue;
    }
    await strip.getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(/\/cards?(\/|$)/);
    await expect(found(page)).toBeInViewport();
  }
  await decline(merchant, 'SUSPECTED_FRAUD');
  await page.goto(siteUrl());
  await expect(strip.getByRole('link', { name: 'Write to support' })).toHaveAttribute('href', /^mailto:.+@/);
});

const home = (page: Page) => page.getByRole('status', { name: 'Hold on the account' });
const failed = (page: Page) => page.getByRole('list', { name: 'Payments so far' }).getByRole('listitem').first();

/** Pays all that is owed, and has the bank send it back. */
async function sendBack({ call, receiver }: OnboardedMerchant, code: string): Promise<void> {
  const { payable, business_name } = await call<ReceiverAnswer>('/api/receiver');
  const debits = async () => (await transfersOf(business_name ?? '')).filter(({ amount }) => amount === (payable.most_cents / 100).toFixed(2));
  const known = (await debits()).map(({ id }) => id);
  await call(`/api/users/${receiver.token}/pay_now`, { method: 'POST', body: { pay: 'all', amount_cents: payable.most_cents } });
  const newest = async () => (await debits()).find(({ id }) => !known.includes(id))?.id;
  await expect.poll(newest, { timeout: 30_000 }).toBeDefined();
  await press('plaid', 'fail_repayment', { transfer_id: await newest(), code });
  await expect.poll(async () => (await call<ReceiverAnswer>('/api/receiver')).blocks, { timeout: 30_000 }).toContain('unpaid_draw');
}

/** Buys for an amount that no other test pays, and waits until it can be paid. */
async function owe(merchant: OnboardedMerchant, amount: number): Promise<void> {
  await charge(merchant, amount);
  await expect.poll(async () => (await merchant.call<ReceiverAnswer>('/api/receiver')).payable.most_cents, { timeout: 30_000 }).toBe(amount);
}

test('a repayment that came back is mended alone, whatever the bank said: by another bank, a new authorization and a payment', async ({ page }) => {
  test.setTimeout(600_000);
  const merchant = await onboardedMerchant({ name: 'Mending Bakery LLC' });
  await owe(merchant, 8_437);
  const bank = page.getByRole('region', { name: 'Bank account', exact: true });
  const linkAnother = async (button: string) => {
    await bank.getByRole('button', { name: button }).click();
    await page.getByRole('dialog', { name: button }).getByRole('button', { name: 'Choose an account' }).click();
    await linkBank(page);
    await expect(bank).toContainText('Linked and working.');
  };
  await openHome(page, merchant);

  await test.step('an account that is frozen leads to another', async () => {
    await sendBack(merchant, 'R16');
    await page.goto(`${siteUrl()}/payments`);
    await expect(failed(page)).toContainText('The account is frozen.', { timeout: 30_000 });
    await failed(page).getByRole('link', { name: 'Link a bank account' }).click();
    await linkAnother('Change bank account');
  });

  await test.step('an authorization that was withdrawn is given again', async () => {
    await sendBack(merchant, 'R07');
    await page.goto(`${siteUrl()}/payments`);
    await expect(failed(page)).toContainText('You withdrew the authorization for debits at your bank.', { timeout: 30_000 });
    await failed(page).getByRole('link', { name: 'Authorize debits' }).click();
    await bank.getByRole('button', { name: 'Authorize debits' }).click();
    await expect(bank).toContainText(/You authorized debits of .+ on /);
    await linkAnother('Change bank account');
  });

  await test.step('an account that is closed leads to another, from home as well', async () => {
    await sendBack(merchant, 'R02');
    await expect.poll(async () => (await merchant.call<ReceiverAnswer>('/api/receiver')).payable.obstacle, { timeout: 30_000 }).toBe('no_bank');
    await page.goto(siteUrl());
    await expect(home(page)).toContainText('A repayment did not go through and is still owed');
    await home(page).getByRole('link', { name: 'Link a bank account' }).click();
    await linkAnother('Link a bank account');
  });

  await test.step('the payment that lacked money is made again, and ends the hold', async () => {
    await sendBack(merchant, 'R01');
    await page.goto(siteUrl());
    await expect(home(page)).toContainText('Nothing can be spent until it is paid.', { timeout: 30_000 });
    await home(page).getByRole('button', { name: 'Pay now' }).click();
    await page.getByRole('dialog', { name: 'Pay now' }).getByRole('button', { name: 'Pay $84.37' }).click();
    await page.getByRole('dialog', { name: 'Your payment is on its way' }).getByRole('button', { name: 'Done' }).click();
    await expect(home(page).getByRole('button', { name: 'Pay now' })).toHaveCount(0);
  });
});

test('the app in the store’s admin leads to what mends a decline, and a repayment that came back', async ({ page }) => {
  test.slow();
  const shop = await onboardedShop(page);
  const app = appFrame(page);
  for (const { reason, says, link, found } of walks) {
    if (link === undefined || found === undefined) continue;
    await decline(shop, reason);
    await page.goto(shop.adminUrl);
    await expect(app.getByText(says)).toBeVisible({ timeout: 30_000 });
    await app.getByRole('link', { name: link }).click();
    await expect(found(app)).toBeVisible();
  }

  await owe(shop, 8_439);
  await sendBack(shop, 'R01');
  await page.goto(pageOf(shop, 'insights'));
  await expect(app.getByText('A repayment did not go through and is still owed.')).toBeVisible({ timeout: 30_000 });
  await page.goto(shop.adminUrl);
  await expect(app.getByText('Nothing can be spent until it is paid.')).toBeVisible();
  await app.getByRole('link', { name: 'Pay now' }).first().click();
  await app.getByRole('button', { name: 'Pay now' }).first().click();
  await app.getByRole('button', { name: 'Pay $84.39' }).click();
  await expect(app.getByText('$84.39 is already on its way from your bank.').first()).toBeVisible();
});
