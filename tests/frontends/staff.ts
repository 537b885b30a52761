import { expect, type Locator, type Page } from '@playwright/test';
import type { ProgramKey } from '../../server/domain/basics/programKeys.ts';
import type { Answer } from '../support/ask.ts';
import { authUrl } from './addresses.ts';
import { press } from './merchants.ts';
import { merchantOf, type NewMerchant } from './onboardingMerchant.ts';
import { openSignedIn } from './people.ts';

// Steps of staff in a browser.

/** Opens a page of the site as one of the demo staff. */
export const signInAsStaff = (page: Page, role: 'support' | 'admin', path: string, program: ProgramKey = 'headway'): Promise<void> =>
  openSignedIn(page, { email: `${role}@demo.localhost`, password: 'headway-demo', program }, path);

/** Calls the API as the person signed in on the page, independently of the page's own calls. */
export async function callAs(page: Page, path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) {
  return page.evaluate(
    async ([auth, call, init]) => {
      const session = await fetch(`${auth}/api/v1/refresh_token`, { credentials: 'include' });
      const { access_token } = (await session.json()) as { access_token: string };
      const headers = { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() };
      const answer = await fetch(call, { ...init, headers });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    [authUrl(), path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) }] as const,
  );
}

/** Calls the API as one of the demo staff, an admin, without a browser. */
export async function callAsAdmin(path: string, options: { method: string; body: unknown }): Promise<Answer> {
  const email = 'admin@demo.localhost';
  const { access_token } = await press<{ access_token: string }>('propelauth', 'sign_in', { program: 'HEADWAY', email, minutes: 60 });
  return merchantOf('headway', email, access_token).call(path, options);
}

/** Has staff close a merchant's account. */
export async function closeAccount(merchant: Pick<NewMerchant, 'receiver'>): Promise<void> {
  const { token, business_name, email } = await merchant.receiver();
  const body = { reason: 'the shop has shut', confirmation: business_name ?? email };
  const { status } = await callAsAdmin(`/api/staff/receivers/${token}/closing`, { method: 'POST', body });
  expect(status).toBeLessThan(300);
}

/** Opens a tab of a customer's page, and waits until what it shows is read. */
export async function openTab(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'About this customer' }).getByRole('link', { name, exact: true });
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText(/^Loading /)).toHaveCount(0);
}

const menu = (page: Page) => page.getByRole('listbox', { name: 'Admin Actions' });
const menuButton = (page: Page) => page.getByRole('button', { name: 'Admin Actions' });

/**
 * Opens the menu and acts on its entries; tries again when the record reloads meanwhile, which may move the entries, unless `isDone`
 * says that the attempt before was only told of too late.
 */
async function inMenu(page: Page, act: (entries: Locator) => Promise<void>, isDone = async () => false): Promise<void> {
  let isTried = false;
  await expect(async () => {
    if (isTried && (await isDone())) return;
    isTried = true;
    if (!(await menu(page).isVisible())) await menuButton(page).click({ timeout: 2_000 });
    await act(menu(page).getByRole('option'));
  }).toPass();
}

/** Returns the entries of the menu, from the top. */
export async function menuEntries(page: Page): Promise<string[]> {
  let texts: string[] = [];
  await inMenu(page, async (entries) => {
    texts = await entries.allTextContents();
    expect(texts).not.toEqual([]);
  });
  await page.keyboard.press('Escape');
  return texts;
}

/** Chooses an entry of the menu, and returns the dialog that it opens. */
export async function chooseAction(page: Page, label: string) {
  const dialog = page.getByRole('dialog', { name: label, exact: true });
  const choose = (entries: Locator) => entries.getByText(label, { exact: true }).click({ timeout: 2_000 });
  await inMenu(page, choose, () => dialog.isVisible());
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Submits an action's dialog, with a reason and, where it is asked for, the typed business name. */
export async function doAction(page: Page, label: string, confirmation?: string) {
  const dialog = await chooseAction(page, label);
  await dialog.getByLabel('Reason').fill('asked by phone');
  if (confirmation !== undefined) await dialog.getByLabel('Business name').fill(confirmation);
  await dialog.getByRole('button', { name: label, exact: true }).click();
}

/** Returns what an action has changed, as lines of `field | before | now`, and closes the dialog. */
export async function readChanges(page: Page, label: string): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: `${label}: done` });
  await expect(dialog).toBeVisible();
  const rows = await dialog.locator('tbody tr').all();
  const lines = await Promise.all(rows.map(async (row) => (await row.locator('th, td').allTextContents()).join(' | ')));
  // On a phone there is a close icon beside the title as well.
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  return lines;
}
