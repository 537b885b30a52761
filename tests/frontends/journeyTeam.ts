import { expect } from '@playwright/test';
import { leftAtIssuer } from './fourBooks.ts';
import type { OpenSite } from './journeyMerchants.ts';
import { spend } from './merchants.ts';

// Steps of a merchant with a team.

/** Has the owner raise by one tap on home what a control of a card has declined. */
export async function raiseOnHome(openSite: OpenSite, purchase: string): Promise<void> {
  const page = await openSite();
  const strip = page.getByRole('status', { name: 'Declined purchase' });
  await expect(strip).toContainText(purchase);
  await strip.getByRole('button', { name: /until tonight$/ }).click();
  await expect(strip).toContainText('Try the purchase again.');
}

/** Makes a purchase with a card of the team that settles at once. A new card gets its limit at the issuer a little later. */
export async function buyWith(token: string, amount: number): Promise<void> {
  await expect.poll(() => leftAtIssuer(token), { timeout: 60_000, message: 'a limit at the issuer' }).toBeGreaterThanOrEqual(amount);
  await spend({ cardToken: token }, amount, { settle: true, at: 'BRIGHTPIXEL ADS' });
}
