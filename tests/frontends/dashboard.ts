import { expect, type Locator, type Page } from '@playwright/test';
import { type OnboardedMerchant, press, signInAsMerchant } from './merchants.ts';

// Steps that tests take on the dashboard.

/** The content of a page that is loaded. */
export const content = (page: Page) => page.locator('#content');

/** Opens a page of the dashboard as a merchant, and waits until its code and the account are loaded. Its placeholder has a heading too. */
export async function openHome(page: Page, merchant: OnboardedMerchant, path = '/'): Promise<void> {
  await signInAsMerchant(page, merchant, path);
  await expect(content(page).getByRole('heading', { level: 1 })).toBeVisible();
}

/** Charges a merchant's card at the issuer without an authorization, so that the purchase is settled at once. */
export async function charge({ cardToken }: OnboardedMerchant, amount: number, at = 'FJORD TEXTILES IMPORT'): Promise<void> {
  await press('lithic', 'force_post', { card_token: cardToken, amount, descriptor: at });
}

/**
 * Waits until the issuer's frame of the card is loaded: one that is loaded while a page is judged is gone for whoever looked into it. Its
 * style sheet is ours and hides what copies the number: until it is there, a part that keys pass by could be pressed.
 */
export async function cardIsDrawn(page: Page): Promise<void> {
  const frame = page.frameLocator('iframe[title="Your card"]');
  await expect(frame.locator('#card')).toBeAttached();
  await expect.poll(() => frame.locator('html').evaluate(() => document.readyState)).toBe('complete');
}

/**
 * Presses a button that has something read again, until that is there. News of the account may have the page read it by itself before the
 * press, and a failed answer that is still under way brings the button back: that it is gone says nothing.
 */
export async function pressTryAgain(button: Locator, read: Locator): Promise<void> {
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 2_000 });
    await expect(read).toBeVisible({ timeout: 3_000 });
  }).toPass();
}
