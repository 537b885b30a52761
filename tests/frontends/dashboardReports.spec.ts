import { testNow } from '../support/clock.ts';
import { readCsv } from '../support/readCsv.ts';
import { readOfx } from '../support/readOfx.ts';
import { readPdf } from '../support/readPdf.ts';
import { expectNoFindings } from './axe.ts';
import { charge, openHome } from './dashboard.ts';
import { accountingFile, bytesOf, fileOf, mainButton, textOf } from './downloads.ts';
import { expect, test } from './fixtures.ts';
import { onboardedMerchant, untilPayable } from './merchants.ts';
import { openMenu } from './people.ts';

test('every download of the reports page and of the sidebar brings its file, named after the program', async ({ page }) => {
  test.slow();
  const merchant = await onboardedMerchant();
  await charge(merchant, 8_410);
  await untilPayable(merchant, 8_410);
  await openHome(page, merchant, '/reports');

  const card = await fileOf(page, () => mainButton(page, 'Download CSV: Card transactions').click());
  expect(card.suggestedFilename()).toBe('Headway-transactions.csv');
  await expect(page.getByRole('status', { name: 'Downloads' })).toContainText('Saved Headway-transactions.csv');
  expect(readCsv(await textOf(card)).map((row) => row[5])).toContain('84.10');
  const repayments = await fileOf(page, () => mainButton(page, 'Download CSV: Repayments').click());
  expect(repayments.suggestedFilename()).toBe('Headway-repayment.csv');
  const receivables = await fileOf(page, () => mainButton(page, 'Download CSV: Recent receivables').click());
  expect(receivables.suggestedFilename()).toBe('Headway-recent-receivables.csv');
  expect(readCsv(await textOf(receivables))[0]).toEqual(['Type', 'Amount', 'Date']);

  // A file of a range and a statement of the same month have different rows, and each says which.
  await expect(page.getByText('Each purchase and refund by the day it was made,')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Account statements' }).getByText('A statement lists what settled in its month,')).toBeVisible();

  // Twelve statements of each kind, the current month on top.
  const month = testNow().toISOString().slice(0, '2026-11'.length);
  const names = page.getByRole('button', { name: /^Card transactions - \w+ \d{4}, PDF$/ });
  await expect(names).toHaveCount(12);
  const pages = await fileOf(page, () => names.first().click());
  expect(pages.suggestedFilename()).toBe(`Headway-transactions-${month}.pdf`);
  expect(readPdf(await bytesOf(pages)).pages[0]?.flat()).toEqual(expect.arrayContaining(['Corner Bakery LLC', '$84.10', 'FJORD TEXTILES IMPORT']));
  await page.getByRole('region', { name: 'Account statements' }).getByText('Repayments', { exact: true }).click();
  const csv = await fileOf(page, () =>
    page
      .getByRole('button', { name: /^Repayments - \w+ \d{4}, CSV$/ })
      .first()
      .click(),
  );
  expect(csv.suggestedFilename()).toBe(`Headway-repayment-${month}.csv`);

  for (const [format, fileName] of [
    ['QuickBooks', 'Headway-quickbooks-import.csv'],
    ['QuickBooks, four columns', 'Headway-quickbooks.csv'],
    ['Xero', 'Headway-xero.csv'],
    ['OFX', 'Headway-statement.qbo'],
  ] as const) {
    const file = await accountingFile(page, format);
    expect(file.suggestedFilename()).toBe(fileName);
    const text = await textOf(file);
    expect(text).toContain('84.10');
    if (format === 'OFX') expect(readOfx(text).names()).toContain('CREDITCARDMSGSRSV1');
  }

  // An invalid range says what is wrong, and sends no request.
  await page.getByLabel('First day').first().fill('2026-02-28');
  await page.getByLabel('Last day').first().fill('2026-02-01');
  await expect(page.getByText('The last day lies before the first.')).toBeVisible();
  await expect(mainButton(page, 'Download CSV: Repayments')).toBeDisabled();

  // Opened from the sidebar of any page, each download asks for what it needs.
  await openMenu(page);
  await page.getByRole('list', { name: 'Downloads' }).getByRole('button', { name: 'Card transactions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Card transactions' });
  await expect(dialog.getByText('This month', { exact: true })).toBeVisible();
  await expectNoFindings(page, 'a download that asks for its range');
  const asked = await fileOf(page, () => dialog.getByRole('button', { name: 'Download CSV' }).click());
  expect(asked.suggestedFilename()).toBe('Headway-transactions.csv');
  await expect(dialog).toBeHidden();
});

test('an accounting import that would be empty is not downloaded, and the page says what helps', { tag: '@all' }, async ({ page, sharedMerchant }) => {
  await openHome(page, sharedMerchant, '/reports');
  const accounting = page.getByRole('region', { name: 'Accounting import' });
  const download = accounting.getByRole('button', { name: 'Download CSV', exact: true });
  const files: string[] = [];
  page.on('download', (file) => files.push(file.suggestedFilename()));
  await download.click();
  await expect(accounting.getByRole('status')).toHaveText(/^Nothing has been booked yet, so there is no file\./);
  await accounting.getByText('Of a range', { exact: true }).click();
  await expect(accounting.getByRole('status')).toBeEmpty();
  await accounting.getByRole('button', { name: 'Last month' }).click();
  await download.click();
  await expect(accounting.getByRole('status')).toHaveText(/^Nothing was booked in this range, so there is no file\. Choose /);
  expect(files).toEqual([]);
});

test('the merchant’s own calendar can subscribe to the repayment calendar', async ({ page }) => {
  const merchant = await onboardedMerchant();
  await charge(merchant, 8_410);
  await openHome(page, merchant, '/payments');
  const calendar = page.getByRole('region', { name: 'Repayment calendar' });
  await expect(calendar).toContainText('$84.10');
  await calendar.getByRole('button', { name: 'Make a calendar address' }).click();
  const address = calendar.getByText(/^http.*\.ics$/);
  await expect(address).toBeVisible();
  const subscribe = calendar.getByRole('link', { name: 'Add to my calendar' });
  await expect(subscribe).toHaveAttribute('href', ((await address.textContent()) ?? '').replace(/^http:/, 'webcal:'));
});

test('a download that fails says so and can be tried again', { tag: '@all' }, async ({ page, expectConsoleError, sharedMerchant }) => {
  expectConsoleError(/500.*receivables_csv/);
  await openHome(page, sharedMerchant, '/reports');
  await page.route(
    /receivables_csv/,
    (route) => route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"detail":"The file could not be made."}' }),
    {
      times: 1,
    },
  );
  await mainButton(page, 'Download CSV: Recent receivables').click();
  const downloads = page.getByRole('status', { name: 'Downloads' });
  await expect(downloads).toContainText('The file could not be made.');
  const file = await fileOf(page, () => downloads.getByRole('button', { name: 'Try again' }).click());
  expect(file.suggestedFilename()).toBe('Headway-recent-receivables.csv');
});

test('a download whose connection ends in the middle says so in our words', { tag: '@all' }, async ({ page, sharedMerchant }) => {
  await openHome(page, sharedMerchant, '/reports');
  await page.evaluate(() => {
    const { fetch } = window;
    window.fetch = async (input, init) => {
      if (!String(input).includes('receivables_csv')) return fetch(input, init);
      return new Response(
        new ReadableStream({
          start(pieces) {
            pieces.enqueue(new TextEncoder().encode('Type,'));
            pieces.error(new TypeError('network error'));
          },
        }),
      );
    };
  });
  await mainButton(page, 'Download CSV: Recent receivables').click();
  await expect(page.getByRole('status', { name: 'Downloads' })).toContainText('We could not be reached. Check your connection and try again.');
});
