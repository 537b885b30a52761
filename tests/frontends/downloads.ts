import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';

/** A file is made at a low priority, beside which a busy machine does everything else first. */
const patience = { timeout: 180_000 };

/** Does something that starts a download, and returns the downloaded file. */
export async function fileOf(page: Page, begin: () => Promise<unknown>): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent('download', patience), begin()]);
  return file;
}

export const bytesOf = async (file: Download): Promise<Buffer> => readFile(await file.path());
export const textOf = async (file: Download): Promise<string> => (await bytesOf(file)).toString('utf8');

/** Returns a button of the page's main content, by its exact name. */
export const mainButton = (page: Page, name: string): Locator => page.getByRole('main').getByRole('button', { name, exact: true });

/** Chooses a format of the accounting import, and returns the downloaded file. */
export async function accountingFile(page: Page, format: 'QuickBooks' | 'QuickBooks, four columns' | 'Xero' | 'OFX'): Promise<Download> {
  const accounting = page.getByRole('region', { name: 'Accounting import' });
  await accounting.getByText(format, { exact: true }).click();
  return fileOf(page, () => accounting.getByRole('button', { name: /^Download (CSV|OFX)$/ }).click());
}
