import type { FrameLocator, Page } from '@playwright/test';
import type { LimitHistoryAnswer, LimitLeversAnswer } from '../../server/contract/spendingPower.ts';
import { expectNoFindings, expectNoFindingsInAnyLight } from './axe.ts';
import { openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { type OnboardedMerchant, onboardedMerchant, spend } from './merchants.ts';
import { expectItFits } from './screen.ts';
import { appFrame, inApp, onboardedShop, pageOf } from './store.ts';

/** An amount as both frontends write it, written here a second time. */
const usd = (cents: number) => `$${(Math.abs(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;

const leversOf = ({ call, receiver }: OnboardedMerchant) => call<LimitLeversAnswer>(`/api/users/${receiver.token}/limit_levers`);

/** Waits until a settled purchase can be repaid, and returns the levers then. */
async function owe(merchant: OnboardedMerchant, amount: number): Promise<LimitLeversAnswer> {
  await spend(merchant, amount, { settle: true });
  await expect.poll(async () => (await leversOf(merchant)).levers.some(({ title }) => title === `Repay ${usd(amount)} today.`)).toBe(true);
  return leversOf(merchant);
}

/** Expects each lever with its effect, and the limits of imagined sales, in words. */
async function expectLevers(part: Page | FrameLocator, { levers, total_cents }: LimitLeversAnswer): Promise<void> {
  for (const { title, total_change_cents, available_change_cents } of levers) {
    const row = part.getByRole('listitem').filter({ hasText: title });
    await expect(row).toContainText(total_change_cents > 0 ? `+${usd(total_change_cents)}` : `+${usd(available_change_cents)} to spend`);
  }
  // Nothing has been changed yet.
  await expect(part.getByText(`your limit is ${usd(total_cents)}: the same as now.`)).toBeVisible();
  const sales = part.getByLabel('Sales in a month', { exact: true });
  const returned = part.getByLabel('Of which come back, in percent');
  await sales.fill('100,000');
  await returned.fill('10');
  // $90,000 that stay sold, at 80% less the 5 points above the 5% that are ordinary.
  const change = 6_750_000 - total_cents;
  const compared = `${usd(change)} ${change > 0 ? 'more' : 'less'} than now.`;
  await expect(part.getByText(`If you sell $100,000.00 a month and 10% of it comes back, your limit is $67,500.00: ${compared}`)).toBeVisible();
  await part.getByLabel('Sales of a second store in a month (optional)').fill('20000');
  await expect(part.getByText('your limit is $81,000.00')).toBeVisible();
  await sales.fill('12.000,00');
  await expect(part.getByText('Enter an amount in dollars, such as 12,000.')).toBeVisible();
  await returned.fill('101');
  await expect(part.getByText('Enter a percentage from 0 to 100, such as 4.5.')).toBeVisible();
}

test('the site tells what raises the limit by how many dollars and leads to where it is done; imagined sales change nothing', async ({ page }) => {
  test.slow();
  const merchant = await onboardedMerchant();
  const answer = await owe(merchant, 8_410);
  await openHome(page, merchant, '/insights');
  const raising = page.getByRole('region', { name: 'What would raise it' });
  await expect(raising).toBeVisible();
  await expectLevers(page, answer);
  await expect(page.getByRole('region', { name: 'What holds it down, and until when' })).toBeVisible();
  await expectItFits(page);
  await expectNoFindingsInAnyLight(page, 'what raises the limit');
  expect((await leversOf(merchant)).total_cents).toBe(answer.total_cents);

  await raising.getByRole('listitem').filter({ hasText: 'Repay $84.10 today.' }).getByRole('link', { name: 'Payments' }).click();
  await expect(page).toHaveURL(/\/payments/);
  await expect(page.getByRole('region', { name: 'You owe' })).toContainText('$84.10');
});

const year: LimitHistoryAnswer = {
  days: [
    { date: '2026-01-10', total_cents: 100_000, causes: [] },
    {
      date: '2026-05-20',
      total_cents: 900_000,
      causes: [{ change_cents: 800_000, text: '+$8,000.00: Sales of the last 90 days rose from $0.00 to $33,750.00.' }],
    },
    { date: '2026-10-02', total_cents: 675_000, causes: [{ change_cents: -225_000, text: '−$2,250.00: Most of your sales now fall in one month.' }] },
  ],
};

test('the site draws the limit over a year; each step is read with its cause by keys, pointer and finger, and in a table', { tag: '@phone' }, async ({
  page,
  isMobile,
  sharedMerchant,
}) => {
  test.slow();
  await page.route('**/limit_history', (route) => route.fulfill({ json: year }));
  await openHome(page, sharedMerchant, '/insights');
  const line = page.getByRole('slider', { name: 'Your limit over time' });
  await line.focus();
  await page.keyboard.press('Home');
  await expect(line).toHaveAttribute('aria-valuetext', /Jan 10, 2026: Limit \$1,000\.00$/);
  await page.keyboard.press('ArrowRight');
  await expect(line).toHaveAttribute(
    'aria-valuetext',
    /May 20, 2026: Limit \$9,000\.00, Change \$8,000\.00\. \+\$8,000\.00: Sales of the last 90 days rose from \$0\.00 to \$33,750\.00\.$/,
  );
  await page.keyboard.press('ArrowRight');
  const tooltip = line.locator('small', { hasText: 'Most of your sales now fall in one month.' });
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
  const box = await line.boundingBox();
  if (!box) throw new Error('the line has no place');
  // From its own corner, since what is told above it may move it.
  const begin = { position: { x: 60, y: box.height / 2 } };
  if (isMobile) await line.tap(begin);
  else await line.hover(begin);
  await expect(line.locator('strong')).toContainText('Jan 10, 2026');

  const table = page.getByRole('table', { name: 'Your limit over time' });
  // The heading, the first day, two steps and today.
  await expect(table.getByRole('row')).toHaveCount(5);
  await expect(table.getByRole('row').nth(2)).toContainText('Most of your sales now fall in one month.');
  await expect(table.getByRole('row').nth(2)).toContainText('$6,750.00');
});

test('the app in the store’s admin tells the same of the same merchant', async ({ page }) => {
  test.slow();
  const shop = await onboardedShop();
  const answer = await owe(shop, 8_410);
  await page.goto(pageOf(shop, 'insights'));
  const app = appFrame(page);
  await expect(app.getByRole('heading', { name: 'What would raise it' })).toBeVisible();
  await expectLevers(app, answer);
  await expect(app.getByRole('heading', { name: 'What holds it down, and until when' })).toBeVisible();
  await expectItFits(app);
  await expectNoFindings(page, 'what raises the limit, in the admin', inApp);
  expect((await leversOf(shop)).total_cents).toBe(answer.total_cents);
});
