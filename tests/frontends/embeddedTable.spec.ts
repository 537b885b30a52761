import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { madeOnce } from './madeOnce.ts';
import { spend } from './merchants.ts';
import { appFrame, onboardedShop, ourFrame, pageOf, reloadFrame, untilAlive } from './store.ts';

/** A merchant with settled purchases of $123.45 and $77.00, and one of $20.00 that is only held, whom these tests only read. */
const shopWithPurchases = madeOnce(async () => {
  const shop = await onboardedShop();
  await spend(shop, 12_345, { settle: true });
  await spend(shop, 7_700, { settle: true, at: 'NIMBUS HOSTING' });
  await spend(shop, 2_000);
  const statuses = async () => {
    const { rows } = await shop.call<{ rows: { status: string }[] }>(`/api/users/${shop.receiver.token}/transactions`);
    return rows.map(({ status }) => status).sort();
  };
  await expect.poll(statuses).toEqual(['PENDING', 'SETTLED', 'SETTLED']);
  return shop;
});

async function openTable(page: Page): Promise<void> {
  await page.goto(pageOf(await shopWithPurchases(), 'transactions'));
  await expect(appFrame(page).getByRole('cell', { name: '$123.45' })).toBeVisible();
  await untilAlive(page);
}

test('a row of the table opens its details, and the admin’s title bar leads back; the headings never cover its tabs', async ({ page }) => {
  test.slow();
  await openTable(page);
  const app = appFrame(page);
  await expect(app.getByText('Pending').first()).toBeVisible();
  await app.getByRole('cell', { name: '$123.45' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Card transaction' })).toBeVisible();
  await page.getByRole('button', { name: 'Transactions', exact: true }).click();
  await expect(app.getByRole('cell', { name: '$123.45' })).toBeVisible();
  await app.getByRole('tab', { name: 'My receivables' }).click();
  await expect(app.getByRole('columnheader', { name: 'Status' })).toBeVisible();
  await app.getByRole('tab', { name: 'Card transactions' }).click();
  await expect(app.getByRole('columnheader', { name: 'Merchant' })).toBeVisible();
});

/** Expects the rows of these amounts, the newest first, and an address of the frame that asks for exactly them. */
async function expectRows(page: Page, amounts: readonly string[], asked: Readonly<Record<string, string>>): Promise<void> {
  await expect(appFrame(page).getByRole('cell', { name: /^\$/ })).toHaveText([...amounts]);
  const names = ['q', 'status', 'from', 'to', 'min', 'max', 'page'];
  const inAddress = async () => {
    const { searchParams } = new URL((await ourFrame(page)).url());
    return Object.fromEntries(names.flatMap((name) => (searchParams.has(name) ? [[name, searchParams.get(name)]] : [])));
  };
  await expect.poll(inAddress).toEqual(asked);
}

function filterBar(page: Page) {
  const app = appFrame(page);
  const search = app.getByRole('textbox', { name: 'Search transactions' });
  return {
    open: () => app.getByRole('button', { name: 'Search and filter results' }).click(),
    search,
    async chooseSettled() {
      await app.getByRole('button', { name: 'Status', exact: true }).click();
      const choice = app.locator('label').filter({ hasText: 'Settled' });
      await choice.click();
      // A press elsewhere closes the choice.
      await search.click();
      await expect(choice).toHaveCount(0);
    },
    pill: (words: string) => app.getByRole('button', { name: words, exact: true }),
    remove: app.getByLabel('Clear', { exact: true }),
    clearAll: app.getByRole('button', { name: 'Clear all', exact: true }),
  };
}

test('a filter in the app’s table is removed by its cross, and all are cleared at once', { tag: '@all' }, async ({ page }) => {
  test.slow();
  await openTable(page);
  const bar = filterBar(page);
  await bar.open();
  await bar.search.fill('fjord');
  await expectRows(page, ['$20.00', '$123.45'], { q: 'fjord' });
  await bar.chooseSettled();
  await expectRows(page, ['$123.45'], { q: 'fjord', status: 'settled' });
  await expect(bar.pill('Settled')).toBeVisible();
  await bar.remove.click();
  await expectRows(page, ['$20.00', '$123.45'], { q: 'fjord' });
  await expect(bar.pill('Settled')).toHaveCount(0);
  await expect(bar.search).toHaveValue('fjord');

  await bar.chooseSettled();
  await expectRows(page, ['$123.45'], { q: 'fjord', status: 'settled' });
  await bar.clearAll.click();
  await expectRows(page, ['$20.00', '$77.00', '$123.45'], {});
  await expect(bar.search).toHaveValue('');
  await expect(bar.pill('Settled')).toHaveCount(0);
  await expect(bar.clearAll).toHaveCount(0);
});

test('a filter chosen while the rows of a search are on their way adds to the search, and who opens the address sees both', { tag: '@all' }, async ({
  page,
}) => {
  test.slow();
  await openTable(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isSearch = (url: URL) => url.pathname.endsWith('.data') && url.searchParams.get('q') === 'fjord';
  await page.route(isSearch, async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  const bar = filterBar(page);
  await bar.open();
  const searched = page.waitForRequest((request) => isSearch(new URL(request.url())));
  await bar.search.fill('fjord');
  await searched;
  await bar.chooseSettled();
  release();
  await expectRows(page, ['$123.45'], { q: 'fjord', status: 'settled' });

  await reloadFrame(page);
  await expect(bar.search).toHaveValue('fjord');
  await expect(bar.pill('Settled')).toBeVisible();
  await expectRows(page, ['$123.45'], { q: 'fjord', status: 'settled' });
});
