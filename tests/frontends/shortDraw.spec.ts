import type { Page } from '@playwright/test';
import type { CalendarAnswer } from '../../server/contract/calendar.ts';
import type { DrawPlanAnswer } from '../../server/contract/drawPlan.ts';
import { formatDay } from '../../server/domain/basics/dateFormats.ts';
import { addBusinessDays, isoDate } from '../../server/domain/basics/dates.ts';
import { bankHolidays } from '../../server/holidays.ts';
import { expectNoFindings, expectNoFindingsInAnyLight } from './axe.ts';
import { charge, openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { forward } from './forward.ts';
import { type OnboardedMerchant, onboardedMerchant } from './merchants.ts';
import { expectItFitsAt } from './screen.ts';
import { appFrame, inApp, onboardedShop, pageOf } from './store.ts';

interface ComingDraw {
  due_date: string;
  debit_date: string;
}

const planOf = ({ call, receiver }: OnboardedMerchant) => call<DrawPlanAnswer>(`/api/users/${receiver.token}/draw_plan`);

/** Owes $84.10 that has settled, and returns when it is due and drawn. */
async function owe(merchant: OnboardedMerchant): Promise<ComingDraw> {
  await charge(merchant, 8_410);
  const next = async () => (await merchant.call<CalendarAnswer>(`/api/users/${merchant.receiver.token}/calendar`)).entries[0];
  await expect.poll(async () => (await next())?.debit_date ?? null).not.toBeNull();
  const entry = await next();
  return { due_date: entry?.due_date ?? '', debit_date: entry?.debit_date ?? '' };
}

/** Tells the page that half of a draw looks safe until it is arranged, as if the bank had been asked. The page's orders are real. */
async function looksShort(page: Page, { due_date, debit_date }: ComingDraw, days: string[]): Promise<void> {
  await page.route('**/draw_plan', async (route) => {
    const plan = (await (await forward(route)).json()) as DrawPlanAnswer;
    const short_draw = {
      debit_date,
      amount_cents: 8_410,
      due_dates: [due_date],
      safe_cents: 4_205,
      missing_cents: 4_205,
      checked_at: '2026-11-20T12:00:00.000Z',
      bank: { institution_name: 'Chase', account_name: 'Checking', mask: '1234' },
      days,
      other_bank: null,
      waits: null,
    };
    await route.fulfill({ json: plan.arrangements.length > 0 ? plan : { ...plan, short_draw } });
  });
}

test('home leads to a draw that looks short; it is moved on the payments page, which then says so, as does the calendar', { tag: '@phone' }, async ({
  page,
}) => {
  test.slow();
  const merchant = await onboardedMerchant();
  const draw = await owe(merchant);
  const days = [1, 2, 3].map((count): string => addBusinessDays(isoDate(draw.debit_date), count, bankHolidays()));
  const [, second = ''] = days;
  await looksShort(page, draw, days);
  await openHome(page, merchant);
  const line = page.getByRole('status', { name: 'The next draw' });
  await expect(line).toContainText(`$84.10 is drawn on ${formatDay(draw.debit_date)}, and $42.05 seems to be missing.`);
  await line.getByRole('link', { name: 'See what you can do' }).click();
  await expect(page).toHaveURL(/\/payments#short$/);

  const panel = page.getByRole('region', { name: 'Your bank account looks short' });
  await expect(panel).toContainText('$42.05 of it looks safe to draw, so $42.05 is missing.');
  await expect(panel).toContainText('Your due date and your cashback stay as they are.');
  await panel.getByRole('button', { name: 'Pay part now' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay now' });
  await expect(dialog.getByRole('button', { name: 'Pay $42.05' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Not now' }).click();

  await expect(panel.getByRole('button')).toHaveText(['Move the draw', 'Pay part now']);
  await panel.getByRole('button', { name: 'Move the draw' }).click();
  await expect(panel).toContainText('$84.10 is drawn on the day that you choose. You can move it once.');
  await panel.getByRole('button', { name: formatDay(second) }).click();
  await expectNoFindingsInAnyLight(page, 'a draw that looks short');
  await expectItFitsAt(page, 360);
  await panel.getByRole('button', { name: 'Confirm' }).click();

  const says = `What is due ${formatDay(draw.due_date)} is drawn on ${formatDay(second)}.`;
  const arranged = page.getByRole('region', { name: 'It is arranged' });
  await expect(arranged).toContainText(says);
  await expect(arranged).toBeFocused();
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Repayments to come' })).toContainText(says);
  await expect(page.getByRole('list', { name: 'Arranged' })).toContainText(says);
  expect((await planOf(merchant)).arrangements).toMatchObject([{ due_date: draw.due_date, first_on: second, first_cents: null, rest_on: null }]);
});

test('the owner chooses a day of the week for all draws', async ({ page }) => {
  const merchant = await onboardedMerchant();
  await openHome(page, merchant, '/payments');
  const section = page.getByRole('region', { name: 'When we draw' });
  await section.getByLabel('Day of the week').selectOption('Wednesday');
  await section.getByRole('button', { name: 'Save' }).click();
  await expect(section.getByText('Saved. It counts from the next draw on.')).toBeVisible();
  await expectNoFindings(page, 'when we draw');
  await page.reload();
  await expect(section.getByLabel('Day of the week')).toHaveValue('3');
  expect((await planOf(merchant)).preference).toEqual({ weekday: 3 });

  // Saved elsewhere meanwhile.
  await section.getByLabel('Day of the week').selectOption('Monday');
  await merchant.call(`/api/users/${merchant.receiver.token}/draw_preference`, { method: 'PUT', body: { weekday: 2 } });
  await expect(section.getByLabel('Day of the week')).toHaveValue('2');
});

test('the app in the store’s admin saves when we draw by the admin’s bar, and lists what is arranged', async ({ page }) => {
  test.slow();
  const shop = await onboardedShop();
  const { debit_date, due_date } = await owe(shop);
  const to = addBusinessDays(isoDate(debit_date), 2, bankHolidays());
  await shop.call(`/api/users/${shop.receiver.token}/draw_arrangement`, { method: 'POST', body: { choice: 'move', debit_date, to } });
  await page.goto(pageOf(shop, 'payments'));
  const app = appFrame(page);
  await expect(app.getByText(`What is due ${formatDay(due_date)} is drawn on ${formatDay(to)}.`).first()).toBeVisible();
  await app.getByLabel('Day of the week').selectOption('Friday');
  await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expectNoFindings(page, 'when we draw, in the admin', inApp);
  await expectItFitsAt(page, 360, app);
  expect((await planOf(shop)).preference).toEqual({ weekday: 5 });
});
