import { expect, type Page } from '@playwright/test';
import { siteUrl } from './addresses.ts';
import { leftAtIssuer } from './fourBooks.ts';
import { type OpenSite, openPage } from './journeyMerchants.ts';
import { signInWithPassword, spend } from './merchants.ts';
import { invite, team } from './teamPages.ts';

// Steps of a merchant with a team: somebody's card, its control, and its loss.

interface TeamCard {
  /** The name of the card and of the person who gets it. */
  name: string;
  holder: string;
  /** The most that a purchase may be, in dollars. */
  perPurchase: string;
}

/** Invites somebody, and adds a card for them. Returns their address and the card's token. */
export async function addHolderWithCard(openSite: OpenSite, { name, holder, perPurchase }: TeamCard): Promise<{ email: string; token: string }> {
  const page = await openPage(openSite, 'Settings');
  await expect(team(page)).toContainText('You are the only one.');
  const email = await invite(page, 'Cardholder', holder);
  await page.goto(`${siteUrl()}/card`);
  await page.getByRole('button', { name: 'Add a card' }).click();
  const form = page.getByRole('dialog', { name: 'Add a card' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Holder').selectOption(holder);
  await form.getByLabel('Per purchase').fill(perPurchase);
  await form.getByRole('button', { name: 'Add a card' }).click();
  await expect(form).toHaveCount(0);
  const added = page.getByRole('region', { name: 'Open cards' }).getByRole('listitem').filter({ hasText: name });
  await expect(added).toContainText(holder);
  return { email, token: await tokenOfLink(added.getByRole('link', { name })) };
}

/** Expects that somebody who signs in sees the one card that they hold, and nothing of the account. */
export async function expectOwnCardOnly(page: Page, email: string, name: string): Promise<void> {
  await signInWithPassword(page, { email, path: '/' });
  await expect(page).toHaveURL(`${siteUrl()}/card`);
  const cards = page.getByRole('region', { name: 'Open cards' }).getByRole('listitem');
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText(name);
  await expect(page.getByRole('link', { name: 'Payments' })).toHaveCount(0);
}

/** Has the owner raise by one tap on home what a control of a card has declined. */
export async function raiseOnHome(openSite: OpenSite, purchase: string): Promise<void> {
  const page = await openSite();
  const strip = page.getByRole('status', { name: 'Declined purchase' });
  await expect(strip).toContainText(purchase);
  await strip.getByRole('button', { name: /until tonight$/ }).click();
  await expect(strip).toContainText('Try the purchase again.');
}

/** Reports a card lost on its page. Returns the token of the card that takes its place. */
export async function reportLost(openSite: OpenSite, token: string, name: string): Promise<string> {
  const page = await openPage(openSite, 'Cards');
  await page.getByRole('region', { name: 'Open cards' }).getByRole('link', { name }).click();
  await page.getByRole('button', { name: /^Lost/ }).click();
  const dialog = page.getByRole('dialog', { name: `What happened to ${name}?` });
  await dialog.getByRole('radio', { name: /^I lost it/ }).check();
  await dialog.getByRole('button', { name: 'Close it and get a new card' }).click();
  const done = page.getByRole('dialog', { name: 'Done' });
  await expect(done).toContainText(/Closed\. Your new card •••• \d{4} works online now\./);
  await done.getByRole('button', { name: 'Open the new card' }).click();
  await expect(page).not.toHaveURL(new RegExp(token));
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Makes a purchase with a card of the team that settles at once. A new card gets its limit at the issuer a little later. */
export async function buyWith(token: string, amount: number): Promise<void> {
  await expect.poll(() => leftAtIssuer(token), { timeout: 60_000, message: 'a limit at the issuer' }).toBeGreaterThanOrEqual(amount);
  await spend({ cardToken: token }, amount, { settle: true, at: 'BRIGHTPIXEL ADS' });
}

const tokenOfLink = async (link: ReturnType<Page['getByRole']>) => (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
