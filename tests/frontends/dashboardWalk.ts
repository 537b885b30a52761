import { expect, type Page } from '@playwright/test';
import type { ProgramKey } from '../../server/domain/program/programKeys.ts';
import { siteUrl } from './addresses.ts';
import { expectNoFindingsInAnyLight } from './axe.ts';
import { cardIsDrawn, charge, openHome } from './dashboard.ts';
import { onboardedMerchant, press } from './merchants.ts';
import { openMenu } from './people.ts';

interface Judge {
  expectNoFindings: (page: Page, what: string) => Promise<void>;
  expectItFits: (page: Page) => Promise<void>;
}

/** Makes a merchant with a purchase and a decline, opens home of a brand and the details of a row, and has both judged. */
export async function walkHome(page: Page, program: ProgramKey, { expectNoFindings, expectItFits }: Judge): Promise<void> {
  const merchant = await onboardedMerchant({ program, name: 'Corner Bakery and Coffee Roasters of Upper Lake County LLC' });
  await charge(merchant, 8_410);
  await press('lithic', 'decline', { card_token: merchant.cardToken, amount: 4_200, descriptor: 'FJORD TEXTILES IMPORT', reason: 'INSUFFICIENT_FUNDS' });
  await openHome(page, merchant);
  await expect(page.getByRole('status', { name: 'Declined purchase' })).toContainText('$42.00 at FJORD TEXTILES IMPORT');
  await expect(page.getByText('Corner Bakery and', { exact: true })).toBeVisible();

  await page.goto(`${siteUrl(program)}/`);
  await expect(page.getByRole('tabpanel').locator('tbody tr')).toHaveCount(1);
  await cardIsDrawn(page);
  // Each brand arranges its home.
  await expectNoFindingsInAnyLight(page, 'home');
  await expectItFits(page);
  await page.getByRole('tabpanel').locator('tbody tr').click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'History' })).toBeVisible();
  await expectNoFindings(page, 'details of a row');
}

/** What each page but home shows once it has read what it shows. */
const isShown = {
  '/transactions': (page: Page) => expect(page.getByRole('tabpanel').locator('tbody tr')).toHaveCount(1),
  '/payments': (page: Page) => expect(page.getByRole('region', { name: 'Repayment calendar' })).toContainText('$84.10'),
  '/card': cardIsDrawn,
  '/insights': (page: Page) => expect(page.getByRole('region', { name: 'Why this limit' })).toContainText('Total limit'),
  '/reports': (page: Page) => expect(page.getByRole('button', { name: /, PDF$/ })).toHaveCount(12),
  '/settings': (page: Page) => expect(page.getByRole('heading', { name: 'Nobody has looked yet' })).toBeVisible(),
} as const;

type PagePath = keyof typeof isShown;
export const allPaths = Object.keys(isShown) as PagePath[];

/** Opens pages of a brand's dashboard, as the merchant of `walkHome`, and has each judged. */
export async function walkPages(page: Page, program: ProgramKey, paths: readonly PagePath[], { expectNoFindings, expectItFits }: Judge): Promise<void> {
  for (const path of paths) {
    await page.goto(siteUrl(program) + path);
    await isShown[path](page);
    await expectNoFindings(page, path);
    await expectItFits(page);
  }
}

/** Opens the filters, the payment and the help of the default brand's dashboard, as the merchant of `walkHome`, and has each judged. */
export async function walkDialogs(page: Page, { expectNoFindings, expectItFits }: Judge): Promise<void> {
  await page.goto(`${siteUrl()}/transactions?min=1.00&status=settled`);
  await expect(page.getByRole('button', { name: 'Remove the filter Settled' })).toBeVisible();
  await expectNoFindings(page, 'filters in words');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  await expectNoFindings(page, 'filters');
  await expectItFits(page);
  await page.goto(`${siteUrl()}/payments`);
  await page.getByRole('region', { name: 'You owe' }).getByRole('button', { name: 'Pay now' }).click();
  await page.getByRole('dialog', { name: 'Pay now' }).getByRole('button', { name: 'Another amount' }).click();
  await page.getByLabel('Amount in US dollars').fill('50');
  await expect(page.getByRole('button', { name: 'Pay $50.00' })).toBeEnabled();
  await expectNoFindings(page, 'paying now');
  await expectItFits(page);
  await page.goto(siteUrl());
  await openMenu(page);
  await page.getByRole('button', { name: 'Help' }).click();
  await expect(page.getByRole('dialog', { name: 'Help' }).getByRole('region', { name: 'Support' })).toBeVisible();
  await expectNoFindings(page, 'help');
  await expectItFits(page);
}
