import type { Page } from '@playwright/test';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { formatShortDate } from '../../server/domain/basics/dateFormats.ts';
import { testNow } from '../support/clock.ts';
import { expectNoFindings } from './axe.ts';
import { fileOf, textOf } from './downloads.ts';
import { expect, test } from './fixtures.ts';
import { madeOnce } from './madeOnce.ts';
import { type OnboardedMerchant, press, spend } from './merchants.ts';
import { signInAgain } from './onboardingPages.ts';
import {
  appFrame,
  blockFramedStorage,
  cardFrameInApp,
  comeBackTo,
  inApp,
  onboardedShop,
  openMenu,
  pageOf,
  stopTime,
  type TestShop,
  untilAlive,
} from './store.ts';
import { isInkVisible } from './visibleInk.ts';

type Shop = TestShop & OnboardedMerchant;

async function open(page: Page, shop: Shop, path: string): Promise<void> {
  await page.goto(pageOf(shop, path));
  await expect(appFrame(page).getByRole('heading', { level: 1 })).toBeVisible();
  await untilAlive(page);
}

/** A merchant who owes for one settled purchase, for the tests that only read. */
const indebtedShop = madeOnce(async () => {
  const shop = await onboardedShop();
  await owe(shop);
  return shop;
});

const purchaseOf = async ({ call, receiver }: Shop) =>
  (await call<{ rows: { id: string; created_at: string }[] }>(`/api/users/${receiver.token}/transactions`)).rows[0];

/** Waits until a settled purchase of $123.45 is owed. */
async function owe(shop: Shop): Promise<void> {
  await spend(shop, 12_345, { settle: true });
  await expect.poll(async () => (await shop.call<{ payable: { most_cents: number } }>('/api/receiver')).payable.most_cents).toBe(12_345);
}

test('the card’s number is shown for a minute in the issuer’s frame, and is hidden again; the address is there to copy', async ({ page, context }) => {
  test.slow();
  await blockFramedStorage(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const shop = await onboardedShop({ physical: true });
  await open(page, shop, 'cards');
  const app = appFrame(page);
  const frame = app.locator('iframe[title="Your card"]');
  const number = app.frameLocator('iframe[title="Your card"]').locator('#pan');
  await expect(number).toBeAttached();
  // The brand's style sheet hides it.
  await expect.poll(() => isInkVisible(frame, number)).toBe(false);
  await app.getByRole('button', { name: 'Show card details' }).click();
  await expect(app.getByText(/^Press a part of the card to copy it. Hides in \d+ s\.$/)).toBeVisible();
  await expect.poll(() => isInkVisible(frame, number)).toBe(true);
  await app.getByRole('button', { name: 'Hide card details' }).click();
  await expect(number).toBeAttached();
  await expect.poll(() => isInkVisible(frame, number)).toBe(false);

  await app.getByRole('button', { name: 'Copy the street' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('45 Market Street');
  // The plastic is ordered: the card says what the site says.
  await expect(app.getByText('Card Paused')).toBeVisible();
  await expect(app.getByText('Paused only for purchases in person: it works online now. The plastic is ordered.')).toBeVisible();
  await app.getByRole('button', { name: 'Pause card' }).click();
  await expect(app.getByText('Paused: every purchase is declined until you reopen the card. The plastic is ordered.')).toBeVisible();
  // The button has gone, and a person stands at what says so, by a pointer as by keys.
  await expect(app.getByRole('heading', { level: 2, name: 'Juniper & Oak LLC' })).toBeFocused();
  // Again where a busy machine could not decide in time, which declines for another reason.
  await expect.poll(async () => (await spend(shop, 500)).result).toBe('CARD_PAUSED');
  await app.getByRole('button', { name: 'Reopen card' }).click();
  await expect(app.getByText('Paused only for purchases in person: it works online now. The plastic is ordered.')).toBeVisible();
  await open(page, shop, 'cards');
  await expect(app.getByText('Your card was reopened. Try the purchase again.', { exact: false }).first()).toBeVisible();
});

test('a merchant pays a part of what they owe, and sees what it pays, frees and earns before', async ({ page }) => {
  test.slow();
  const shop = await onboardedShop();
  await owe(shop);
  await open(page, shop, 'payments');
  const app = appFrame(page);
  await expect(app.getByText('$123.45').first()).toBeVisible();
  await expect(app.getByText(/^Next: \$123\.45, drawn on .+ from First Harbor Bank/)).toBeVisible();
  // Cashback of 1 %.
  await expect(app.getByText('What is due earns you $1.23 more when it is paid in time.')).toBeVisible();
  await app.getByRole('button', { name: 'Pay now' }).click();
  await app.getByText('Another amount').click();
  await app.getByLabel('Amount in US dollars').fill('500');
  await expect(app.getByText('You can pay at most $123.45 now.')).toBeVisible();
  await app.getByLabel('Amount in US dollars').fill('23.45');
  await expect(app.getByText(/^Pays \$23\.45 due /)).toBeVisible();
  await expect(app.getByText(/^Frees \$23\.45 on .+, when the bank can no longer take it back\.$/)).toBeVisible();
  await app.getByRole('button', { name: 'Pay $23.45' }).click();
  await expect(page.getByText('Your payment of $23.45 has started')).toBeVisible();
  await expect(app.getByText('$23.45 is already on its way from your bank.').first()).toBeVisible();
  const receipt = app.getByRole('listitem').filter({ hasText: 'Paid by you' }).getByRole('link', { name: 'Receipt' });
  await comeBackTo(page, receipt);
  await receipt.click();
  await expect(app.getByRole('heading', { level: 1, name: 'Repayment' })).toBeVisible();
  await expect(app.getByText('$23.45').first()).toBeVisible();
  await expect(app.getByText('First Harbor Bank, account ending in 4410')).toBeVisible();

  await (await openMenu(page)).getByRole('link', { name: 'Payments' }).click();
  await app.getByRole('button', { name: 'Make a calendar address' }).click();
  const address = app.getByText(/\.ics$/);
  await expect(address).toBeVisible();
  const feed = new URL((await address.textContent()) ?? '');
  await expect(app.getByRole('link', { name: 'Add to my calendar' })).toHaveAttribute('href', feed.href.replace(/^http:/, 'webcal:'));
  const port = new URL(shop.adminUrl).hostname === 'localhost' ? feed.port : '';
  expect(await (await fetch(`http://127.0.0.1:${port}${feed.pathname}`, { headers: { host: feed.host } })).text()).toContain('BEGIN:VCALENDAR');
});

test.describe('where the day is another than in UTC', () => {
  // Eleven hours behind it, or fourteen ahead.
  test.use({ timezoneId: testNow().getUTCHours() < 10 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati' });

  test('a purchase opens with the day of the table, its reason and the way to pay it', { tag: '@all' }, async ({ page }) => {
    const shop = await indebtedShop();
    const purchase = await purchaseOf(shop);
    const day = formatShortDate(new Date(purchase?.created_at ?? ''), 'UTC');
    const app = appFrame(page);
    await open(page, shop, 'cards');
    const line = app.getByRole('listitem').filter({ hasText: 'FJORD TEXTILES IMPORT' });
    await expect(line).toContainText(day);
    await line.getByRole('link').click();
    await expect(app.getByText(`${day} (UTC)`)).toBeVisible();
    await expect(app.getByText('FJORD TEXTILES IMPORT')).toBeVisible();
    await expect(app.getByText('Settled: charged by the merchant')).toBeVisible();
    await app.getByRole('link', { name: 'Pay $123.45 now' }).click();
    await expect(app.getByText(/^Pays \$123\.45 due /)).toBeVisible();
    await app.getByRole('button', { name: 'Not now' }).click();
    await expect(app.getByRole('button', { name: 'Pay $123.45' })).toHaveCount(0);
  });
});

test('files of a range of one’s own and for accounting software are made inside the admin', { tag: '@all' }, async ({ page }) => {
  test.slow();
  const shop = await onboardedShop();
  await owe(shop);
  await open(page, shop, 'reports');
  const app = appFrame(page);
  await app.getByLabel('Range', { exact: true }).selectOption('From day to day');
  await app.getByLabel('First day').fill('2024-02-02');
  await app.getByLabel('Last day').fill('2024-02-01');
  await expect(app.getByText('The last day lies before the first.')).toBeVisible();
  await expect(app.getByRole('button', { name: 'Download Card transactions as CSV' })).toHaveCount(0);
  await app.getByLabel('Last day').fill('2024-02-29');
  const empty = await textOf(await fileOf(page, () => app.getByRole('button', { name: 'Download Card transactions as CSV' }).click()));
  expect(empty).not.toContain('FJORD TEXTILES IMPORT');
  await app.getByLabel('Range', { exact: true }).selectOption('This month');
  const full = await textOf(await fileOf(page, () => app.getByRole('button', { name: 'Download Card transactions as CSV' }).click()));
  expect(full).toContain('FJORD TEXTILES IMPORT');

  await app.getByLabel('Format').selectOption('Xero');
  await expect(app.getByText('1 transaction. You have not exported in this format yet.')).toBeVisible();
  // The page reads the last export some seconds after a download began: its time stands still until a busy machine has made the file.
  await stopTime(page);
  const xero = await fileOf(page, () =>
    app
      // The sums by card, below it, have a file too.
      .getByRole('button', { name: /^Download (?!.*by-card).*csv$/i })
      .last()
      .click(),
  );
  expect(await textOf(xero)).toContain('-123.45');
  const files = `/api/users/${shop.receiver.token}/accounting_import?format=xero&since_last_export=true`;
  await expect.poll(async () => (await shop.call<{ row_count: number }>(files)).row_count).toBe(0);
  await page.clock.runFor(10_000);
  await expect(app.getByText(/^Nothing new has been booked since your last export on /)).toBeVisible();
  // The sums by card, below it, keep their file.
  await expect(app.getByRole('button', { name: /^Download .*xero.*csv$/i })).toHaveCount(0);
});

test('with a broken bank link home keeps its figures, and Settings repairs it', { tag: '@all' }, async ({ page }) => {
  test.slow();
  const shop = await onboardedShop();
  await owe(shop);
  await press('plaid', 'break_link', { item_id: shop.receiver.plaid_item_id });
  await expect.poll(async () => (await shop.call<ReceiverAnswer>('/api/receiver')).plaid_account_verification_status).toBe('relink');
  await page.goto(shop.adminUrl);
  const app = appFrame(page);
  await expect(app.getByRole('heading', { name: 'Total Outstanding' })).toBeVisible();
  await expect(app.getByText('$123.45').first()).toBeVisible();
  await expect(app.getByRole('heading', { name: 'Due next' })).toBeVisible();
  await app.getByRole('link', { name: 'Reconnect your bank' }).click();
  await app.getByRole('button', { name: 'Sign in to your bank' }).click();
  await signInAgain(app);
  await expect(app.getByText('Linked and working.')).toBeVisible();
  await page.getByRole('link', { name: 'Our app' }).click();
  await expect(app.getByRole('heading', { name: 'Total Outstanding' })).toBeVisible();
  await expect(app.getByText('Reconnect your bank')).toHaveCount(0);
});

test('axe finds nothing on any page of a merchant with a card', { tag: ['@phone', '@all'] }, async ({ page }) => {
  test.slow();
  const shop = await indebtedShop();
  const app = appFrame(page);
  await open(page, shop, '');
  await expectNoFindings(page, 'home', inApp, cardFrameInApp);
  for (const name of ['Cards', 'Payments', 'Insights', 'Transactions', 'Reports', 'Settings']) {
    await (await openMenu(page)).getByRole('link', { name }).click();
    await expect(app.getByRole('heading', { level: 1, name })).toBeVisible();
    await expectNoFindings(page, name, inApp, cardFrameInApp);
  }
  await open(page, shop, `transactions/card/${(await purchaseOf(shop))?.id}`);
  await expectNoFindings(page, 'a purchase', inApp, cardFrameInApp);
});
