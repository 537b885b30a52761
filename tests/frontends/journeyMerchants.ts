import { expect, type Page } from '@playwright/test';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { spend, spendApproved } from './merchants.ts';
import type { NewMerchant } from './onboardingMerchant.ts';
import { acceptAll, heading, linkBank, pressToClose, start, verifyBusiness } from './onboardingPages.ts';

// Steps of a merchant from the first page to the first purchase.

interface OnboardOnSite {
  /** The legal name of the business. */
  name: string;
  /** The bank to link. */
  bank: RegExp;
}

/** Goes through all of onboarding on the site's own pages, from the first agreement to the dashboard. The sales are those of the shop that has the app. */
export async function onboardOnSite(page: Page, { name, bank }: OnboardOnSite): Promise<void> {
  await start(page);
  await acceptAll(page);
  await verifyBusiness(page, { name });
  await page.getByRole('button', { name: 'Choose your bank' }).click();
  await linkBank(page, bank);
  await expect(heading(page, 'Get your card')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('radio', { name: /Virtual card/ }).check();
  await page.getByRole('button', { name: 'Issue my card' }).click();
  // The page opens the dashboard by itself after a few seconds, maybe before a busy test has looked; the button is only faster.
  await expect(heading(page, 'You are all set').or(heading(page, name)).first()).toBeVisible({ timeout: 60_000 });
  await page
    .getByRole('button', { name: 'Go to your dashboard' })
    .click({ timeout: 5_000 })
    .catch(() => undefined);
  await expect(heading(page, name)).toBeVisible({ timeout: 60_000 });
}

/** Connects another shop by the window of the settings, beside the one that has the app. */
export async function connectSecondShop(openSite: OpenSite): Promise<void> {
  const page = await openPage(openSite, 'Settings');
  const stores = page.getByRole('region', { name: 'Stores and books' });
  const opened = page.waitForEvent('popup');
  await stores.getByRole('button', { name: 'Connect another store' }).click();
  const window = await opened;
  await window.getByLabel('Store name').fill('Harbor Street Prints');
  await pressToClose(window, 'Connect');
  await expect(stores).toContainText('Harbor Street Prints');
}

/** A merchant with a card, by the names under which the books know them. */
export interface Cardholder {
  /** The legal name of the business. */
  name: string;
  receiver: ReceiverAnswer;
  cardToken: string;
}

/** Waits until a merchant has spending power and a limit on the card, and returns them. */
export async function cardholder(merchant: NewMerchant, name: string): Promise<Cardholder> {
  const isRead = async () => {
    const { store_reading, totalSpendPowerCents } = await merchant.receiver();
    return store_reading === null && (totalSpendPowerCents ?? 0) > 0;
  };
  await expect.poll(isRead, { timeout: 60_000 }).toBe(true);
  const receiver = await merchant.receiver();
  const cardToken = receiver.lithic_card_token ?? '';
  await expect
    .poll(async () => (await merchant.call(`/api/lithic_card?token=${cardToken}`)).body.spend_limit, { timeout: 60_000, message: 'a limit at the issuer' })
    .toBeGreaterThan(1);
  return { name, receiver, cardToken };
}

/** Makes a purchase that settles at once. */
export async function buyAndSettle(holder: Cardholder, amount: number): Promise<void> {
  await spend(holder, amount, { settle: true });
}

/** Makes a purchase whose amount stays held on the card. Returns its token. */
export const hold = async (holder: Cardholder, amount: number): Promise<string> => (await spendApproved(holder, amount)).token;

/** Opens the site's home page afresh, in this merchant's way. */
export type OpenSite = () => Promise<Page>;

/** Opens a page of the site by its link: a session that a shop has handed over ends when the site is loaded anew. */
export async function openPage(openSite: OpenSite, link: 'Cards' | 'Payments' | 'Settings'): Promise<Page> {
  const page = await openSite();
  await page.getByRole('link', { name: link, exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: link })).toBeVisible();
  return page;
}

/** Waits until a tab of the dashboard's table has exactly these amounts, in any order. */
export async function expectAmounts(open: OpenSite, tab: 'Card transactions' | 'Repayments', amounts: readonly string[]): Promise<void> {
  await expect(async () => {
    const page = await open();
    await page.getByRole('tab', { name: tab }).click();
    const cells = page.getByRole('tabpanel').locator('tbody [data-column="amount"]');
    await expect(cells).toHaveCount(amounts.length, { timeout: 5_000 });
    expect((await cells.allTextContents()).map((text) => text.trim()).toSorted()).toEqual(amounts.toSorted());
  }).toPass({ timeout: 90_000 });
}
