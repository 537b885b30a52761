import type { Page } from '@playwright/test';
import { siteUrl } from './addresses.ts';
import { expectNoFindingsInAnyLight } from './axe.ts';
import { charge, openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { onboardedMerchant, untilPayable } from './merchants.ts';

/** An amount as the dashboard writes it, written here a second time. */
const usd = (cents: number) => `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;

/** Opens a page of a merchant who is signed in, and returns what the API answered to some of its calls. */
async function answersOf(page: Page, path: string, ...calls: string[]) {
  // An answer to the page before would be gone with it.
  await page.goto('about:blank');
  const answers = calls.map((call) => page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(call) && response.ok()));
  await page.goto(`${siteUrl()}${path}`);
  return Promise.all(answers.map(async (answer) => (await answer).json()));
}

/** Moves through all points of a picture with the arrow keys, from its first to its last, and returns what each one says. */
async function readByKeys(page: Page, label: string): Promise<string[]> {
  const picture = page.getByRole('slider', { name: label });
  await picture.focus();
  await page.keyboard.press('Home');
  const count = Number(await picture.getAttribute('aria-valuemax'));
  const said: string[] = [];
  for (let place = 0; place < count; place += 1) {
    await expect(picture).toHaveAttribute('aria-valuenow', String(place + 1));
    said.push((await picture.getAttribute('aria-valuetext')) ?? '');
    await page.keyboard.press('ArrowRight');
  }
  await expect(picture).toHaveAttribute('aria-valuenow', String(count));
  return said;
}

test('a purchase on 30-day terms is due in the next 30 days from its first moment, and its bar is read by keys, pointer and finger', async ({ page }) => {
  const merchant = await onboardedMerchant();
  await charge(merchant, 8_410);
  await untilPayable(merchant, 8_410);
  await openHome(page, merchant);
  const [{ paymentSchedule }] = await answersOf(page, '/', '/api/receiver');
  expect(paymentSchedule).toHaveLength(1);
  const dueOn = new Date(paymentSchedule[0].payment_due_date.seconds * 1_000);
  const shown = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' }).format(dueOn);

  const card = page.getByRole('region', { name: 'Due in the next 30 days' });
  await expect(card.getByRole('listitem')).toContainText(shown);
  await expect(card.getByRole('listitem')).toContainText('$84.10');
  const said = await readByKeys(page, 'Amounts due by day');
  // The thirtieth day after today is the last one. After 7 or 8 in the evening in New York, the day in UTC is one later.
  expect([31, 32]).toContain(said.length);
  expect(said.at(-1)).toBe(`${shown}: Due $84.10`);
  expect(said.filter((one) => !one.endsWith('Due $0.00'))).toHaveLength(1);

  const picture = card.getByRole('slider');
  const tooltip = picture.locator('p', { hasText: 'Due' });
  await expect(tooltip).toContainText('$84.10');
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
  const box = await picture.boundingBox();
  if (!box) throw new Error('the picture has no place');
  // From its own corner, since what is told above it may move it.
  await picture.hover({ position: { x: box.width - 3, y: box.height / 2 } });
  await expect(tooltip).toContainText('$84.10');
  await expectWithinScreen(page, tooltip.locator('..'));
  await page.mouse.move(0, 0);
  await expect(tooltip).toHaveCount(0);
  await picture.hover({ position: { x: 60, y: box.height / 2 } });
  await expect(tooltip).toContainText('$0.00');
  await expectWithinScreen(page, tooltip.locator('..'));
});

async function expectWithinScreen(page: Page, part: ReturnType<Page['locator']>) {
  const place = await part.boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect(place?.x).toBeGreaterThanOrEqual(0);
  expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(width);
}

test('the page of insights answers why the limit is what it is, and its pictures say what the API says', async ({ page }) => {
  test.slow();
  const merchant = await onboardedMerchant();
  await charge(merchant, 8_410);
  await openHome(page, merchant, '/insights');
  await expect(async () => {
    const [known] = await answersOf(page, '/insights', '/spending_power');
    expect(known.outstanding_cents).toBe(8_410);
  }).toPass({ timeout: 60_000 });
  const [power, { days }] = await answersOf(page, '/insights', '/spending_power', '/limit_history');

  const question = page.getByRole('region', { name: `Why is my limit ${usd(power.total_cents)}?` });
  await expect(question).toContainText(power.in_short);
  expect(await question.evaluate((part) => part.getBoundingClientRect().top)).toBeLessThan(400);

  const steps = page.getByRole('region', { name: 'Why this limit' }).locator('tbody tr');
  await expect(steps).toHaveCount(power.terms.length);
  const month = steps.filter({ hasText: 'Average of one month' });
  // A quarter is divided: nothing is lost, so nothing stands there with a minus.
  await expect(month).toContainText(/÷ \d|× 30\/\d+/);
  await expect(month).not.toContainText('−');
  await expect(page.getByRole('region', { name: 'What you can spend, day by day' })).toContainText(/Today.*−\$84\.10: Purchases/);

  expect(days.at(-1).total_cents).toBe(power.total_cents);
  if (days.length > 1)
    await expect(page.getByRole('slider', { name: 'Your limit over time' })).toHaveAttribute(
      'aria-valuetext',
      new RegExp(usd(power.total_cents).replaceAll(/[$.]/g, '\\$&')),
    );
  else await expect(page.getByRole('region', { name: 'How your limit moved' })).toContainText(usd(power.total_cents));

  const said = await readByKeys(page, 'Sales and spending by month');
  expect(said).toHaveLength(12);
  for (const [place, { month: name, sales_cents, spent_cents }] of power.months.entries()) {
    const written = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${name}-01`));
    expect(said[place]).toContain(`${written}: Sales ${usd(sales_cents)}`);
    expect(said[place]).toContain(`Spending ${usd(spent_cents)}`);
  }
  await page.getByText('As a table, with what each figure is made of').click();
  const table = page.getByRole('table', { name: 'Sales and spending by month' });
  await expect(table.getByRole('row')).toHaveCount(14);
  await expectNoFindingsInAnyLight(page, 'insights');

  const [newest] = power.months.toReversed();
  await table
    .getByRole('row')
    .nth(1)
    .getByRole('link', { name: usd(newest.sales_cents) })
    .click();
  await expect(page.getByRole('tab', { name: 'My receivables' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: 'Remove the filter Success or refunded' })).toBeVisible();
  await page.goBack();
  await page.getByText('As a table, with what each figure is made of').click();
  await table.getByRole('row').last().getByRole('link', { name: '$84.10' }).click();
  await expect(page.getByRole('tabpanel').getByRole('row').filter({ hasText: '$84.10' })).toBeVisible();
});
