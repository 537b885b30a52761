import { expect, type Page } from '@playwright/test';
import { siteUrl } from './addresses.ts';
import { type OpenSite, openPage } from './journeyMerchants.ts';
import { linkInMail } from './mailbox.ts';
import { heading, linkBank } from './onboardingPages.ts';

// Steps of a merchant whose repayments meet trouble, which they mend alone.

/** Moves a draw that looks short from home to the first day offered. Returns that day in words. */
export async function moveShortDraw(openSite: OpenSite, line: RegExp): Promise<string> {
  const page = await openSite();
  const told = page.getByRole('status', { name: 'The next draw' });
  await expect(told).toContainText(line);
  await told.getByRole('link', { name: 'See what you can do' }).click();
  const panel = page.getByRole('region', { name: 'Your bank account looks short' });
  await panel.getByRole('button', { name: 'Move the draw' }).click();
  const day = (await panel.getByRole('group', { name: 'Draw it on' }).getByRole('button').first().textContent()) ?? '';
  await panel.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('region', { name: 'It is arranged' })).toContainText(`is drawn on ${day}.`);
  await expect(page.getByRole('list', { name: 'Repayments to come' })).toContainText(`is drawn on ${day}.`);
  return day;
}

/** Links another account in place of one that is closed, and pays what came back. */
export async function mendClosedAccount(openSite: OpenSite, { says, bank, amount }: { says: string; bank: RegExp; amount: string }): Promise<void> {
  const site = await openSite();
  await expect(site.getByText('A repayment came back from your bank account and is still owed.')).toBeVisible();
  await site.getByRole('button', { name: 'Choose your bank' }).click();
  await linkBank(site, bank);
  await expect(site.getByText('Card Paused')).toBeVisible();
  const page = await openPage(openSite, 'Payments');
  const failed = page.getByRole('list', { name: 'Payments so far' }).getByRole('listitem').first();
  await expect(failed).toContainText(says);
  await page.getByRole('region', { name: 'You owe' }).getByRole('button', { name: 'Pay now' }).click();
  await page
    .getByRole('dialog', { name: 'Pay now' })
    .getByRole('button', { name: `Pay ${amount}` })
    .click();
  await expect(page.getByRole('dialog', { name: /^Your payment of .* has started$/ })).toBeVisible();
}

/** Asks for a sign-in link at the site, as the owner of a shop does after the app is gone, and follows it. */
export async function signInByMail(page: Page, email: string): Promise<Page> {
  await page.goto(`${siteUrl()}/mails/sign_in`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(heading(page, 'Look into your mailbox')).toBeVisible();
  await page.goto(await linkInMail('sign_in', email, /^Sign in to Headway/));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Continue to your account' }).click();
  await expect(page.getByText('Total Outstanding')).toBeVisible();
  return page;
}
