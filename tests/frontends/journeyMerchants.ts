import { expect, type Page } from '@playwright/test';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { press } from './merchants.ts';
import type { NewMerchant } from './onboardingMerchant.ts';
import { acceptAll, connectStore, heading, linkBank, next, submit, typeAddress, typeBusiness, typePerson } from './onboardingPages.ts';

/** What merchants do from their first page to their first purchase, as the tests' own words for it. */

interface OnboardOnSite {
  /** The legal name of the business. */
  name: string;
  /** The sales are known already, from the shop that has the app. */
  hasShop: boolean;
}

/** Goes through all of onboarding on the site's own pages, from the first agreement to the dashboard. */
export async function onboardOnSite(page: Page, { name, hasShop }: OnboardOnSite): Promise<void> {
  await acceptAll(page);
  await typeBusiness(page, { name });
  await next(page);
  await typePerson(page);
  await typeAddress(page, { street: '12 Elm Street' });
  await next(page);
  await next(page);
  await submit(page);
  await expect(heading(page, 'Link your bank account')).toBeVisible();
  await page.getByRole('button', { name: 'Choose your bank' }).click();
  await linkBank(page);
  if (!hasShop) {
    await expect(heading(page, 'Connect your store or accounting')).toBeVisible();
    await connectStore(page);
  }
  await expect(heading(page, 'Get your card')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('radio', { name: /Virtual card/ }).check();
  await page.getByRole('button', { name: 'Issue my card' }).click();
  await expect(heading(page, 'You are all set')).toBeVisible({ timeout: 60_000 });
  // The page leaves by itself in a moment; the button only hastens it.
  await page
    .getByRole('button', { name: 'Go to your dashboard' })
    .click({ timeout: 5_000 })
    .catch(() => undefined);
  await expect(heading(page, name)).toBeVisible({ timeout: 60_000 });
}

/** A merchant with a card, as those who keep books know them. */
export interface Cardholder {
  /** The legal name of the business. */
  name: string;
  receiver: ReceiverAnswer;
  cardToken: string;
}

/** Who a merchant is, once there is something to spend on the card. */
export async function cardholder(merchant: NewMerchant, name: string): Promise<Cardholder> {
  await expect.poll(async () => (await merchant.receiver()).totalSpendPowerCents ?? 0, { timeout: 60_000 }).toBeGreaterThan(0);
  const receiver = await merchant.receiver();
  const cardToken = receiver.lithic_card_token ?? '';
  await expect
    .poll(async () => (await merchant.call(`/api/lithic_card?token=${cardToken}`)).body.spend_limit, { timeout: 60_000, message: 'a limit at the issuer' })
    .toBeGreaterThan(1);
  return { name, receiver, cardToken };
}

/** Buys, and has the merchant at the other end take the money at once. */
export async function buy({ cardToken }: Cardholder, amount: number): Promise<void> {
  const bought = await hold({ cardToken }, amount);
  await press('lithic', 'settle', { token: bought });
}

/** Buys, and leaves the amount held on the card. Answers the purchase's token. */
export async function hold({ cardToken }: Pick<Cardholder, 'cardToken'>, amount: number): Promise<string> {
  const { token, result } = await press<{ token: string; result: string }>('lithic', 'spend', {
    card_token: cardToken,
    amount,
    descriptor: 'FJORD TEXTILES IMPORT',
  });
  expect(result).toBe('APPROVED');
  return token;
}

/** Opens home on the site, anew, as this merchant does. */
export type OpenSite = () => Promise<Page>;

/** Waits until a tab of the dashboard's table has just these amounts, in any order. */
export async function expectAmounts(open: OpenSite, tab: 'Card transactions' | 'Repayments', amounts: readonly string[]): Promise<void> {
  await expect(async () => {
    const page = await open();
    await page.getByRole('tab', { name: tab }).click();
    const cells = page.getByRole('tabpanel').locator('tbody [data-column="amount"]');
    await expect(cells).toHaveCount(amounts.length, { timeout: 5_000 });
    expect((await cells.allTextContents()).map((text) => text.trim()).toSorted()).toEqual(amounts.toSorted());
  }).toPass({ timeout: 90_000 });
}
