import { expect, type Page } from '@playwright/test';
import { type OnboardedMerchant, press, signInAsMerchant } from './merchants.ts';

/** What tests do on the dashboard, in their own words. */

/** Opens a page of the dashboard as a merchant, and waits until it is there: its code and the account come first. */
export async function openHome(page: Page, merchant: OnboardedMerchant, path = '/'): Promise<void> {
  await signInAsMerchant(page, merchant, path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 });
}

/** Charges a merchant's card at the issuer, which asks nobody first: the purchase has settled. */
export async function charge({ cardToken }: OnboardedMerchant, amount: number, at = 'FJORD TEXTILES IMPORT'): Promise<void> {
  await press('lithic', 'force_post', { card_token: cardToken, amount, descriptor: at });
}
