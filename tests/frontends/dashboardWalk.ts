import { expect, type Page } from '@playwright/test';
import { dashboardPageNames } from '../../server/domain/access/pageNames.ts';
import type { ProgramKey } from '../../server/domain/basics/programKeys.ts';
import { siteUrl } from './addresses.ts';
import { expectNoFindingsInAnyLight, expectReadableInAnyLight } from './axe.ts';
import { cardIsDrawn, charge, content, openHome } from './dashboard.ts';
import { onboardedMerchant, press } from './merchants.ts';
import { openMenu } from './people.ts';
import { isPhone } from './screen.ts';

interface Judge {
  expectNoFindings: (page: Page, what: string, part?: string) => Promise<void>;
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
  await expect(page.getByRole('tabpanel').locator('tbody tr')).toHaveCount(1);
  await cardIsDrawn(page);
  // Each brand arranges its home.
  await expectNoFindingsInAnyLight(page, 'home');
  await expectItFits(page);
  await page.getByRole('tabpanel').locator('tbody tr').click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'History' })).toBeVisible();
  await expectNoFindings(page, 'details of a row', ':is(dialog[open], [role="dialog"])');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Goes to a page by its link in the sidebar, or in the bar and the menu of a phone, and waits until the page before is gone. */
export async function goTo(page: Page, path: PagePath): Promise<void> {
  const link = page.locator(`nav a[href="${path}"]`).filter({ visible: true }).first();
  if (!(await link.isVisible())) await openMenu(page);
  await link.click();
  await expect(content(page).getByRole('heading', { level: 1, name: dashboardPageNames[path] })).toBeVisible();
}

/** A text of each page but home, shown once its data are read. */
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

/** Goes from page to page of a dashboard, as the merchant of `walkHome`, and has each judged. */
export async function walkPages(page: Page, paths: readonly PagePath[], { expectNoFindings, expectItFits }: Judge): Promise<void> {
  for (const path of paths) {
    await goTo(page, path);
    await isShown[path](page);
    await expectNoFindings(page, path);
    await expectItFits(page);
  }
}

/** Opens the filters, the help and the payment of the default brand's dashboard, as the merchant of `walkHome`, and has each judged. */
export async function walkDialogs(page: Page, { expectNoFindings, expectItFits }: Judge): Promise<void> {
  await page.goto(`${siteUrl()}/transactions?min=1.00&status=settled`);
  await expect(page.getByRole('button', { name: 'Remove the filter Settled' })).toBeVisible();
  await expectNoFindings(page, 'filters in words');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  await expectNoFindings(page, 'filters');
  await expectItFits(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await openMenu(page);
  if (isPhone(page)) await expectReadableInAnyLight(page, 'the bar and the menu of a phone');
  await page.getByRole('button', { name: 'Help' }).click();
  await expect(page.getByRole('dialog', { name: 'Help' }).getByRole('region', { name: 'Support' })).toBeVisible();
  await expectNoFindings(page, 'help');
  await expectItFits(page);

  await page.goto(`${siteUrl()}/payments`);
  await page.getByRole('region', { name: 'You owe' }).getByRole('button', { name: 'Pay now' }).click();
  await page.getByRole('dialog', { name: 'Pay now' }).getByRole('button', { name: 'Another amount' }).click();
  await page.getByLabel('Amount in US dollars').fill('50');
  await expect(page.getByRole('button', { name: 'Pay $50.00' })).toBeEnabled();
  await expectNoFindings(page, 'paying now');
  await expectItFits(page);
}
